package import ZigguratCore
package import ZigguratSystem

/// Writes pages, and galleries of them, from a set of templates.
package struct PageWriter: Sendable {
    let templates: PageTemplates

    /// The script with which other pages of the destination show a bundle's image, relative to the
    /// bundle.
    package static let imageScript = "viewer/picture.js"
    static let folder = SharedScripts.folder

    package init(_ templates: PageTemplates = .builtIn) {
        self.templates = templates
    }

    /// The script of ``PageDescription/offlineVersion`` that answers for the network; its folder is
    /// what it answers for.
    package static let worker = "offline-worker.js"

    /// The names of our own scripts in `viewer/`.
    static let ownStems = ["ziggurat", "ziggurat-viewer", "ziggurat-frame", "ziggurat-offline"]

    /// A checksum of the user's own templates; `nil` for the built-in ones.
    package var templatesDigest: String? { templates.digest }

    /// Throws if a viewer cannot show a pyramid.
    package func check(
        _ viewer: PageTemplates.Viewer, shows pyramid: Pyramid, layout: String
    ) throws(ZigguratError) {
        guard viewer == .leaflet, let obstacle = LeafletObstacle(in: pyramid) else { return }
        throw ZigguratError(PageFailure.leafletUnsupported(obstacle, layout: layout))
    }

    package func hasLanguage(_ tag: String) -> Bool { templates.hasLanguage(tag) }

    /// Throws if there are no texts in a language; `nil` is the visitor's.
    package func check(language: String?) throws(ZigguratError) {
        _ = try self.language(of: language)
    }

    /// The page, `index.html`, and the files that it loads from its own folder.
    package func files(for page: PageDescription) throws(ZigguratError) -> [BundleFile] {
        try check(page.viewer, shows: page.bundle.pyramid, layout: page.bundle.layout)
        var files = [try self.page(of: page)]
        if page.assets == .bundle {
            files += try scripts(of: page, in: Self.folder)
            files += separateScripts(of: page, in: Self.folder)
            if page.language == nil { files += try templates.languageFiles() }
        }
        if page.offlineVersion != nil {
            files.append(BundleFile(path: Self.worker, bytes: templates.script(Self.worker)))
        }
        if page.place != nil, page.assets != .page {
            var configuration = configuration(of: page, in: try language(of: page.language))
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
    ///
    /// - Parameters:
    ///   - language: that of the pages; `nil` for all languages.
    ///   - isOffline: whether visitors can keep the pages.
    package func sharedFiles(
        of viewer: PageTemplates.Viewer, in language: String? = nil, isOffline: Bool = false
    ) throws(ZigguratError) -> [BundleFile] {
        try sharedScripts(of: viewer)
            + Self.separateScripts(isOffline: isOffline).map { sharedFile($0.stem, $0.template) }
            + sharedLanguages(language)
    }

    /// The files with the texts of languages that the pages of a destination share, relative to it.
    ///
    /// - Parameter language: that of the pages; `nil` for all languages.
    package func sharedLanguages(_ language: String?) throws(ZigguratError) -> [BundleFile] {
        try templates.languageFiles(language).map(SharedScripts.shared)
    }

    /// Those that every page runs, in the order in which they run.
    private func sharedScripts(of viewer: PageTemplates.Viewer) -> [BundleFile] {
        scripts(of: viewer, hasFormats: true, in: Self.folder).map(SharedScripts.shared)
    }

    /// The language of a page; English if `nil`.
    func language(of tag: String?) throws(ZigguratError) -> PageLanguage {
        guard let tag else { return templates.english }
        return try templates.language(tag)
    }

    private func sharedFile(_ stem: String, _ template: String) -> BundleFile {
        let bytes = templates.script(template)
        return BundleFile(path: SharedScripts.path(stem, bytes), bytes: bytes)
    }

    /// The scripts that only some visitors need, with their templates: that of other sites' pages,
    /// its counterpart in a frame, and that which keeps files.
    private static let separateScripts = [
        (stem: "ziggurat-viewer", template: "component.js"),
        (stem: "ziggurat-frame", template: "frame.js"),
        (stem: "ziggurat-offline", template: "offline.js"),
    ]

    private static func separateScripts(
        isOffline: Bool
    ) -> [(stem: String, template: String)] {
        separateScripts.filter { isOffline || $0.template != "offline.js" }
    }

    private func separateScripts(of page: PageDescription, in folder: String) -> [BundleFile] {
        Self.separateScripts(isOffline: page.offlineVersion != nil).map {
            BundleFile(path: "\(folder)\($0.stem).js", bytes: templates.script($0.template))
        }
    }

    /// The configuration of a page with the addresses of the scripts that it may load.
    private func configuration(
        of page: PageDescription, in language: PageLanguage
    ) -> JSONValue {
        var configuration = page.configuration(in: language)
        guard page.assets != .page else { return configuration }
        let root = page.root ?? page.bundle.pathToDestination
        let addresses = Self.separateScripts.map { script -> JSONValue in
            .string(
                page.assets == .bundle
                    ? "viewer/\(script.stem).js"
                    : root + sharedFile(script.stem, script.template).path)
        }
        configuration["component"] = ["script": addresses[0], "frame": addresses[1]]
        if let version = page.offlineVersion {
            configuration["offline"] = [
                "version": .string(version), "script": addresses[2],
                "worker": .string(Self.worker),
            ]
        }
        return configuration
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
        let separate = assets == .page ? ["frame.js"] : ["component.js", "frame.js"]
        return page + library.code.count + own
            + separate.reduce(0) { $0 + templates.script($1).count }
    }

    /// The library and our own scripts, joined into one file so that a browser sends two requests.
    private func scripts(
        of viewer: PageTemplates.Viewer, readsArchive: Bool = false, hasFormats: Bool = false,
        in folder: String
    ) -> [BundleFile] {
        let library = ViewerLibrary(of: viewer)
        let own = Asset.scripts(
            of: viewer, readsArchive: readsArchive, hasFormats: hasFormats
        ).map(templates.script).joined(separator: [0x0A])
        let files = [
            BundleFile(path: "\(folder)\(library.fileName).js", bytes: library.code),
            BundleFile(path: "\(folder)ziggurat.js", bytes: Array(own)),
        ]
        return library.runsLast ? files.reversed() : files
    }

    /// The scripts of a page, in the order in which they run.
    private func scripts(
        of page: PageDescription, in folder: String
    ) throws(ZigguratError) -> [BundleFile] {
        let readsArchive = page.archive != nil
        var scripts = scripts(
            of: page.viewer, readsArchive: readsArchive, hasFormats: page.alternative != nil,
            in: folder)
        if readsArchive {
            scripts.insert(readerScript(in: folder), at: 0)
        }
        if let language = page.language {
            scripts.insert(contentsOf: try templates.languageFiles(language), at: 0)
        }
        return scripts
    }

    /// The script that reads archives.
    func readerScript(in folder: String) -> BundleFile {
        let reader = Asset.readerScripts.map(templates.script).joined(separator: [0x0A])
        return BundleFile(path: "\(folder)ziggurat-tiles.js", bytes: Array(reader))
    }

    private func style(of viewer: PageTemplates.Viewer) -> [UInt8] {
        templates.bytes("page.css") + ViewerLibrary(of: viewer).style
    }

    /// The page, `index.html`, without the files that it loads.
    package func page(of page: PageDescription) throws(ZigguratError) -> BundleFile {
        let style = style(of: page.viewer)
        let language = try language(of: page.language)
        let start = try templates.start(["text.js"], then: ["start.js"])
        let root = page.root ?? page.bundle.pathToDestination
        var code: [[UInt8]] = []
        var languages: [BundleFile] = []
        let scripts: [JSONValue]
        switch page.assets {
        case .bundle:
            scripts = try self.scripts(of: page, in: Self.folder).map {
                ["address": .string($0.path)]
            }
            if page.language == nil { languages = try templates.languageFiles() }
        case .destination:
            let own = try page.language.map { tag throws(ZigguratError) in
                try sharedLanguages(tag)
            }
            scripts = ((own ?? []) + sharedScripts(of: page.viewer)).map {
                ["address": .string(root + $0.path)]
            }
            if page.language == nil { languages = try sharedLanguages(nil) }
        case .page:
            code =
                (try self.scripts(of: page, in: "").map(\.bytes) + [templates.script("frame.js")])
                .map(InlineScript.safe)
            scripts = code.map { ["code": .string(String(decoding: $0, as: UTF8.self))] }
        }
        let policy = ContentPolicy.page(
            style: style, scripts: [start] + code, hasFiles: code.isEmpty,
            readsArchive: page.archive != nil, isOffline: page.offlineVersion != nil)
        let fields = try PageFields.of(
            page, in: language,
            languages: SharedScripts.list(languages, from: page.assets == .bundle ? "" : root),
            policy: policy, style: String(decoding: style, as: UTF8.self),
            start: String(decoding: start, as: UTF8.self), scripts: scripts,
            config: try configuration(of: page, in: language).scriptText())
        return try templates.page(
            "page.html", fields, in: page.language == nil ? nil : language)
    }
}

extension BundleDescription {
    /// From the page to the destination: `../../`.
    fileprivate var pathToDestination: String {
        String(repeating: "../", count: "\(export)/\(folder)".split(separator: "/").count)
    }
}
