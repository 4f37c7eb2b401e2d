internal import FoundationEssentials
package import ZigguratCore
package import ZigguratSystem

/// A writer of pages and galleries from a set of templates.
package struct PageWriter: Sendable {
    let templates: PageTemplates

    /// The script by which other pages of the destination show a bundle's image, relative to the
    /// bundle.
    package static let imageScript = "viewer/picture.js"
    /// The script that shows a tour, relative to the bundle.
    package static let tourScript = folder + SeparateScript.tour.file
    package static let folder = SharedScripts.folder

    package init(_ templates: PageTemplates = .builtIn) {
        self.templates = templates
    }

    /// The service worker for ``PageDescription/offlineVersion``, which answers requests for the
    /// files in its own folder.
    package static let worker = "offline-worker.js"

    /// The names of Ziggurat's scripts in `viewer/`.
    static let ownStems = ["ziggurat"] + SeparateScript.all.map(\.stem)

    /// A checksum of the user's templates; `nil` if all templates are built in.
    package var templatesDigest: String? { templates.digest }

    /// Throws if a viewer cannot show a pyramid.
    package func check(
        _ viewer: PageTemplates.Viewer, shows pyramid: Pyramid, layout: String
    ) throws(ZigguratError) {
        guard viewer == .leaflet, let limitation = LeafletLimitation(in: pyramid) else { return }
        throw ZigguratError(PageError.leafletUnsupported(limitation, layout: layout))
    }

    package func hasLanguage(_ tag: String) -> Bool { templates.hasLanguage(tag) }

    /// Throws if texts in a language are missing; `nil` stands for the visitor's language.
    package func check(language: String?) throws(ZigguratError) {
        _ = try self.language(of: language)
    }

    /// Returns the page, `index.html`, and the files that it loads from its own folder.
    package func files(for page: PageDescription) throws(ZigguratError) -> [BundleFile] {
        let page = page.inItsLanguage
        try check(page.viewer, shows: page.bundle.pyramid, layout: page.bundle.layout)
        var files = [try self.page(of: page)]
        if page.assets == .bundle {
            files += try scripts(of: page, in: Self.folder)
            files += separateScripts(of: page).map { file($0, in: Self.folder) }
            if page.language == nil { files += try templates.languageFiles() }
        }
        if page.offlineVersion != nil {
            files.append(BundleFile(path: Self.worker, bytes: templates.code("offline/worker.js")))
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

    /// Returns the language of a page; English if the tag is `nil`.
    func language(of tag: String?) throws(ZigguratError) -> PageLanguage {
        guard let tag else { return templates.english }
        return try templates.language(tag)
    }

    /// Returns the configuration of a page, with the addresses of scripts that the page may load
    /// later.
    private func configuration(
        of page: PageDescription, in language: PageLanguage
    ) -> JSONValue {
        var configuration = page.configuration(in: language)
        guard page.assets != .page else { return configuration }
        let root = page.root ?? page.bundle.pathToDestination
        func address(of script: SeparateScript) -> JSONValue {
            .string(
                page.assets == .bundle
                    ? Self.folder + script.file : root + sharedFile(script).path)
        }
        configuration["component"] = [
            "script": address(of: .component), "frame": address(of: .frame),
        ]
        configuration["scripts"] = .object(
            Dictionary(
                uniqueKeysWithValues: Self.features(of: page).map { ($0.stem, address(of: $0)) }))
        if page.archive != nil {
            var archive = configuration["archive"]
            archive["script"] = address(of: .reader)
            configuration["archive"] = archive
        }
        if let version = page.offlineVersion {
            configuration["offline"] = [
                "version": .string(version), "script": address(of: .offline),
                "worker": .string(Self.worker),
            ]
        }
        return configuration
    }

    private func style(of page: PageDescription) -> [UInt8] {
        templates.code("page.css") + (page.bundle.book == nil ? [] : templates.code("book.css"))
            + (page.tour == nil ? [] : templates.code("tour.css"))
            + ViewerLibrary(of: page.viewer).style + templates.code(PageTemplates.extraStyle)
    }

    /// Returns the page, `index.html`, without the files that it loads.
    package func page(of page: PageDescription) throws(ZigguratError) -> BundleFile {
        let page = page.inItsLanguage
        let style = style(of: page)
        let language = try language(of: page.language)
        let start = try templates.start(then: PageScripts.start)
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
            let separate = Self.ownScripts(of: page).map(sharedFile)
            scripts = ((own ?? []) + sharedScripts(of: page.viewer) + separate).map {
                ["address": .string(root + $0.path)]
            }
            if page.language == nil { languages = try sharedLanguages(nil) }
        case .page:
            // A page in a single file shows no other image, so it does not load `notes` later.
            let separate = [.frame] + Self.features(of: page).filter { $0 != .notes }
            code = try (self.scripts(of: page, in: "") + separate.map { file($0, in: "") })
                .map { InlineScript.safe($0.bytes) }
            scripts = code.map { ["code": .string(String(decoding: $0, as: UTF8.self))] }
        }
        let policy = ContentPolicy.page(
            style: style, scripts: [start] + code, hasFiles: code.isEmpty,
            playsSounds: page.tour != nil, readsArchive: page.archive != nil,
            isOffline: page.offlineVersion != nil)
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
    /// The path from the page to the destination, such as `../../`.
    fileprivate var pathToDestination: String {
        String(repeating: "../", count: "\(export)/\(folder)".split(separator: "/").count)
    }
}

/// A reason why a page or a gallery cannot be written.
package enum PageError: ErrorReason {
    case leafletUnsupported(LeafletLimitation, layout: String)
    /// The naming has no template, and the paths are too many to list in the page.
    case tooManyPaths(Int, limit: Int)
    /// The gallery cannot link to the export.
    case noPage(export: String)
    /// A member of `gallery.json` is unknown or has an invalid value; `nil` if the file is not a
    /// JSON object.
    case invalidCover(member: String?)

    package var code: ZigguratError.Code {
        switch self {
        case .leafletUnsupported, .invalidCover: .invalidOptions
        case .tooManyPaths, .noPage: .renderingFailed
        }
    }
}

/// The Content-Security-Policy of a page, which allows the page's own files, and inline code with a
/// known checksum. The policy blocks code that an attacker hides in an image's metadata.
enum ContentPolicy {
    /// - Parameters:
    ///   - style: the style of the page. If it has fonts, the page may load fonts from its origin.
    ///   - scripts: the inline scripts of the page.
    ///   - hasFiles: whether the page loads scripts from its origin.
    ///   - playsSounds: whether the page plays sounds from its origin.
    ///   - readsArchive: whether the page reads its tiles from an archive on its origin.
    ///   - isOffline: whether visitors can keep the page's files.
    static func page(
        style: [UInt8], scripts: [[UInt8]], hasFiles: Bool = false, playsSounds: Bool = false,
        readsArchive: Bool = false, isOffline: Bool = false
    ) -> String {
        let sources = (hasFiles ? ["'self'"] : []) + scripts.map(hash)
        return "default-src 'none'; script-src \(sources.joined(separator: " ")); "
            + "style-src \(hash(of: style)); img-src 'self' data:\(readsArchive ? " blob:" : ""); "
            + (hasFonts(style) ? "font-src 'self' data:; " : "")
            + (playsSounds ? "media-src 'self'; " : "")
            + (readsArchive || isOffline ? "connect-src 'self'; " : "")
            + "base-uri 'none'; form-action 'none'"
    }

    /// Whether a style loads fonts.
    private static func hasFonts(_ style: [UInt8]) -> Bool {
        String(decoding: style, as: UTF8.self).contains("@font-face")
    }

    private static func hash(of bytes: [UInt8]) -> String {
        "'sha256-\(Data(SHA256.digest(of: bytes).bytes).base64EncodedString())'"
    }
}

extension PageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .leafletUnsupported(let limitation, let layout):
            "unsupported: Leaflet cannot show the layout \(layout): \(limitation.text)"
        case .tooManyPaths(let count, let limit):
            "unsupported: a page cannot list \(count) tile paths (limit \(limit))"
        case .noPage(let export): "not found: no page of the export “\(export)”"
        case .invalidCover(let member):
            member.map { "invalid member “\($0)”" } ?? "invalid JSON: not an object"
        }
    }
}

extension LeafletLimitation {
    fileprivate var text: String {
        switch self {
        case .overlap(let pixels): "tiles overlap by \(pixels) pixel\(pixels == 1 ? "" : "s")"
        case .levelGap(let level): "level \(level) is not half as large as the next"
        case .levelsRoundedDown: "level sizes are rounded down"
        }
    }
}
