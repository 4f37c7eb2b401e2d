internal import CPixels
internal import ZigguratCore
internal import ZigguratSystem

/// Reads a PNG of 8 bits a sample, without interlacing or palette, through ISA-L, which is faster
/// than the zlib that libvips uses.
final class PNGRowReader: RowReader {
    let size: PixelSize
    let bands: Int
    private let path: String
    private let stream: PNGDataStream
    private let rowLength: Int
    /// Filtered rows, each after the byte with its filter type, with slack after the last.
    private let filtered: UnsafeMutableRawBufferPointer
    private let rowsPerFill: Int
    private var waitingRows = 0..<0
    private var rowsRead = 0
    /// The row above the next one.
    private let above: UnsafeMutablePointer<UInt8>

    /// Bytes that the filters may read after a row.
    private static let slack = 16
    private static let fillSize = 1 << 19

    /// - Returns: `nil` if the file is a PNG of a kind that libvips has to read.
    init?(path: String, keepsAlpha: Bool) throws(ZigguratError) {
        let stream = try PNGDataStream(path: path)
        // Grey, RGB, grey with alpha, RGB with alpha; libvips reads palettes.
        let bandsOfType: [UInt8: Int] = [0: 1, 2: 3, 4: 2, 6: 4]
        guard let bands = bandsOfType[stream.header.colourType], stream.header.bitDepth == 8,
            !stream.header.isInterlaced, !stream.hasTransparentColours, keepsAlpha || bands % 2 == 1
        else { return nil }
        self.path = path
        self.stream = stream
        self.bands = bands
        size = stream.header.size
        rowLength = size.width * bands
        rowsPerFill = max(1, Self.fillSize / (rowLength + 1))
        filtered = .allocate(
            byteCount: rowsPerFill * (rowLength + 1) + Self.slack, alignment: 64)
        above = .allocate(capacity: rowLength + Self.slack)
        above.initialize(repeating: 0, count: rowLength + Self.slack)
    }

    deinit {
        filtered.deallocate()
        above.deallocate()
    }

    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) {
        for row in rows {
            if waitingRows.isEmpty { try fill() }
            let start =
                filtered.baseAddress.unsafelyUnwrapped + waitingRows.lowerBound * (rowLength + 1)
            waitingRows = waitingRows.dropFirst()
            let source = start.assumingMemoryBound(to: UInt8.self)
            let status = zig_png_unfilter(
                Int32(source[0]), source + 1, above, row, Int32(rowLength), Int32(bands))
            guard status == 0 else {
                throw ZigguratError(SourceFailure.invalidData(row: rowsRead), path)
            }
            above.update(from: row, count: rowLength)
            rowsRead += 1
        }
        if rowsRead == size.height { try stream.finish() }
    }

    private func fill() throws(ZigguratError) {
        let count = min(rowsPerFill, size.height - rowsRead)
        try stream.read(
            into: UnsafeMutableRawBufferPointer(rebasing: filtered[..<(count * (rowLength + 1))]))
        waitingRows = 0..<count
    }
}
