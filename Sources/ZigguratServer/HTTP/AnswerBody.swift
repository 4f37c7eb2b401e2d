internal import CMicroHTTPD
internal import Synchronization
internal import ZigguratSystem

/// The memory of the large answers that a server is sending.
final class AnswerMemory: Sendable {
    private let limit: Int
    private let held = Atomic(0)

    /// - Parameter limit: the most memory, in bytes.
    init(limit: Int = 1 << 28) { self.limit = limit }

    /// Reserves memory. Returns `false` if the reservation would exceed the limit.
    fileprivate func reserve(_ count: Int) -> Bool {
        let sum = held.wrappingAdd(count, ordering: .relaxed).newValue
        guard sum > limit else { return true }
        release(count)
        return false
    }

    fileprivate func release(_ count: Int) {
        held.wrappingSubtract(count, ordering: .relaxed)
    }
}

/// The bytes of an answer. libmicrohttpd reads them while it sends them.
final class AnswerBody {
    /// The largest answer that does not count towards the limit.
    static let smallBytes = 1 << 16
    /// The number of bytes to decompress before other connections get their turn.
    private static let bytesPerTurn = 1 << 20

    private enum Content {
        case bytes([UInt8], AnswerMemory)
        case stream(InflateStream, Range<Int>)
    }

    private let content: Content

    /// - Returns: `nil` if other answers use all of the memory.
    init?(_ bytes: [UInt8], _ memory: AnswerMemory) {
        guard memory.reserve(bytes.count) else { return nil }
        content = .bytes(bytes, memory)
    }

    /// Creates the body for a range of a file that is decompressed while it is sent.
    init(_ part: DeflatedPart, _ range: Range<Int>) {
        content = .stream(InflateStream(part), range)
    }

    deinit {
        if case .bytes(let bytes, let memory) = content { memory.release(bytes.count) }
    }

    private var count: Int {
        switch content {
        case .bytes(let bytes, _): bytes.count
        case .stream(_, let range): range.count
        }
    }

    /// Creates an answer for libmicrohttpd, which releases the body.
    func answer() -> OpaquePointer? {
        zig_answer_stream(
            UInt64(count),
            { body, offset, buffer, count in
                guard let body, let buffer else { return -1 }
                // libmicrohttpd retains the body and reads it on one thread at a time.
                return Unmanaged<AnswerBody>.fromOpaque(body).takeUnretainedValue().read(
                    from: Int(offset),
                    into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
            },
            { body in
                if let body { Unmanaged<AnswerBody>.fromOpaque(body).release() }
            }, Unmanaged.passRetained(self).toOpaque())
    }

    /// - Parameter offset: the offset of the first byte that earlier calls have not delivered.
    /// - Returns: the number of bytes; 0 to be called again; -1 if the data are damaged.
    private func read(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch content {
        case .bytes(let bytes, _):
            let part = bytes[offset..<min(bytes.count, offset + buffer.count)]
            buffer.copyBytes(from: part)
            return part.count
        case .stream(let stream, let range):
            do throws(InflateStream.Failure) {
                let start = range.lowerBound + offset
                guard stream.count == start else {
                    try stream.skip(min(start - stream.count, Self.bytesPerTurn))
                    return 0
                }
                let room = min(buffer.count, range.upperBound - start)
                return try stream.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
            } catch {
                return -1
            }
        }
    }
}
