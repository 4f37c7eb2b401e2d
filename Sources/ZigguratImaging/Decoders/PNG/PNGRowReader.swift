internal import CPixels
internal import ZigguratCore
internal import ZigguratSystem

/// Reads a PNG without interlacing through ISA-L, which is faster than the zlib that libvips uses.
final class PNGRowReader: RowReader {
    let size: PixelSize
    let pixels: StoredPixels
    private let path: String
    private let stream: PNGDataStream
    private let bits: Int
    /// Bytes of a stored row, and of the pixel that filters compare with.
    private let rowLength: Int
    private let filterLength: Int
    /// Four bytes for each value of a sample that stands for a colour; empty if it is a sample.
    private let colours: [UInt8]
    /// Filtered rows, each after the byte with its filter type, with slack after the last.
    private let filtered: UnsafeMutableRawBufferPointer
    private let rowsPerFill: Int
    private var waitingRows = 0..<0
    private var rowsRead = 0
    /// The row above the next one, and the next one, as they are stored.
    private var above: UnsafeMutablePointer<UInt8>
    private var current: UnsafeMutablePointer<UInt8>

    /// Bytes that the filters may read after a row.
    private static let slack = 16
    private static let fillSize = 1 << 19

    /// - Returns: `nil` if the file is a PNG of a kind that libvips has to read.
    init?(path: String) throws(ZigguratError) {
        let stream = try PNGDataStream(path: path)
        let header = stream.header
        guard let kind = PNGKind(header, stream.palette, stream.transparency),
            !header.isInterlaced
        else { return nil }
        self.path = path
        self.stream = stream
        bits = Int(header.bitDepth)
        size = header.size
        pixels = kind.pixels
        colours = kind.colours
        rowLength = (size.width * kind.storedSamples * bits + 7) / 8
        filterLength = max(1, kind.storedSamples * bits / 8)
        rowsPerFill = max(1, Self.fillSize / (rowLength + 1))
        filtered = .allocate(
            byteCount: rowsPerFill * (rowLength + 1) + Self.slack, alignment: 64)
        above = .allocate(capacity: rowLength + Self.slack)
        above.initialize(repeating: 0, count: rowLength + Self.slack)
        current = .allocate(capacity: rowLength + Self.slack)
        current.initialize(repeating: 0, count: rowLength + Self.slack)
    }

    deinit {
        filtered.deallocate()
        above.deallocate()
        current.deallocate()
    }

    var bands: Int { pixels.bands }
    var sampleBytes: Int { pixels.sampleBytes }

    /// The colour profile; `nil` if it is missing or damaged.
    var profile: [UInt8]? { stream.packedProfile.flatMap(PNGKind.unpackedProfile) }

    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) {
        for row in rows {
            if waitingRows.isEmpty { try fill() }
            let start =
                filtered.baseAddress.unsafelyUnwrapped + waitingRows.lowerBound * (rowLength + 1)
            waitingRows = waitingRows.dropFirst()
            let source = start.assumingMemoryBound(to: UInt8.self)
            let status = zig_png_unfilter(
                Int32(source[0]), source + 1, above, current, Int32(rowLength),
                Int32(filterLength))
            guard status == 0 else {
                throw ZigguratError(SourceFailure.invalidData(row: rowsRead), path)
            }
            if !colours.isEmpty {
                zig_png_expand(
                    current, row, Int32(size.width), Int32(bits), colours, Int32(bands))
            } else if bits == 16 {
                zig_swap_row(current, row, Int32(size.width * bands))
            } else {
                row.update(from: current, count: rowLength)
            }
            swap(&above, &current)
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
