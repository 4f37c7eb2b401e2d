internal import ZigguratCore
internal import ZigguratSystem

/// Decides what a request is answered with: the rules of the preview, without the sockets.
struct Responder: Sendable {
    let folder: SiteFolder
    /// What is looked into besides folders; nothing where it is `nil`.
    let containers: OpenContainers?

    private static let methods = "GET, HEAD, OPTIONS"
    static let index = "index.html"

    /// What the rules look at of a request.
    struct Request {
        let method: String
        let target: String
        /// The value of a header by its name, whatever the case.
        let header: (String) -> String?
    }

    func answer(_ request: Request) -> Answer {
        switch request.method {
        case "GET", "HEAD": break
        case "OPTIONS":
            // What a page on another host is asked about before it may ask for a range: the Fetch
            // standard, “CORS-preflight fetch”.
            return Answer(
                204,
                [
                    ("Allow", Self.methods), ("Access-Control-Allow-Methods", Self.methods),
                    ("Access-Control-Allow-Headers", "*"), ("Access-Control-Max-Age", "86400"),
                ])
        default:
            return .line(
                405, "this server only reads: GET and HEAD", [("Allow", Self.methods)])
        }
        do throws(RequestTarget.Refusal) {
            return answer(request, try RequestTarget(request.target))
        } catch {
            switch error {
            case .malformed: return .line(400, "this is no address")
            case .hidden: return Self.missing
            }
        }
    }

    private func answer(_ request: Request, _ target: RequestTarget) -> Answer {
        do throws(SiteFolder.Refusal) {
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
            case .forbidden: return .line(403, "this may not be read")
            case .busy: return .line(503, "too many files are open", [("Retry-After", "1")])
            }
        }
    }

    private func answer(
        _ request: Request, folder open: OpenFile, at target: RequestTarget
    ) throws(SiteFolder.Refusal) -> Answer {
        let path = (target.segments + [Self.index]).joined(separator: "/")
        do throws(SiteFolder.Refusal) {
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
                    containers?.mayOpen(name) ?? false
                }))
    }

    /// A file, or the part of it that is asked for, unless the reader has it already.
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
        // A range is for GET alone: RFC 9110, section 14.2.
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

    static let missing = Answer.line(404, "there is nothing of this name")

    /// To the same address with a slash behind it, so that the page's own addresses are right. It
    /// is put together anew: what was asked for may look like another host.
    static func redirection(to target: RequestTarget, _ status: Int) -> Answer {
        let path = "/" + PercentEncoding.path(target.path) + "/"
        let query = target.query.map { "?" + $0 } ?? ""
        return .line(status, "the folder is at \(path)", [("Location", path + query)])
    }
}
