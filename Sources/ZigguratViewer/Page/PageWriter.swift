package import ZigguratCore
package import ZigguratSystem

/// Writes pages, and galleries of them, from a set of templates.
package struct PageWriter: Sendable {
    let templates: PageTemplates

    /// The script with which other pages of the destination show a bundle's image, relative to the
    /// bundle.
    package static let imageScript = "viewer/picture.js"
    /// The script that shows a tour, relative to the bundle.
    package static let tourScript = "viewer/\(Asset.tourScript)"

    package init(_ templates: PageTemplates = .builtIn) {
        self.templates = templates
    }

    /// A checksum of the user's own templates; `nil` for the built-in ones.
    package var templatesDigest: String? { templates.digest }

    /// Throws if a viewer cannot show a pyramid.
    package func check(
        _ viewer: PageTemplates.Viewer, shows pyramid: Pyramid, layout: String
    ) throws(ZigguratError) {
        guard viewer == .leaflet, let obstacle = LeafletObstacle(in: pyramid) else { return }
        throw ZigguratError(PageFailure.leafletUnsupported(obstacle, layout: layout))
    }

    /// The page, `index.html`, and the files that it loads from its own folder.
    package func files(for page: PageDescription) throws(ZigguratError) -> [BundleFile] {
        try check(page.viewer, shows: page.bundle.pyramid, layout: page.bundle.layout)
        var files = [try self.page(of: page)]
        if page.assets == .bundle { files += scripts(of: page, in: "viewer/") }
        if page.place != nil, page.assets != .page {
            var configuration = page.configuration
            if let address = page.placeholderAddress {
                configuration["placeholder"] = .string(address)
            }
            let json = try configuration.scriptText()
            files.append(
                BundleFile(
                    path: Self.imageScript,
                    bytes: Array("window.zigguratPicture = \(json);\n".utf8)))
        }
        return files
    }

    /// The scripts that the pages of a destination share, relative to it.
    ///
    /// Their names contain a checksum, so that older pages keep their version.
    package func sharedFiles(of viewer: PageTemplates.Viewer) -> [BundleFile] {
        (scripts(of: viewer, in: "") + [tourScript(in: "")]).map { file in
            BundleFile(
                path: SharedScripts.path(String(file.path.dropLast(3)), file.bytes),
                bytes: file.bytes)
        }
    }

    /// The size of a page and its scripts without the description of its image.
    package func byteCount(of viewer: PageTemplates.Viewer, _ assets: PageTemplates.Assets) -> Int {
        let library = ViewerLibrary(of: viewer)
        let page =
            templates.bytes("page.html").count + templates.bytes("page.css").count
            + library.style.count
        if assets == .destination { return page }
        // A line feed separates the scripts.
        let own = Asset.scripts(of: viewer).reduce(-1) { $0 + templates.script($1).count + 1 }
        return page + library.code.count + own
    }

    /// The library and our own scripts, joined into one file so that a browser sends two requests.
    private func scripts(
        of viewer: PageTemplates.Viewer, readsArchive: Bool = false, in folder: String
    ) -> [BundleFile] {
        let library = ViewerLibrary(of: viewer)
        let own = Asset.scripts(of: viewer, readsArchive: readsArchive).map(templates.script)
            .joined(separator: [0x0A])
        let files = [
            BundleFile(path: "\(folder)\(library.fileName).js", bytes: library.code),
            BundleFile(path: "\(folder)ziggurat.js", bytes: Array(own)),
        ]
        return library.runsLast ? files.reversed() : files
    }

    /// The scripts of a page, in the order in which they run.
    private func scripts(of page: PageDescription, in folder: String) -> [BundleFile] {
        let readsArchive = page.archive != nil
        let scripts = scripts(of: page.viewer, readsArchive: readsArchive, in: folder)
        let tour = page.tour == nil ? [] : [tourScript(in: folder)]
        guard readsArchive else { return scripts + tour }
        let reader = Asset.readerScripts.map(templates.script).joined(separator: [0x0A])
        return [BundleFile(path: "\(folder)ziggurat-tiles.js", bytes: Array(reader))] + scripts
            + tour
    }

    private func tourScript(in folder: String) -> BundleFile {
        BundleFile(path: folder + Asset.tourScript, bytes: templates.script(Asset.tourScript))
    }

    private func style(of page: PageDescription) -> [UInt8] {
        templates.bytes("page.css") + (page.tour == nil ? [] : templates.bytes("tour.css"))
            + ViewerLibrary(of: page.viewer).style
    }

    /// The page, `index.html`, without the files that it loads.
    package func page(of page: PageDescription) throws(ZigguratError) -> BundleFile {
        let style = style(of: page)
        let start = InlineScript.safe(templates.bytes("start.js"))
        var code: [[UInt8]] = []
        let scripts: [JSONValue]
        switch page.assets {
        case .bundle:
            scripts = self.scripts(of: page, in: "viewer/").map {
                ["address": .string($0.path)]
            }
        case .destination:
            scripts = sharedFiles(of: page.viewer).filter { file in
                page.tour != nil || !SharedScripts.isTour(file.path)
            }.map {
                ["address": .string((page.root ?? page.bundle.pathToDestination) + $0.path)]
            }
        case .page:
            code = self.scripts(of: page, in: "").map { InlineScript.safe($0.bytes) }
            scripts = code.map { ["code": .string(String(decoding: $0, as: UTF8.self))] }
        }
        let policy = ContentPolicy.page(
            style: style, scripts: [start] + code, hasFiles: code.isEmpty,
            playsSounds: page.tour != nil, readsArchive: page.archive != nil)
        let fields = try PageFields.of(
            page, policy: policy, style: String(decoding: style, as: UTF8.self),
            start: String(decoding: start, as: UTF8.self), scripts: scripts,
            config: try page.configuration.scriptText())
        return try templates.page("page.html", fields)
    }
}

extension BundleDescription {
    /// From the page to the destination: `../../`.
    fileprivate var pathToDestination: String {
        String(repeating: "../", count: "\(export)/\(folder)".split(separator: "/").count)
    }
}
