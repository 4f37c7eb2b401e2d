internal import CImageFormats
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Reads the rows of a TIFF image with tall strips, such as an image in one strip, without decoding
/// a whole strip at once.
final class TIFFRowReader: RowReader {
    /// A libtiff handle that decodes the rows of one plane in order.
    private final class Plane {
        package let number: Int
        package let file: TIFFHandle

        init(_ number: Int, _ source: SourceFile, offset: Int?) throws(ZigguratError) {
            self.number = number
            file = try TIFFHandle(source, offset: offset)
            // This call also enables the conversion of JPEG to RGB.
            guard file.describe() != nil else {
                throw ZigguratError(SourceError.changed, source.path)
            }
        }
    }

    package let size: PixelSize
    package let pixels: StoredPixels
    package let profile: [UInt8]?
    private let path: String
    private let fillsMissing: Bool
    private let unpacking: TIFFUnpacking
    private let planes: [Plane]
    private let rowBytes: Int
    /// A buffer with a row of each plane, one after the other.
    private let stored: UnsafeMutablePointer<UInt8>
    private let scratch: UnsafeMutablePointer<UInt8>
    private var rowsRead = 0

    /// - Parameters:
    ///   - offset: the offset of the directory in the file; `nil` for the first directory.
    ///   - fillsMissing: whether missing rows become black instead of an error.
    /// - Returns: `nil` if ``TIFFSource`` reads the blocks, or libvips has to read the tiles or
    ///   samples.
    init?(
        _ source: SourceFile, offset: Int? = nil, fillsMissing: Bool = false
    ) throws(ZigguratError) {
        let file = try TIFFHandle(source, offset: offset)
        guard let image = file.describe(), image.is_tiled == 0, !TIFFBlocks.reads(image),
            let unpacking = TIFFUnpacking(image, of: file), !unpacking.isConverted
        else { return nil }
        let rowBytes = unpacking.rowBytes(width: Int(image.width))
        guard zig_tiff_row_size(file.pointer) == rowBytes else { return nil }
        var planes: [Plane] = []
        for number in unpacking.planeNumbers {
            planes.append(try Plane(number, source, offset: offset))
        }
        path = source.path
        self.fillsMissing = fillsMissing
        self.planes = planes
        self.unpacking = unpacking
        self.rowBytes = rowBytes
        size = PixelSize(width: Int(image.width), height: Int(image.height))
        pixels = unpacking.pixels
        profile = image.profileBytes
        stored = .allocate(capacity: rowBytes * unpacking.planes)
        // libtiff may deliver fewer pixels than a row has. Pixels of other images must not appear.
        stored.initialize(repeating: 0, count: rowBytes * unpacking.planes)
        scratch = .allocate(capacity: unpacking.scratchBytes(width: size.width))
    }

    deinit {
        stored.deallocate()
        scratch.deallocate()
    }

    package var bands: Int { pixels.bands }
    package var sampleBytes: Int { pixels.sampleBytes }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for row in rows {
            for (index, plane) in planes.enumerated() {
                let start = stored + index * rowBytes
                if fillsMissing { start.update(repeating: 0, count: rowBytes) }
                var isRead = false
                let damage = plane.file.damage {
                    isRead =
                        zig_tiff_read_row(
                            plane.file.pointer, UInt32(rowsRead), Int32(plane.number), start) >= 0
                    return isRead
                }
                guard let damage else { continue }
                guard fillsMissing else {
                    throw TIFFDecoder().failure(path, row: rowsRead, of: size.height, damage)
                }
                if !isRead { start.update(repeating: 0, count: rowBytes) }
            }
            let unpacked = unpacking.unpack(
                stored, planeBytes: rowBytes, 0..<size.width, scratch: scratch)
            row.update(from: unpacked, count: size.width * bytesPerPixel)
            rowsRead += 1
        }
    }
}
