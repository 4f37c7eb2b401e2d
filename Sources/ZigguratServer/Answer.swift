internal import ZigguratSystem

/// What a request is answered with.
struct Answer {
    enum Body {
        case bytes([UInt8])
        /// These bytes of a file.
        case file(OpenFile, Range<Int>)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, let range): range.count
            }
        }

        /// Some of the bytes, which are there.
        func part(_ part: Range<Int>) -> Body {
            switch self {
            case .bytes(let bytes): .bytes(Array(bytes[part]))
            case .file(let file, let range):
                .file(
                    file, range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
            }
        }
    }

    let status: Int
    var headers: [(name: String, value: String)]
    let body: Body

    /// What every answer says: readers on other hosts may use everything, and ask again whether it
    /// is still right before they show what they have kept.
    private static let common = [
        ("Access-Control-Allow-Origin", "*"),
        (
            "Access-Control-Expose-Headers",
            "Accept-Ranges, Content-Length, Content-Range, ETag, Last-Modified"
        ),
        ("Cache-Control", "no-cache"),
    ]

    init(_ status: Int, _ headers: [(String, String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = Self.common + headers
        self.body = body
    }

    /// A page of one line.
    static func line(_ status: Int, _ text: String, _ headers: [(String, String)] = []) -> Answer {
        Answer(
            status, headers + [("Content-Type", "text/plain; charset=utf-8")],
            body: .bytes(Array("\(status) \(text)\n".utf8)))
    }

    /// Bytes that are sent where the method asks for a body.
    var count: Int { body.count }
}
