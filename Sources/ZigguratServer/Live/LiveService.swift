internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// The IIIF image service of an image, which extends the files of the export to compliance level 2.
struct LiveService {
    private let version: IIIFImageRequest.Version
    private let layout: any Layout
    private let job: LiveJob
    private let site: LiveSite
    /// The service's address, without a slash at the end.
    private let address: String
    private let origin: String

    /// - Returns: `nil` if the layout is not a IIIF layout.
    init?(_ layout: String, _ job: LiveJob, _ site: LiveSite, _ request: Responder.Request) {
        switch layout {
        case "iiif": version = .two
        case "iiif3": version = .three
        default: return nil
        }
        guard let found = site.layouts.first(where: { $0.name == layout }) else { return nil }
        (self.layout, self.job, self.site) = (found, job, site)
        origin = site.baseURL ?? "http://\(request.header("Host") ?? "localhost")"
        address = "\(origin)/\(PercentEncoding.path("\(job.name)/\(layout)"))"
    }

    /// - Parameter parts: the path segments after the identifier.
    /// - Returns: `nil` if the file is or will be part of the export.
    func answer(
        _ parts: [String], _ context: Responder.Context
    ) throws(ZigguratError) -> Answer? {
        let request = context.request
        switch parts {
        case [] where !context.target.isFolder:
            let wantsPage = (request.header("Accept") ?? "").lowercased().contains("text/html")
            return LiveResponder.redirection(
                to: "/\(PercentEncoding.path(context.target.path))/"
                    + (wantsPage ? "" : "info.json"), 303)
        case ["info.json"]: return document(try BundleFile.json("info.json", info), request)
        case ["manifest.json"]:
            guard let bundle = job.plan.bundles.first(where: { $0.layout.name == layout.name })
            else { return nil }
            let file = try layout.descriptors(of: bundle.description)
                .first { $0.path == "manifest.json" }
            guard let manifest = file.flatMap({ JSONValue(parsing: $0.bytes) }) else { return nil }
            return document(try BundleFile.json("manifest.json", adapted(manifest)), request)
        case _ where parts.count == 4 && !context.target.isFolder:
            return try image(parts, context)
        default: return nil
        }
    }

    private func document(_ file: BundleFile, _ request: Responder.Request) -> Answer {
        let accepted = request.header("Accept") ?? ""
        let context = "http://iiif.io/api/image/\(version.rawValue)/context.json"
        let isLinked = accepted.contains("application/ld+json")
        var headers = [
            (
                "Content-Type",
                isLinked
                    ? "application/ld+json;profile=\"\(context)\"" : "application/json"
            ),
            ("Vary", "Accept"),
        ]
        if !isLinked {
            headers.append(
                (
                    "Link",
                    "<\(context)>;rel=\"http://www.w3.org/ns/json-ld#context\";"
                        + "type=\"application/ld+json\""
                ))
        }
        return Answer(200, headers, body: .bytes(file.bytes))
    }

    /// Returns a document of an export, changed for a service of level 2 at the server's address.
    private func adapted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text):
            let preview = BundleDescription.previewURL + "/"
            if text == "level0" { return "level2" }
            if text == "http://iiif.io/api/image/2/level0.json" { return .string(Self.levelTwo) }
            return text.hasPrefix(preview)
                ? .string("\(origin)/\(text.dropFirst(preview.count))") : value
        case .array(let items): return .array(items.map(adapted))
        case .object(let members): return .object(members.mapValues(adapted))
        case .null, .boolean, .number: return value
        }
    }

    private static let levelTwo = "http://iiif.io/api/image/2/level2.json"

    private var profile: String {
        version == .two ? Self.levelTwo : "http://iiif.io/api/image/3/level2.json"
    }

    private var info: JSONValue {
        let pyramid = job.plan.bundles.first { $0.layout.name == layout.name }?.pyramid
        let size = job.plan.header.size
        let tile = pyramid?.tiling.tileSize ?? PixelSize(square: 512)
        let levels = pyramid?.levels ?? []
        let side = JSONValue.integer(IIIFImageRequest.maximumSide)
        let area = JSONValue.integer(IIIFImageRequest.maximumArea)
        let sizes = levels.map(\.size).filter {
            $0.longSide <= IIIFImageRequest.maximumSide
                && $0.pixelCount <= IIIFImageRequest.maximumArea
        }.map { size -> JSONValue in
            ["width": .integer(size.width), "height": .integer(size.height)]
        }
        var info: [String: JSONValue] = [
            "protocol": "http://iiif.io/api/image", "width": .integer(size.width),
            "height": .integer(size.height), "sizes": .array(sizes),
            "tiles": [
                [
                    "width": .integer(tile.width), "height": .integer(tile.height),
                    "scaleFactors": .array(levels.reversed().map { .integer($0.scaleFactor) }),
                ]
            ],
            "@context": .string("http://iiif.io/api/image/\(version.rawValue)/context.json"),
        ]
        if version == .two {
            info["@id"] = .string(address)
            info["profile"] = [
                .string(Self.levelTwo),
                [
                    "formats": ["jpg", "png", "webp"], "qualities": ["color", "gray", "bitonal"],
                    "maxWidth": side, "maxHeight": side, "maxArea": area,
                    "supports": [
                        "mirroring", "regionSquare", "sizeAboveFull", "profileLinkHeader",
                    ],
                ],
            ]
        } else {
            info["id"] = .string(address)
            info["type"] = "ImageService3"
            info["profile"] = "level2"
            (info["maxWidth"], info["maxHeight"], info["maxArea"]) = (side, side, area)
            info["extraFormats"] = ["webp"]
            info["extraQualities"] = ["color", "gray", "bitonal"]
            info["extraFeatures"] = [
                "mirroring", "rotationBy90s", "sizeUpscaling", "profileLinkHeader",
            ]
        }
        return .object(info)
    }

    private func image(
        _ parts: [String], _ context: Responder.Context
    ) throws(ZigguratError) -> Answer? {
        let parameters: IIIFImageRequest
        do throws(IIIFRequestError) {
            parameters = try IIIFImageRequest(parts, of: job.plan.header.size, version)
        } catch {
            return switch error {
            case .invalid(let field): .line(400, "invalid \(field)")
            case .unsupported(let field): .line(501, "unsupported \(field)")
            case .tooLarge: .line(400, "the size is above the limits")
            }
        }
        let wanted = LiveResponder.limited(context.request.isWanted)
        if job.isDirect {
            let path = ([layout.name] + parts).joined(separator: "/")
            switch try site.file(at: path, of: job, isWanted: wanted) {
            case .stored(let file):
                let answer = context.send(file)
                // The file may have been removed to make room for another image.
                if answer.status != 404 { return linked(answer) }
            case .provisional(let bytes):
                return linked(
                    Answer(
                        200, [("Content-Type", parameters.format.mediaType)], body: .bytes(bytes)))
            case .document, nil: break
            }
            guard let bytes = try site.directRegion(parameters, of: job, isWanted: wanted) else {
                return nil
            }
            return linked(
                Answer(
                    200, [("Content-Type", parameters.format.mediaType)], body: .bytes(bytes)))
        }
        // In an export, `max` and `full` mean the largest whole image, which may be smaller than the
        // image.
        let isLargest = ["max", "full"].contains(parts[1])
        if !isLargest, job.state.isOpen,
            let tile = LiveResponder(site: site).writtenTile(
                at: ([layout.name] + parts).joined(separator: "/"), of: job, context)
        {
            return linked(tile)
        }
        switch job.wait(
            seconds: isLargest ? LiveResponder.tileTimeout : 1, isWanted: wanted)
        {
        case .done: break
        case .failed(let error): throw error
        case .waiting, .elsewhere, .running: return LiveResponder.notReady
        }
        let known = site.validators(of: job, parameters)
        if !isLargest || job.plan.header.size.longSide <= WholeImage.maximumSide {
            let stored = context.send(context.target.path)
            guard stored.status == 404 else { return linked(stored) }
        }
        // The whole export may have been removed.
        guard let validators = site.validators(of: job, parameters),
            validators.entityTag == known?.entityTag
        else { throw ZigguratError(Cancelled(), job.plan.sourcePath) }
        let matches = validators.areMet(
            noneMatch: context.request.header("If-None-Match"), modifiedSince: nil)
        let headers = [
            ("ETag", validators.entityTag), ("Last-Modified", validators.lastModified),
        ]
        guard !matches else { return linked(Answer(304, headers)) }
        let bytes = try site.encoded(parameters, of: job, isWanted: wanted)
        return linked(
            Answer(
                200, headers + [("Content-Type", parameters.format.mediaType)],
                body: .bytes(bytes)))
    }

    private func linked(_ answer: Answer) -> Answer {
        var answer = answer
        answer.headers.append(("Link", "<\(profile)>;rel=\"profile\""))
        return answer
    }
}

extension LiveSite {
    /// Returns the validators of an encoded region; `nil` if the export is missing. The validators
    /// depend on the export and the parameters.
    fileprivate func validators(
        of job: LiveJob, _ parameters: IIIFImageRequest
    ) -> Validators? {
        guard let file = FileAttributes(path: "\(folder)/\(job.name)/ziggurat.json") else {
            return nil
        }
        let words = [
            Int(file.identity.inode), file.modified.seconds, file.modified.nanoseconds,
        ].map { String($0, radix: 36) }
        let suffix = String(XXH3.hash("\(parameters)"), radix: 36)
        return Validators(
            entityTag: "\"\(words.joined(separator: "-"))-\(suffix)\"",
            modified: file.modified.seconds)
    }
}
