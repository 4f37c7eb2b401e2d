internal import ZigguratCore
internal import ZigguratSystem

/// Reads a PNG without interlacing through ISA-L, which is faster than the zlib that libvips uses.
final class PNGRowReader: RowReader {
    private let file: PNGFile
    private let scanlines: PNGScanlines
    private var rowsRead = 0

    /// - Parameter file: is not interlaced.
    init(_ file: PNGFile) {
        self.file = file
        scanlines = PNGScanlines(file, file.size)
    }

    var size: PixelSize { file.size }
    var bands: Int { file.pixels.bands }
    var sampleBytes: Int { file.pixels.sampleBytes }

    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) {
        for row in rows {
            try scanlines.read(into: row, number: rowsRead)
            rowsRead += 1
        }
        if rowsRead == size.height { try file.stream.finish() }
    }
}
