internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A file with saved states of a build's reader. A continued build reads on from a state instead of
/// decoding the rows above again.
///
/// Format: 8 bytes `ZIGREAD1`; the number of the build; then records. A record has the row, the
/// length of the state, a checksum and the state. The checksum is the XXH3 of the state plus the
/// row and the length. Numbers are 64-bit and little-endian.
///
/// A state contains tables of libraries, and the libraries do not validate them. So the file is
/// read only if it belongs to this user. The build number depends on the times of the source and of
/// the program.
struct ReaderCheckpoints: Sendable {
    package let path: String
    let build: UInt64

    private static let signature = Array("ZIGREAD1".utf8)
    private static let headerBytes = 16
    private static let recordHeaderBytes = 24
    /// The largest state that is read, in bytes.
    private static let longest = 1 << 28

    /// A saved state.
    struct Checkpoint {
        let row: Int
        let state: [UInt8]
        /// The offset of the end of the record.
        fileprivate let end: Int
    }

    /// The header of a record, and the position of its state, which is not read yet.
    private struct Record {
        let row: Int
        let check: UInt64
        /// The position of the state in the file.
        let bytes: Range<Int>
    }

    /// Returns the lowest valid checkpoint at or above a row; `nil` if none exists.
    func last(notBelow row: Int) -> Checkpoint? {
        guard FileSystem.attributes(of: path)?.isOwn == true,
            let file = try? RandomAccessFile(path),
            (try? file.bytes(Self.headerBytes, at: 0)) == header
        else { return nil }
        var records: [Record] = []
        while let next = Self.record(in: file, after: records.last), next.row <= row {
            records.append(next)
        }
        // Usually the last state is valid, so only this state is read.
        for record in records.reversed() {
            if let checkpoint = Self.checkpoint(record, in: file) { return checkpoint }
        }
        return nil
    }

    private static func record(in file: RandomAccessFile, after last: Record?) -> Record? {
        let start = last?.bytes.upperBound ?? headerBytes
        guard let fields = try? file.bytes(recordHeaderBytes, at: start),
            fields.count == recordHeaderBytes
        else { return nil }
        let (row, length) = (fields.little(8, at: 0), fields.little(8, at: 8))
        guard row > last?.row ?? -1, (0...longest).contains(length) else { return nil }
        let state = start + recordHeaderBytes
        return Record(
            row: row, check: fields.littleBits(8, at: 16), bytes: state..<state + length)
    }

    /// Reads a checkpoint. Returns `nil` if the state is incomplete or damaged.
    private static func checkpoint(_ record: Record, in file: RandomAccessFile) -> Checkpoint? {
        guard let state = try? file.bytes(record.bytes.count, at: record.bytes.lowerBound),
            state.count == record.bytes.count, check(record.row, state) == record.check
        else { return nil }
        return Checkpoint(row: record.row, state: state, end: record.bytes.upperBound)
    }

    /// Opens the file to append checkpoints.
    ///
    /// - Parameter checkpoint: the last checkpoint to keep; `nil` to begin the file anew.
    func log(after checkpoint: Checkpoint?) throws(ZigguratError) -> ReaderCheckpointLog {
        let file = try AppendedFile(path, keeping: checkpoint?.end ?? 0)
        // `unsafe`: the file uses the span only during the call.
        if checkpoint == nil { try unsafe file.append(header.span.bytes) }
        return ReaderCheckpointLog(file)
    }

    private var header: [UInt8] {
        var bytes = Self.signature
        bytes.append(little: build)
        return bytes
    }

    /// Returns the bytes of a record.
    fileprivate static func record(_ row: Int, _ state: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(recordHeaderBytes + state.count)
        bytes.append(little: UInt64(row))
        bytes.append(little: UInt64(state.count))
        bytes.append(little: check(row, state))
        return bytes + state
    }

    private static func check(_ row: Int, _ state: [UInt8]) -> UInt64 {
        XXH3.hash(state) &+ UInt64(row) &+ UInt64(state.count)
    }
}

/// Appends checkpoints to a file.
struct ReaderCheckpointLog {
    private let file: AppendedFile

    init(_ file: AppendedFile) { self.file = file }

    func append(_ state: [UInt8], atRow row: Int) throws(ZigguratError) {
        // `unsafe`: the file uses the span only during the call.
        try unsafe file.append(ReaderCheckpoints.record(row, state).span.bytes)
    }
}

/// A reader that regularly saves its state. To skip rows, it continues at a saved state.
final class CheckpointedRowReader: RowReader {
    private let reader: any RowReader
    private let checkpoints: ReaderCheckpoints
    private var log: ReaderCheckpointLog?
    private var nextRow = 0
    /// The row from which the next state is saved.
    private var dueRow: Int
    private let interval: Int

    /// The largest number of checkpoints of an image.
    private static let mostCheckpoints = 64

    /// - Parameter interval: the smallest number of rows between checkpoints.
    init(_ reader: any RowReader, _ checkpoints: ReaderCheckpoints, interval: Int) {
        (self.reader, self.checkpoints) = (reader, checkpoints)
        self.interval = max(interval, reader.size.height / Self.mostCheckpoints)
        dueRow = self.interval
    }

    var size: PixelSize { reader.size }
    var bands: Int { reader.bands }
    var sampleBytes: Int { reader.sampleBytes }

    func waitForRows(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        try reader.waitForRows(count, isWanted: isWanted)
    }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        if nextRow >= dueRow, let state = reader.checkpoint() {
            if log == nil { log = try checkpoints.log(after: nil) }
            try log?.append(state, atRow: nextRow)
            dueRow = nextRow + interval
        }
        try reader.read(into: rows)
        nextRow += rows.count
    }

    /// Skips rows from the top.
    func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        let end = nextRow + count
        if let checkpoint = checkpoints.last(notBelow: end), checkpoint.row >= nextRow,
            try reader.resume(checkpoint.state)
        {
            log = try checkpoints.log(after: checkpoint)
            nextRow = checkpoint.row
        }
        try reader.skip(end - nextRow, isWanted: isWanted)
        nextRow = end
        dueRow = end + interval
    }
}
