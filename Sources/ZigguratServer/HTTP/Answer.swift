internal import CMicroHTTPD
internal import Synchronization
internal import ZigguratSystem

struct Answer {
    enum Body {
        case bytes([UInt8])
        case file(OpenFile, Range<Int>)
        /// A range of a compressed file in an archive. The bytes are decompressed while they are
        /// sent.
        case deflated(DeflatedPart, Range<Int>)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, let range), .deflated(_, let range): range.count
            }
        }

        func part(_ part: Range<Int>) -> Body {
            switch self {
            case .bytes(let bytes): .bytes(Array(bytes[part]))
            case .file(let file, let range): .file(file, Self.part(part, of: range))
            case .deflated(let entry, let range): .deflated(entry, Self.part(part, of: range))
            }
        }

        private static func part(_ part: Range<Int>, of range: Range<Int>) -> Range<Int> {
            range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound
        }
    }

    let status: Int
    var headers: [(name: String, value: String)]
    let body: Body
    /// The reason why a container could not be opened, for the log.
    var failure: ZigguratError?

    /// The headers of every answer. Caches must revalidate answers.
    private static let common = [("Cache-Control", "no-cache")]

    init(_ status: Int, _ headers: [(String, String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = Self.common + headers
        self.body = body
    }

    /// Returns an answer with one line of plain text.
    static func line(_ status: Int, _ text: String, _ headers: [(String, String)] = []) -> Answer {
        Answer(
            status, headers + [("Content-Type", "text/plain; charset=utf-8")],
            body: .bytes(Array("\(status) \(text)\n".utf8)))
    }
}

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
            do throws(InflateError) {
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
