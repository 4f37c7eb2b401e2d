internal import CImageFormats
internal import ZigguratSystem

/// The samples of a block that a TIFF leaves out: the “no data” value of the file, or 0 if it has
/// none, as GDAL reads them.
struct TIFFMissingBlock: Sendable {
    /// The bytes of a sample; one zero byte for samples that do not fill bytes.
    private let bytes: [UInt8]

    /// - Parameter value: the “no data” value; `nil` if the file has none.
    init(_ unpacking: TIFFUnpacking, _ image: zig_tiff_image, value: Double?) {
        let value = value ?? 0
        switch image.bits {
        case 8 where !unpacking.isConverted:
            bytes = [UInt8(exactly: value.rounded()) ?? 0]
        case 16 where !unpacking.isFloat:
            let sample = UInt16(exactly: value.rounded()) ?? 0
            bytes = withUnsafeBytes(of: sample) { Array($0) }
        default: bytes = [0]
        }
    }

    /// Fills memory with samples.
    func fill(_ start: UnsafeMutableRawPointer, count: Int) {
        guard Set(bytes).count > 1 else {
            start.initializeMemory(as: UInt8.self, repeating: bytes[0], count: count)
            return
        }
        for offset in 0..<count {
            start.storeBytes(of: bytes[offset % bytes.count], toByteOffset: offset, as: UInt8.self)
        }
    }
}
