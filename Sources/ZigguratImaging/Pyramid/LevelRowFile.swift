internal import ZigguratCore
package import ZigguratSystem

/// A file with the rows of one small level, from which an interrupted build is continued. Smaller
/// levels need all its rows; with the file, the image is not read again from the top.
///
/// Format: 8 bytes `ZIGROWS1`; the number of the build; the length of a row in bytes; then records
/// of ``recordRows`` rows (the last record can have fewer): the XXH3 of the rows, and the rows.
/// Numbers have 64 bits in little-endian order.
package struct LevelRowFile: Sendable {
    /// The file, and one beside it with states of the reader.
    package var paths: [String] { [path, readerCheckpoints.path] }

    private let path: String
    private let build: UInt64

    /// The number of halvings from full resolution: the level has 1/64 of the pixels.
    package static let reduction = 3
    /// The number of rows in a record, which is the output of one halving job.
    static let recordRows = PyramidSchedule.halvingChunk / 2
    /// The number of full-resolution rows for one record.
    static let imageRows = recordRows << reduction

    private static let signature = Array("ZIGROWS1".utf8)
    private static let headerBytes = 24

    /// - Parameter build: a number that differs between sources and between options; a file with
    ///   another number is ignored.
    package init(_ path: String, build: UInt64) {
        (self.path, self.build) = (path, build)
    }

    /// The states of the reader in the same build.
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

    /// The rows of the level that belong to a band of rows of the image.
    static func rows(ofBand band: Range<Int>) -> Range<Int> {
        band.lowerBound >> reduction..<band.upperBound.dividedRoundingUp(by: 1 << reduction)
    }

    /// Creates the file from those of successive bands.
    ///
    /// - Parameter parts: files of the same build, from the top of the image.
    /// - Throws: ``SourceFailure/changed`` if one of them is damaged.
    package func join(_ parts: [LevelRowFile]) throws(ZigguratError) {
        let target = try AppendedFile(path, keeping: 0)
        for (number, part) in parts.enumerated() {
            let file = try part.open()
            let header = try file.bytes(Self.headerBytes, at: 0)
            guard header == self.header(header.little(8, at: 16)) else {
                throw ZigguratError(SourceFailure.changed, part.path)
            }
            // `unsafe`: the file uses the spans only during the calls.
            if number == 0 { try unsafe target.append(header.span.bytes) }
            for start in stride(from: Self.headerBytes, to: file.byteCount, by: Self.joinedBytes) {
                let bytes = try file.bytes(min(Self.joinedBytes, file.byteCount - start), at: start)
                try unsafe target.append(bytes.span.bytes)
            }
        }
    }

    /// The number of bytes that are copied at a time.
    private static let joinedBytes = 1 << 22

    /// Opens the file to read rows.
    func open() throws(ZigguratError) -> RandomAccessFile { try RandomAccessFile(path) }

    /// Reads the rows of one record.
    ///
    /// - Throws: ``SourceFailure/changed`` if the checksum does not match.
    static func rows(
        _ rows: Range<Int>, _ rowBytes: Int, in file: RandomAccessFile
    ) throws(ZigguratError) -> ArraySlice<UInt8> {
        let place = headerBytes + rows.lowerBound / recordRows * 8 + rows.lowerBound * rowBytes
        let record = try file.bytes(8 + rows.count * rowBytes, at: place)
        // `unsafe`: the hash uses the span only during the call.
        guard record.count == 8 + rows.count * rowBytes,
            unsafe XXH3.hash(record.span.bytes.extracting(droppingFirst: 8))
                == record.littleBits(8, at: 0)
        else { throw ZigguratError(SourceFailure.changed, file.path) }
        return record[8...]
    }

    private func header(_ rowBytes: Int) -> [UInt8] {
        var bytes = Self.signature
        bytes.append(little: build)
        bytes.append(little: UInt64(rowBytes))
        return bytes
    }
}

/// Appends the rows of a level to its file, in their order.
final class LevelRowLog: Sendable {
    private let file: AppendedFile
    private let rowBytes: Int

    init(_ file: AppendedFile, rowBytes: Int) {
        (self.file, self.rowBytes) = (file, rowBytes)
    }

    /// Appends a record.
    func append(
        _ rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rows.count * rowBytes)
        for row in rows {
            bytes.append(contentsOf: UnsafeBufferPointer(start: row, count: rowBytes))
        }
        var hash: [UInt8] = []
        hash.append(little: XXH3.hash(bytes))
        // `unsafe`: the file uses the spans only during the calls.
        try unsafe file.append(hash.span.bytes)
        try unsafe file.append(bytes.span.bytes)
    }
}
