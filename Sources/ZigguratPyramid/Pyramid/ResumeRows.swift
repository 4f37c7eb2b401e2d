internal import ZigguratCore
internal import ZigguratImaging
package import ZigguratSystem

/// A file with the rows of one small level, from which an interrupted build continues. Smaller
/// levels need all these rows, so without the file the image would be read again from the top.
///
/// Format: 8 bytes `ZIGROWS1`; the number of the build; the length of a row in bytes; then records.
/// A record has the XXH3 of its rows, then ``recordRows`` rows (fewer in the last record). Numbers
/// are 64-bit and little-endian.
package struct ResumeRows: Sendable {
    /// The path of the file, and of the file with states of the reader.
    package var paths: [String] { [path, readerCheckpoints.path] }

    private let path: String
    private let build: UInt64

    /// The number of halvings from full resolution: the level has 1/64 of the pixels.
    package static let reduction = 3
    /// The number of rows in a record, which is the output of one halving job.
    static let recordRows = PyramidSchedule.halvingChunk / 2
    /// The number of full-resolution rows in a record.
    static let imageRows = recordRows << reduction
    /// The number of full-resolution columns in a column of the file.
    static let columnAlignment = 1 << reduction

    private static let signature = Array("ZIGROWS1".utf8)
    private static let headerBytes = 24
    /// The largest length of a row in a file that is joined, in bytes.
    private static let longestRow = PixelSize.maximumSide * 8

    /// - Parameter build: the number of the build, which differs between sources and between
    ///   options. A file with another number is ignored.
    package init(_ path: String, build: UInt64) {
        (self.path, self.build) = (path, build)
    }

    /// The saved states of the reader in this build.
    var readerCheckpoints: ReaderCheckpoints {
        ReaderCheckpoints(path: path + "-reader", build: build)
    }

    /// Returns the number of valid rows from the top; 0 if the file is missing or invalid.
    ///
    /// - Parameters:
    ///   - rowBytes: the length of a row in bytes.
    ///   - height: the height of the level.
    func rowCount(rowBytes: Int, height: Int) -> Int {
        guard let file = try? open(),
            (try? file.bytes(Self.headerBytes, at: 0)) == header(rowBytes)
        else { return 0 }
        var count = 0
        while count < height {
            let rows = min(Self.recordRows, height - count)
            guard (try? Self.rows(count..<count + rows, rowBytes, in: file)) != nil else { break }
            count += rows
        }
        return count
    }

    /// Whether the file may have rows of this build.
    var hasRows: Bool {
        guard let file = try? open(), let start = try? file.bytes(16, at: 0) else { return false }
        return file.byteCount > Self.headerBytes && start == Array(header(0)[..<16])
    }

    /// Opens the file to append rows.
    ///
    /// - Parameter rows: the number of rows from the top to keep, in whole records.
    func log(keeping rows: Int, rowBytes: Int) throws(ZigguratError) -> LevelRowLog {
        let records = rows.dividedRoundingUp(by: Self.recordRows)
        let byteCount = Self.headerBytes + records * 8 + rows * rowBytes
        let file = try AppendedFile(path, keeping: rows == 0 ? 0 : byteCount)
        if rows == 0 {
            // `unsafe`: the file uses the span only during the call.
            try unsafe file.append(header(rowBytes).span.bytes)
        }
        return LevelRowLog(file, rowBytes: rowBytes)
    }

    /// Returns the rows of the level that belong to a band of rows of the image.
    static func rows(ofBand band: Range<Int>) -> Range<Int> {
        band.lowerBound >> reduction..<band.upperBound.dividedRoundingUp(by: 1 << reduction)
    }

    /// Returns the columns of the level that belong to columns of the image.
    static func columns(ofBand columns: Range<Int>) -> Range<Int> { rows(ofBand: columns) }

    /// Creates the file from the files of bands.
    ///
    /// - Parameter parts: the files of the bands in this build: row by row from the top, each row
    ///   from left to right.
    /// - Throws: ``SourceError/changed`` if a file is damaged.
    package func join(_ parts: [[ResumeRows]]) throws(ZigguratError) {
        var target: LevelRowLog?
        for parts in parts {
            let files = try parts.map { part throws(ZigguratError) in
                try Part(part, of: self)
            }
            let width = files.reduce(0) { $0 + $1.rowBytes }
            if target == nil { target = try log(keeping: 0, rowBytes: width) }
            guard let log = target, let first = files.first else { continue }
            let height = first.height
            for start in stride(from: 0, to: height, by: Self.recordRows) {
                let rows = start..<min(start + Self.recordRows, height)
                let records = try files.map { part throws(ZigguratError) in
                    try Self.rows(rows, part.rowBytes, in: part.file)
                }
                try log.append(Self.joined(records, rowCount: rows.count))
            }
        }
    }

    /// The row file of a band.
    private struct Part {
        package let file: RandomAccessFile
        let rowBytes: Int

        /// - Throws: ``SourceError/changed`` if the file belongs to another build.
        init(_ part: ResumeRows, of whole: ResumeRows) throws(ZigguratError) {
            let file = try part.open()
            let header = try file.bytes(headerBytes, at: 0)
            let rowBytes = header.count == headerBytes ? header.little(8, at: 16) : 0
            guard (1...longestRow).contains(rowBytes), header == whole.header(rowBytes) else {
                throw ZigguratError(SourceError.changed, part.path)
            }
            (self.file, self.rowBytes) = (file, rowBytes)
        }

        /// The number of rows in the file.
        var height: Int {
            let recordBytes = 8 + recordRows * rowBytes
            let (count, rest) = (file.byteCount - headerBytes)
                .quotientAndRemainder(dividingBy: recordBytes)
            return count * recordRows + max(0, rest - 8) / rowBytes
        }
    }

    /// Returns the rows of records joined side by side.
    private static func joined(_ records: [ArraySlice<UInt8>], rowCount: Int) -> [UInt8] {
        guard records.count > 1 else { return records.first.map { Array($0) } ?? [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(records.reduce(0) { $0 + $1.count })
        for row in 0..<rowCount {
            for record in records {
                let rowBytes = record.count / rowCount
                let start = record.startIndex + row * rowBytes
                bytes += record[start..<start + rowBytes]
            }
        }
        return bytes
    }

    /// Opens the file to read rows.
    func open() throws(ZigguratError) -> RandomAccessFile { try RandomAccessFile(path) }

    /// Reads the rows of one record.
    ///
    /// - Throws: ``SourceError/changed`` if the checksum does not match.
    static func rows(
        _ rows: Range<Int>, _ rowBytes: Int, in file: RandomAccessFile
    ) throws(ZigguratError) -> ArraySlice<UInt8> {
        let place = headerBytes + rows.lowerBound / recordRows * 8 + rows.lowerBound * rowBytes
        let record = try file.bytes(8 + rows.count * rowBytes, at: place)
        // `unsafe`: the hash uses the span only during the call.
        guard record.count == 8 + rows.count * rowBytes,
            unsafe XXH3.hash(record.span.bytes.extracting(droppingFirst: 8))
                == record.littleBits(8, at: 0)
        else { throw ZigguratError(SourceError.changed, file.path) }
        return record[8...]
    }

    private func header(_ rowBytes: Int) -> [UInt8] {
        var bytes = Self.signature
        bytes.append(little: build)
        bytes.append(little: UInt64(rowBytes))
        return bytes
    }
}

/// Appends the rows of a level to its file, in order.
final class LevelRowLog: Sendable {
    private let file: AppendedFile
    private let rowBytes: Int

    init(_ file: AppendedFile, rowBytes: Int) {
        (self.file, self.rowBytes) = (file, rowBytes)
    }

    /// Appends a record.
    ///
    /// - Parameter offset: the number of bytes at the start of each row that are not written.
    func append(
        _ rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>, from offset: Int = 0
    ) throws(ZigguratError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rows.count * rowBytes)
        for row in rows {
            bytes.append(contentsOf: UnsafeBufferPointer(start: row + offset, count: rowBytes))
        }
        try append(bytes)
    }

    /// Appends a record of joined rows.
    func append(_ bytes: [UInt8]) throws(ZigguratError) {
        var hash: [UInt8] = []
        hash.append(little: XXH3.hash(bytes))
        // `unsafe`: the file uses the spans only during the calls.
        try unsafe file.append(hash.span.bytes)
        try unsafe file.append(bytes.span.bytes)
    }
}
