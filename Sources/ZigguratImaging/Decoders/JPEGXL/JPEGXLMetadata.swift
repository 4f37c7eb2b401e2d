internal import CImageFormats
internal import ZigguratCore

/// The metadata of a JPEG XL. Encoders compress its boxes, or not.
///
/// Source: ISO/IEC 18181-2, 9.
struct JPEGXLMetadata {
    private(set) var xmp: [UInt8]?
    /// Their orientation says nothing: the codestream has its own.
    private(set) var exif: ExifFields?

    /// A damaged file may have boxes of any size.
    private static let sizeLimit = 1 << 24
    private static let decompressedLimit = 1 << 22
    private static let names: Set = ["Exif", "xml "]

    init(_ file: SourceFile) {
        // A bare codestream has no boxes.
        guard file.bytes(2, at: 0) != [0xFF, 0x0A] else { return }
        FileBoxes.forEach(of: file) { name, content in
            guard name == "brob" || Self.names.contains(name) else { return }
            let bytes = file.bytes(
                min(content.count, Self.sizeLimit), at: content.lowerBound)
            if name != "brob" {
                read(name, bytes)
            } else if let decompressed = Self.decompressed(bytes.dropFirst(4)) {
                read(String(decoding: bytes.prefix(4), as: UTF8.self), decompressed)
            }
        }
    }

    private mutating func read(_ name: String, _ bytes: [UInt8]) {
        if name == "xml " {
            xmp = bytes
        } else if name == "Exif", let fields = ExifFields(item: bytes) {
            exif = fields
        }
    }

    /// - Returns: `nil` for damaged data.
    private static func decompressed(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: decompressedLimit) { buffer in
            let count = bytes.withUnsafeBufferPointer { source in
                // Neither the buffer nor the source, which has an end mark, is empty.
                source.baseAddress.map {
                    zig_brotli_decompress(
                        $0, source.count, buffer.baseAddress.unsafelyUnwrapped, buffer.count)
                } ?? -1
            }
            return count < 0 ? nil : Array(buffer[..<count])
        }
    }
}
