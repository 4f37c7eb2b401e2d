internal import ZigguratSystem

struct Answer {
    enum Body {
        case bytes([UInt8])
        case file(OpenFile, Range<Int>)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, let range): range.count
            }
        }

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
    /// Why a container could not be opened, for the log.
    var failure: ZigguratError?

    /// The headers of every answer. Caches must revalidate it.
    private static let common = [
        // Pages of every origin may read the answer: IIIF and map viewers on other sites load
        // descriptors and tiles by script, and IIIF Image API 3.0, section 4.1, asks for this value.
        // The server only reads, has no cookies, and by default listens on this machine only.
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

    /// A plain text of one line.
    static func line(_ status: Int, _ text: String, _ headers: [(String, String)] = []) -> Answer {
        Answer(
            status, headers + [("Content-Type", "text/plain; charset=utf-8")],
            body: .bytes(Array("\(status) \(text)\n".utf8)))
    }
}
