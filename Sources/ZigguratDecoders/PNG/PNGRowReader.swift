internal import CPixels
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

/// Reads an interlaced PNG file. The whole image is held in memory, because the last pass contains
/// pixels of many rows.
///
/// Source: PNG specification, second edition, section 8.2.
final class InterlacedPNGReader: RowReader {
    /// The pixels of a pass: the position of the first pixel, and the distances between pixels.
    private struct Pass {
        let x: Int
        let y: Int
        let stepX: Int
        let stepY: Int

        package func size(of image: PixelSize) -> PixelSize {
            PixelSize(
                width: max(0, image.width - x).dividedRoundingUp(by: stepX),
                height: max(0, image.height - y).dividedRoundingUp(by: stepY))
        }
    }

    private static let passes = [
        Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8),
        Pass(x: 0, y: 4, stepX: 4, stepY: 8), Pass(x: 2, y: 0, stepX: 4, stepY: 4),
        Pass(x: 0, y: 2, stepX: 2, stepY: 4), Pass(x: 1, y: 0, stepX: 2, stepY: 2),
        Pass(x: 0, y: 1, stepX: 1, stepY: 2),
    ]

    private let file: PNGFile
    private let image: RowMemory
    private let rowBytes: Int
    private var rowsRead = 0

    /// Decodes the whole image.
    ///
    /// - Parameter isWanted: called from time to time; the answer `false` cancels.
    init(_ file: PNGFile, isWanted: () -> Bool) throws(ZigguratError) {
        self.file = file
        rowBytes = file.size.width * file.pixels.bytesPerPixel
        image = try RowMemory(byteCount: rowBytes * file.size.height)
        for pass in Self.passes {
            try decode(pass, isWanted: isWanted)
        }
        try file.stream.finish()
    }

    package var size: PixelSize { file.size }
    package var bands: Int { file.pixels.bands }
    package var sampleBytes: Int { file.pixels.sampleBytes }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for row in rows {
            row.update(from: address(ofRow: rowsRead), count: rowBytes)
            rowsRead += 1
        }
    }

    private func address(ofRow y: Int) -> UnsafeMutablePointer<UInt8> {
        (image.start + y * rowBytes).assumingMemoryBound(to: UInt8.self)
    }

    private func decode(_ pass: Pass, isWanted: () -> Bool) throws(ZigguratError) {
        let size = pass.size(of: file.size)
        // A pass without pixels has no rows.
        guard size.width > 0, size.height > 0 else { return }
        let scanlines = PNGScanlines(file, size)
        let row = UnsafeMutablePointer<UInt8>.allocate(
            capacity: size.width * file.pixels.bytesPerPixel)
        defer { row.deallocate() }
        for number in 0..<size.height {
            if number % 256 == 0, !isWanted() { throw ZigguratError(Cancelled(), file.path) }
            let y = pass.y + number * pass.stepY
            try scanlines.read(into: row, number: y)
            zig_scatter_row(
                row, address(ofRow: y) + pass.x * file.pixels.bytesPerPixel, Int32(size.width),
                Int32(file.pixels.bytesPerPixel), pass.stepX * file.pixels.bytesPerPixel)
        }
    }
}

/// Decompresses rows of a PNG file and undoes their filters.
///
/// Source: PNG specification, second edition, section 9.
final class PNGScanlines {
    private let file: PNGFile
    private let width: Int
    /// The bytes of a stored row.
    private let rowLength: Int
    /// A buffer of filtered rows. A filter type byte precedes each row, and ``slack`` follows the
    /// last row.
    private let filtered: UnsafeMutableRawBufferPointer
    private let rowsPerFill: Int
    private var waitingRows = 0..<0
    private let height: Int
    private var rowsLeft: Int
    /// The stored row above the next row, and, in `current`, the next row.
    private var above: UnsafeMutablePointer<UInt8>
    private var current: UnsafeMutablePointer<UInt8>

    /// The number of bytes that filters may read after a row.
    private static let slack = 16
    private static let fillSize = 1 << 19

    /// - Parameter size: the size of the image, or of the interlacing pass whose rows follow.
    init(_ file: PNGFile, _ size: PixelSize) {
        self.file = file
        width = size.width
        (height, rowsLeft) = (size.height, size.height)
        rowLength = file.rowLength(size.width)
        // A power of two, so that fills end where readers stop and the state can be saved there.
        let mostRows = max(1, Self.fillSize / (rowLength + 1))
        rowsPerFill = min(size.height, 1 << (Int.bitWidth - 1 - mostRows.leadingZeroBitCount))
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

    /// Fills a row with the next pixels.
    ///
    /// - Parameter number: the number of the row, for errors.
    package func read(
        into row: UnsafeMutablePointer<UInt8>, number: Int
    ) throws(ZigguratError) {
        if waitingRows.isEmpty { try fill() }
        // The buffer is not empty, so it has a base address.
        let start =
            filtered.baseAddress.unsafelyUnwrapped + waitingRows.lowerBound * (rowLength + 1)
        waitingRows = waitingRows.dropFirst()
        let source = start.assumingMemoryBound(to: UInt8.self)
        let status = zig_png_unfilter(
            Int32(source[0]), source + 1, above, current, Int32(rowLength),
            Int32(file.filterLength))
        guard status == 0 else {
            throw ZigguratError(SourceFailure.invalidData(row: number), file.path)
        }
        file.unpack(current, to: row, width: width)
        swap(&above, &current)
    }

    private func fill() throws(ZigguratError) {
        let count = min(rowsPerFill, rowsLeft)
        try file.stream.read(
            into: UnsafeMutableRawBufferPointer(rebasing: filtered[..<(count * (rowLength + 1))]))
        waitingRows = 0..<count
        rowsLeft -= count
    }

    /// Returns the row above the next row and the state of the stream; `nil` while the buffer has
    /// unread rows.
    func checkpoint() -> [UInt8]? {
        guard waitingRows.isEmpty else { return nil }
        return Array(UnsafeBufferPointer(start: above, count: rowLength)) + file.stream.checkpoint()
    }

    /// Continues at the row of a checkpoint.
    ///
    /// - Returns: `false` if the bytes are not a checkpoint.
    func resume(_ checkpoint: [UInt8], atRow row: Int) throws(ZigguratError) -> Bool {
        guard checkpoint.count > rowLength,
            try file.stream.resume(Array(checkpoint[rowLength...]))
        else { return false }
        above.update(from: Array(checkpoint[..<rowLength]), count: rowLength)
        (waitingRows, rowsLeft) = (0..<0, height - row)
        return true
    }
}
