internal import ZigguratCore
internal import ZigguratExport

/// The answers to requests. A responder does not use sockets.
struct Responder: Sendable {
    let folder: SiteFolder
    let containers: OpenContainers
    let access: AccessRules
    /// The responder for live images; `nil` if only files of the folder are served.
    var live: (any ImageResponder)?

    /// A request, and the functions of the server that an answer needs.
    struct Context {
        let request: Request
        let target: RequestTarget
        /// Sends a file of the cache.
        let send: (_ path: String) -> Answer
    }

    private static let methods = "GET, HEAD, OPTIONS"
    static let index = "index.html"

    struct Request {
        let method: String
        let target: String
        /// Returns the value of a header; the name is case-insensitive.
        let header: (String) -> String?
        /// Whether the client still waits for the answer.
        var isWanted: () -> Bool = { true }
    }

    func answer(_ request: Request) -> Answer {
        var answer =
            access.accepts(host: request.header("Host"))
            ? permitted(request) : .line(421, "unknown host name; use localhost")
        answer.headers += access.headers(origin: request.header("Origin"))
        return answer
    }

    private func permitted(_ request: Request) -> Answer {
        switch request.method {
        case "GET", "HEAD": break
        case "OPTIONS":
            // Browsers ask for permission before a page of another host requests a range: Fetch
            // standard, “CORS-preflight fetch”.
            return Answer(
                204,
                [
                    ("Allow", Self.methods), ("Access-Control-Allow-Methods", Self.methods),
                    ("Access-Control-Allow-Headers", "*"), ("Access-Control-Max-Age", "86400"),
                ])
        default:
            return .line(
                405, "method not allowed; use GET or HEAD", [("Allow", Self.methods)])
        }
        do throws(RequestTargetError) {
            return answer(request, try RequestTarget(request.target))
        } catch {
            switch error {
            case .malformed: return .line(400, "invalid address")
            case .hidden: return Self.missing
            }
        }
    }

    private func answer(_ request: Request, _ target: RequestTarget) -> Answer {
        guard let live else { return storedAnswer(request, target) }
        var request = request
        let isOpen = request.isWanted
        request.isWanted = { isOpen() && !live.isStopped }
        let context = Context(request: request, target: target) { path in
            path == target.path
                ? storedAnswer(request, target) : answer(request, fileAt: path)
        }
        return live.answer(context) ?? storedAnswer(request, target)
    }

    /// Answers with a file of the folder, even if the file is hidden.
    private func answer(_ request: Request, fileAt path: String) -> Answer {
        guard let file = try? folder.open(path), !file.isFolder else { return Self.missing }
        return answer(request, .file(file, 0..<file.size), file.validators, named: path)
    }

    private func storedAnswer(_ request: Request, _ target: RequestTarget) -> Answer {
        do throws(SiteFolderError) {
            if let container = try container(for: target) {
                return answer(request, in: container, at: target)
            }
            let file = try folder.open(target.path)
            guard file.isFolder else {
                if target.isFolder { return Self.missing }
                return answer(
                    request, .file(file, 0..<file.size), file.validators, named: target.path)
            }
            guard target.isFolder else { return Self.redirection(to: target, 301) }
            return try answer(request, folder: file, at: target)
        } catch {
            switch error {
            case .missing: return Self.missing
            case .forbidden: return .line(403, "permission denied")
            case .busy: return .line(503, "too many open files", [("Retry-After", "1")])
            }
        }
    }

    private func answer(
        _ request: Request, folder open: OpenFile, at target: RequestTarget
    ) throws(SiteFolderError) -> Answer {
        let path = (target.segments + [Self.index]).joined(separator: "/")
        do throws(SiteFolderError) {
            let page = try folder.open(path)
            if !page.isFolder {
                return answer(request, .file(page, 0..<page.size), page.validators, named: path)
            }
        } catch {
            if error != .missing { throw error }
        }
        return Answer(
            200, [("Content-Type", MediaType.of(Self.index))],
            body: .bytes(
                FolderPage.bytes(of: target.segments, names: folder.names(in: open)) { name in
                    containers.mayOpen(name)
                }))
    }

    /// Answers with a file or its requested part; with status 304 if the client's copy is current.
    func answer(
        _ request: Request, _ content: Answer.Body, _ validators: Validators, named path: String
    ) -> Answer {
        var headers = [
            ("ETag", validators.entityTag), ("Last-Modified", validators.lastModified),
        ]
        if validators.areMet(
            noneMatch: request.header("If-None-Match"),
            modifiedSince: request.header("If-Modified-Since"))
        {
            return Answer(304, headers)
        }
        headers += [("Accept-Ranges", "bytes"), ("Content-Type", MediaType.of(path))]
        let size = content.count
        // Ranges are defined only for GET: RFC 9110, section 14.2.
        let isWanted =
            request.method == "GET" && validators.allowPart(ifRange: request.header("If-Range"))
        switch ByteRange(isWanted ? request.header("Range") : nil, size: size) {
        case .whole:
            return Answer(200, headers, body: content)
        case .part(let range):
            headers.append(
                ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
            return Answer(206, headers, body: content.part(range))
        case .unsatisfiable:
            return .line(
                416, "the file has \(size) bytes", [("Content-Range", "bytes */\(size)")])
        }
    }

    static let missing = Answer.line(404, "not found")

    /// Redirects to an address with a slash at the end, so that relative links in the page work.
    ///
    /// The address is rebuilt from the decoded path, because the requested address may look like an
    /// address of another host.
    static func redirection(to target: RequestTarget, _ status: Int) -> Answer {
        let path = "/" + PercentEncoding.path(target.path) + "/"
        let query = target.query.map { "?" + $0 } ?? ""
        return .line(status, "the folder is at \(path)", [("Location", path + query)])
    }
}

/// A responder for images that are exported when a client requests them.
protocol ImageResponder: Sendable {
    /// Whether the server is stopping, so that answers are no longer needed.
    var isStopped: Bool { get }

    /// - Returns: `nil` if the address belongs to a file outside the images.
    func answer(_ context: Responder.Context) -> Answer?
}

/// A `Range` header: RFC 9110, section 14.
enum ByteRange: Hashable {
    /// The whole file: the header is missing or invalid, or has several ranges, which a server may
    /// ignore.
    case whole
    case part(Range<Int>)
    /// The range is outside the file.
    case unsatisfiable

    /// - Parameter size: the size of the file, in bytes.
    init(_ header: String?, size: Int) {
        self = .whole
        guard let header else { return }
        let sides = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, sides[0].lowercased() == "bytes" else { return }
        let ends = sides[1].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return }
        let numbers = ends.map(Self.number)
        if ends[0].isEmpty, let count = numbers[1] {
            self = count > 0 && size > 0 ? .part(max(size - count, 0)..<size) : .unsatisfiable
        } else if let first = numbers[0], ends[1].isEmpty {
            self = first < size ? .part(first..<size) : .unsatisfiable
        } else if let first = numbers[0], let last = numbers[1], first <= last {
            self = first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
        }
    }

    /// Returns the number that a text of digits represents; the largest number on overflow.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text) ?? .max
    }
}
