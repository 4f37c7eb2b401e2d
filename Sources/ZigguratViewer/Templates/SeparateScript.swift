internal import ZigguratCore

/// A script in a separate file, because only some pages or visitors need it.
struct SeparateScript: Hashable, Sendable {
    /// The name of the file without `.js`.
    let stem: String
    /// The templates of the script, in the order in which they run.
    let templates: [String]
    /// Whether the variables of the templates are not global, because pages of other authors load
    /// the script.
    let isIsolated: Bool

    var file: String { "\(stem).js" }

    /// Creates a script that runs after a page's own scripts.
    ///
    /// - Parameter main: the script that starts the page.
    private init(_ stem: String, _ templates: String..., after main: String = PageScripts.main) {
        self.stem = stem
        self.templates = ScriptNeeds.builtIn.order(templates, after: [main])
        isIsolated = false
    }

    /// Creates a script for pages of other authors.
    private init(_ stem: String, isolated templates: [String]) {
        self.stem = stem
        self.templates = ScriptNeeds.builtIn.order(templates)
        isIsolated = true
    }

    /// The element `<ziggurat-viewer>`, for pages of other authors.
    static let component = SeparateScript("ziggurat-viewer", "element/component.js")
    /// The counterpart of ``component`` on an image's page.
    static let frame = SeparateScript("ziggurat-frame", "element/frame.js")
    /// Keeps the files of a page for use without a network.
    static let offline = SeparateScript("ziggurat-offline", "offline/offline.js")
    /// A reader of archives, for pages of other authors.
    static let reader = SeparateScript(
        "ziggurat-tiles",
        isolated: PageScripts.readers(of: Set(ArchiveKind.allCases))
            + ["archive/ziggurat-tiles.js"])
    static let tour = SeparateScript("tour", "tour/tour.js")
    package static let notes = SeparateScript("notes", "features/notes.js")

    /// The scripts that a page loads when a visitor first uses their feature.
    static let features = [
        SeparateScript("cite", "features/cite.js"), SeparateScript("embed", "features/embed.js"),
        SeparateScript("grid", "features/grid.js"), notes,
    ]

    /// The scripts that a comparison loads when a visitor first uses their feature.
    static let comparison = [
        SeparateScript(
            "cite", "compare/crop.js", "features/cite.js", after: PageScripts.comparisonMain),
        SeparateScript("embed", "features/embed.js", after: PageScripts.comparisonMain),
    ]

    static let all = [component, frame, offline, reader, tour] + features
}

/// Scripts inside a page.
enum InlineScript {
    /// Escapes text that would end the script element or begin a comment. In scripts, such text
    /// occurs only in strings and regular expressions, where the backslash has no effect.
    static func safe(_ script: [UInt8]) -> [UInt8] {
        Array(
            String(decoding: script, as: UTF8.self)
                .replacing("</script", with: "<\\/script").replacing("</SCRIPT", with: "<\\/SCRIPT")
                .replacing("<!--", with: "<\\!--").utf8)
    }
}
