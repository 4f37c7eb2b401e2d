internal import CImageFormats
package import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// Reads the stored rows of a JPEG through libjpeg-turbo, which takes less time per row than
/// libvips.
///
/// If a file has restart markers, several processes can each read a part of the file:
/// ``JPEGReader/restartStep``.
package final class JPEGRowReader: RowReader {
    package let size: PixelSize
    package let pixels: StoredPixels
    private let path: String
    private let reader: JPEGReader
    private let fillsDamage: Bool
    private let invertsInks: Bool
    private var rowsRead = 0
    /// Whether rows were skipped.
    private var skips = false
    /// The row at which the decoder began.
    private(set) var firstRow = 0

    /// - Parameters:
    ///   - reader: a reader that has read no rows. If it belongs to ``JPEGCoefficients``, it reads
    ///     the coefficients together with the rows.
    ///   - fillsDamage: whether damage is accepted. libjpeg fills missing blocks.
    ///   - invertsInks: whether 0 means no ink in CMYK rows, as in rows from libvips.
    /// - Returns: `nil` if libvips has to read the file.
    init?(
        _ reader: JPEGReader, fillsDamage: Bool = false, invertsInks: Bool = false
    ) {
        path = reader.file.path
        self.fillsDamage = fillsDamage
        self.reader = reader
        size = reader.size
        guard var pixels = reader.pixels else { return nil }
        self.invertsInks = invertsInks && pixels.isInverted
        if invertsInks { pixels.isInverted = false }
        self.pixels = pixels
    }

    package var bands: Int { pixels.bands }

    /// Whether starting the decoder reads the file to its end.
    var isInScans: Bool { reader.isInScans }

    /// Whether the image has 8 bits per sample and an undamaged header.
    var isPlain: Bool { reader.isPlain }

    /// The number of threads that have read the file's scans, besides this thread.
    var threadCount: Int { reader.threadCount }

    /// Starts the decoder, which reads a progressive file to its end. A large progressive file is
    /// read on one thread per component. Errors are thrown when rows are read.
    ///
    /// - Parameter isWanted: called from time to time; the answer `false` cancels. The reader
    ///   cannot be used after that.
    func start(isWanted: () -> Bool) throws(ZigguratError) {
        let status = CancellationCallback.ask(isWanted) {
            zig_jpeg_reader_start(reader.pointer, $0, $1)
        }
        if status == ZIG_JPEG_CANCELLED { throw ZigguratError(Cancelled(), path) }
    }

    /// Columns cannot be read separately: an MCU row is as wide as the image.
    package var division: PixelDivision? { PixelDivision(columnStep: nil) }

    /// Skips rows. If the file has a restart marker above the next row, the decoder begins at that
    /// marker. libjpeg decodes the other skipped rows of a sequential file only partly. libjpeg
    /// reads the last skipped MCU rows, because the next rows are interpolated from them.
    package func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        skips = true
        let restart = try restart(above: count, isWanted: isWanted)
        try start(isWanted: isWanted)
        var left = count - restart
        while left > 0 {
            let next = Int32(min(left, Self.skippedRows))
            guard zig_jpeg_reader_skip(reader.pointer, next) == 0 else {
                throw reader.failure(row: rowsRead)
            }
            try advance(Int(next))
            left -= Int(next)
            guard isWanted() else { throw ZigguratError(Cancelled(), path) }
        }
    }

    private static let skippedRows = 1024

    /// - Returns: the number of rows that the decoder need not read; 0 if the decoder has started.
    private func restart(above row: Int, isWanted: () -> Bool) throws(ZigguratError) -> Int {
        let row32 = Int32(row)
        let first = CancellationCallback.ask(isWanted) {
            zig_jpeg_reader_restart(reader.pointer, row32, $0, $1)
        }
        if first == ZIG_JPEG_CANCELLED { throw ZigguratError(Cancelled(), path) }
        guard first >= 0 else {
            throw reader.failure(row: 0)
        }
        if first > 0 { (firstRow, rowsRead) = (Int(first), Int(first)) }
        return Int(first)
    }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        guard let first = rows.baseAddress else { return }
        guard zig_jpeg_reader_read(reader.pointer, first, Int32(rows.count)) == 0 else {
            throw reader.failure(row: rowsRead)
        }
        // libjpeg does not read all data of skipped rows.
        if !skips, !fillsDamage, rowsRead + rows.count == size.height { reader.finish() }
        try advance(rows.count)
        guard invertsInks else { return }
        for row in rows {
            for place in 0..<size.width * bands { row[place] = ~row[place] }
        }
    }

    /// Counts rows that are read or skipped.
    private func advance(_ rows: Int) throws(ZigguratError) {
        rowsRead += rows
        guard !fillsDamage else { return }
        if reader.isTruncated {
            let row = reader.lostRow ?? (isInScans ? nil : rowsRead - rows)
            throw ZigguratError(
                SourceError.truncated(row: row, of: row.map { _ in size.height }), path)
        }
        if reader.isDamaged {
            throw ZigguratError(
                SourceError.invalidData(row: reader.lostRow), path, cause: reader.failureCause)
        }
    }
}
