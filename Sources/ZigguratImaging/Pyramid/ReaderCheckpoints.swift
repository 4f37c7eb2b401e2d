internal import ZigguratCore
internal import ZigguratSystem

/// A file with states of the reader of a build, from which a continued build reads on. Without it,
/// the rows above are decoded again.
///
/// Format: 8 bytes `ZIGREAD1`; the number of the build; then records: the row, the length of the
/// state, the XXH3 of the state plus these two numbers, and the state. Numbers have 64 bits in
/// little-endian order.
///
/// A state contains tables of libraries, which these do not check. So only a file of this user is
/// read, and its build number depends on the times of the source and of the program.
struct ReaderCheckpoints: Sendable {
    let path: String
    let build: UInt64

    private static let signature = Array("ZIGREAD1".utf8)
    private static let headerBytes = 16
    private static let recordHeaderBytes = 24
    /// The longest state that is read.
    private static let longest = 1 << 28

    /// A saved state.
    struct Checkpoint {
        let row: Int
        let state: [UInt8]
        /// The offset of the end of the record.
        fileprivate(set) var end: Int
    }

    /// Returns the lowest checkpoint that is not below a row; `nil` without one.
    func last(notBelow row: Int) -> Checkpoint? {
        guard FileSystem.attributes(of: path)?.isOwn == true,
            let file = try? RandomAccessFile(path),
            (try? file.bytes(Self.headerBytes, at: 0)) == header
        else { return nil }
        var (found, start): (Checkpoint?, Int) = (nil, Self.headerBytes)
        while let next = try? Self.checkpoint(in: file, at: start), next.row <= row {
            (found, start) = (next, next.end)
        }
        return found
    }

    private static func checkpoint(
        in file: RandomAccessFile, at start: Int
    ) throws(ZigguratError) -> Checkpoint? {
        let fields = try file.bytes(recordHeaderBytes, at: start)
        guard fields.count == recordHeaderBytes else { return nil }
        let (row, length) = (fields.little(8, at: 0), fields.little(8, at: 8))
        guard row >= 0, (0...longest).contains(length) else { return nil }
        let state = try file.bytes(length, at: start + recordHeaderBytes)
        guard state.count == length, fields.littleBits(8, at: 16) == check(row, state) else {
            return nil
        }
        return Checkpoint(row: row, state: state, end: start + recordHeaderBytes + length)
    }

    /// Opens the file to append checkpoints.
    ///
    /// - Parameter checkpoint: the last one to keep; `nil` to begin the file.
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

    /// A record.
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

/// Appends checkpoints to their file.
struct ReaderCheckpointLog {
    private let file: AppendedFile

    init(_ file: AppendedFile) { self.file = file }

    func append(_ state: [UInt8], atRow row: Int) throws(ZigguratError) {
        // `unsafe`: the file uses the span only during the call.
        try unsafe file.append(ReaderCheckpoints.record(row, state).span.bytes)
    }
}
