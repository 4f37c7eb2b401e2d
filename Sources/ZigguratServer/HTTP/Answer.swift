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
