internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Reads a PNG without interlacing through ISA-L, which is faster than the zlib that libvips uses.
final class PNGRowReader: ResumableRowReader {
    private let file: PNGFile
    /// The rows of the image. The buffers are allocated when the first row is read.
    private lazy var scanlines = PNGScanlines(file, file.size)
    private var rowsRead = 0

    /// - Parameter file: a file without interlacing.
    init(_ file: PNGFile) {
        self.file = file
    }

    package var size: PixelSize { file.size }
    package var bands: Int { file.pixels.bands }
    package var sampleBytes: Int { file.pixels.sampleBytes }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for row in rows {
            try scanlines.read(into: row, number: rowsRead)
            rowsRead += 1
        }
        if rowsRead == size.height { try file.stream.finish() }
    }

    func checkpoint() -> [UInt8]? {
        guard let state = scanlines.checkpoint() else { return nil }
        var bytes: [UInt8] = []
        bytes.append(little: UInt64(rowsRead))
        return bytes + state
    }

    func resume(_ checkpoint: [UInt8]) throws(ZigguratError) -> Bool {
        guard checkpoint.count >= 8 else { return false }
        let row = checkpoint.little(8, at: 0)
        guard (0..<size.height).contains(row),
            try scanlines.resume(Array(checkpoint[8...]), atRow: row)
        else { return false }
        rowsRead = row
        return true
    }
}
