internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratSystem
internal import ZigguratViewer

/// The responder for the images of a live server.
///
/// An address names a file of an image's export. If the file exists, it is sent; otherwise the
/// export is started. A document is answered at once with a page that shows the progress. A request
/// for a tile waits some seconds for the export.
struct LiveResponder: ImageResponder {
    let site: LiveSite

    var isStopped: Bool { site.isStopped }

    /// The longest time that a request for a tile waits for the export, in seconds.
    static let tileTimeout = 8.0
    /// The longest time to encode a region, in seconds.
    private static let encodingTimeout = 30.0
    /// The number of attempts to make and send a file that is meanwhile removed from the cache.
    private static let attempts = 3
    /// The folder of an image's preview and progress.
    static let extras = "live"
    private static let previewSide = 1600
    private static let thumbnailSide = 320

    /// - Returns: `nil` if the address belongs to a file outside the images.
    func answer(_ context: Responder.Context) -> Answer? {
        let target = context.target
        do throws(ZigguratError) {
            try site.renew()
        } catch {
            return problem(error, with: target.segments.first ?? "", context)
        }
        if target.segments.isEmpty {
            let texts = texts(for: context.request)
            let list = site.list
            return page(LiveIndexPage.bytes(of: list.names, list.failures, texts))
        }
        // Image pages load this list of other images. A live server has no such list, so the list
        // is empty.
        if target.segments == ["pictures.js"], let list = try? PageWriter.list(of: []) {
            return Answer(
                200, [("Content-Type", MediaType.of(list.path))], body: .bytes(list.bytes))
        }
        if !target.isFolder, let size = site.naming.request(at: target.path) {
            if site.sizes.allows(size.kind) { return answer(size, context) }
            // A file of an export can have such a name, too.
            if target.segments.count == 1 { return .line(404, "size not allowed") }
        }
        guard let (name, rest) = image(in: target.segments, context.request.isWanted) else {
            return target.segments.first == "viewer" ? nil : Responder.missing
        }
        for _ in 0..<Self.attempts {
            var job: LiveJob?
            let result = guarded(name, context) { () throws(ZigguratError) in
                if rest.first == Self.extras { return try extra(name, rest, context) }
                job = try site.job(name, isWanted: context.request.isWanted)
                return try job.flatMap { job throws(ZigguratError) in
                    try answer(job, rest, context)
                }
            }
            guard result.status >= 400, context.request.isWanted(), let job,
                site.isReplaced(job)
            else { return result }
        }
        return Self.notReady
    }

    /// Returns the image at the start of a path, and the segments after its name.
    private func image(
        in segments: [String], _ isWanted: () -> Bool
    ) -> (name: String, rest: [String])? {
        for count in 1...min(segments.count, 4) {
            let name = segments.prefix(count).joined(separator: "/")
            if site.hasImage(name, isWanted: isWanted) {
                return (name, Array(segments.dropFirst(count)))
            }
        }
        return nil
    }

    private func answer(
        _ job: LiveJob, _ rest: [String], _ context: Responder.Context
    ) throws(ZigguratError) -> Answer? {
        let target = context.target
        guard let layout = rest.first else {
            return Self.redirection(
                to: "/\(PercentEncoding.path(job.name))/\(site.layouts[0].name)/", 302)
        }
        if let service = LiveService(layout, job, site, context.request),
            let answer = try service.answer(Array(rest.dropFirst()), context)
        {
            return answer
        }
        if job.isDirect { return try direct(job, rest, context) }
        if case .done = job.state { return context.send(target.path) }
        let isPage = target.isFolder || rest.last == Responder.index
        if isPage, rest.count <= 2, site.layouts.contains(where: { $0.name == layout }) {
            if case .failed(let error) = job.state { throw error }
            let depth = target.isFolder ? rest.count : rest.count - 1
            return page(
                LivePage.bytes(of: job.plan, depth: depth, texts(for: context.request)))
        }
        guard target.isFolder || rest.count > 1 else {
            return Self.redirection(to: "/\(PercentEncoding.path(target.path))/", 301)
        }
        let path = rest.joined(separator: "/")
        let end = ContinuousClock.now + .seconds(Self.tileTimeout)
        if let tile = writtenTile(at: path, of: job, context) { return tile }
        // At least one second: time to move a complete export to its place.
        let seconds = max(1, (end - ContinuousClock.now) / .seconds(1))
        switch job.wait(seconds: seconds, isWanted: context.request.isWanted) {
        case .done: return context.send(context.target.path)
        case .failed(let error): throw error
        case .waiting, .elsewhere, .running: return Self.notReady
        }
    }

    /// Waits until the export has written a tile, and sends it.
    ///
    /// - Returns: `nil` if the export is done or has failed, or if the time is over.
    func writtenTile(at path: String, of job: LiveJob, _ context: Responder.Context) -> Answer? {
        let isWanted = context.request.isWanted
        guard job.wait(seconds: Self.tileTimeout, for: path, isWanted: isWanted).isOpen,
            let place = site.writtenTile(at: path, of: job)
        else { return nil }
        let answer = context.send(place)
        // The export may have been completed and moved, so an older export may be at this place.
        guard answer.status < 400, site.writtenTile(at: path, of: job) == place else {
            return nil
        }
        return answer
    }

    /// Answers with a file of an image whose tiles are made on demand.
    private func direct(
        _ job: LiveJob, _ rest: [String], _ context: Responder.Context
    ) throws(ZigguratError) -> Answer? {
        let parts = context.target.isFolder ? rest + [Responder.index] : rest
        let wanted = Self.limited(context.request.isWanted)
        let inner = parts.joined(separator: "/")
        for _ in 0..<Self.attempts {
            switch try site.file(at: inner, of: job, isWanted: wanted) {
            case .stored(let path):
                let answer = context.send(path)
                // The file may have been removed to make room for another image.
                if answer.status != 404 { return answer }
            case .document(let bytes), .provisional(let bytes):
                return Answer(
                    200, [("Content-Type", MediaType.of(parts.last ?? ""))], body: .bytes(bytes))
            case nil: return nil
            }
        }
        return Self.notReady
    }

    static let notReady = Answer.line(
        503, "the tiles are being made", [("Retry-After", "2")])

    /// Returns the preview, the thumbnail or the progress of an image.
    private func extra(
        _ name: String, _ rest: [String], _ context: Responder.Context
    ) throws(ZigguratError) -> Answer? {
        guard rest.count == 2 else { return nil }
        switch rest[1] {
        case "preview.jpg", "thumbnail.jpg":
            let side = rest[1] == "preview.jpg" ? Self.previewSide : Self.thumbnailSide
            for _ in 0..<Self.attempts {
                guard
                    let path = try site.preview(
                        of: name, longestSide: side, isWanted: context.request.isWanted)
                else { return nil }
                let answer = context.send(path)
                if answer.status != 404 { return answer }
            }
            return Self.notReady
        case "progress.json":
            guard let job = try site.job(name, isWanted: context.request.isWanted) else {
                return nil
            }
            let file = try BundleFile.jsonLine("", LivePage.progress(of: job.state))
            return Answer(
                200, [("Content-Type", MediaType.of("progress.json"))], body: .bytes(file.bytes))
        default: return nil
        }
    }

    private func answer(_ size: SizeRequest, _ context: Responder.Context) -> Answer {
        guarded(size.name, context) { () throws(ZigguratError) in
            let wanted = Self.limited(context.request.isWanted)
            for _ in 0..<Self.attempts {
                switch try site.path(of: size, isWanted: wanted) {
                case .success(let path):
                    let answer = context.send(path)
                    // The file may have been removed to make room for another image.
                    if answer.status != 404 { return answer }
                case .failure(let error):
                    switch error {
                    case .notAllowed: return .line(404, "size not allowed")
                    case .unknownImage: return Responder.missing
                    case .largerThanImage:
                        return .line(404, "the image is smaller, or the size too large")
                    }
                }
            }
            return Self.notReady
        }
    }

    /// Returns a function that returns `false` after some seconds, or as soon as `isWanted` does.
    static func limited(_ isWanted: @escaping () -> Bool) -> () -> Bool {
        let end = ContinuousClock.now + .seconds(encodingTimeout)
        return { ContinuousClock.now < end && isWanted() }
    }

    /// Returns the answer of a closure, or a page about its error.
    private func guarded(
        _ name: String, _ context: Responder.Context, _ body: () throws(ZigguratError) -> Answer?
    ) -> Answer {
        do throws(ZigguratError) {
            return try body() ?? Responder.missing
        } catch {
            return problem(error, with: name, context)
        }
    }

    private func problem(_ error: ZigguratError, with name: String, _ context: Responder.Context)
        -> Answer
    {
        let (status, text) = LiveProblem.answer(to: error)
        let texts = texts(for: context.request)
        var answer = page(LivePage.bytes(ofProblem: text, with: name, texts), status)
        if status == 503 { answer.headers.append(("Retry-After", "5")) }
        answer.failure = error.code == .cancelled ? nil : site.naming(error)
        return answer
    }

    private func page(_ bytes: [UInt8], _ status: Int = 200) -> Answer {
        let headers = [
            ("Content-Type", MediaType.of(Responder.index)), ("Vary", "Accept-Language"),
        ]
        return Answer(status, headers, body: .bytes(bytes))
    }

    private func texts(for request: Responder.Request) -> ServerTexts {
        ServerTexts(
            site.templates, accepted: request.header("Accept-Language"), fixed: site.language)
    }

    static func redirection(to address: String, _ status: Int) -> Answer {
        .line(status, "see \(address)", [("Location", address)])
    }
}
