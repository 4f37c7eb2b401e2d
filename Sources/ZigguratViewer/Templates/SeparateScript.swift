internal import ZigguratCore

/// A script in a separate file, because only some pages or visitors need it.
struct SeparateScript: Hashable, Sendable {
    /// The name of the file without `.js`.
    let stem: String
    /// The templates of the script, in the order in which they run.
    let templates: [String]

    var file: String { "\(stem).js" }

    /// The element `<ziggurat-viewer>`, for pages of other authors.
    static let component = SeparateScript(stem: "ziggurat-viewer", templates: ["component.js"])
    /// The counterpart of ``component`` on an image's page.
    static let frame = SeparateScript(stem: "ziggurat-frame", templates: ["frame.js"])
    /// Keeps the files of a page for use without a network.
    static let offline = SeparateScript(stem: "ziggurat-offline", templates: ["offline.js"])
    /// A reader of archives, for pages of other authors.
    static let reader = SeparateScript(
        stem: "ziggurat-tiles",
        templates: ArchiveReader.scripts(of: Set(ArchiveKind.allCases)) + ["ziggurat-tiles.js"])
    static let tour = SeparateScript(stem: "tour", templates: ["tour-panel.js", "tour.js"])
    package static let notes = SeparateScript(stem: "notes", templates: ["notes.js"])

    /// The scripts that a page loads when a visitor first uses their feature.
    static let features = [
        SeparateScript(stem: "cite", templates: ["crop.js", "cite.js"]),
        SeparateScript(stem: "embed", templates: ["embed.js"]),
        SeparateScript(stem: "grid", templates: ["grid.js"]),
        notes,
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

/// The scripts that read tiles from an archive.
enum ArchiveReader {
    /// Returns the scripts for some kinds of archives, in the order in which they run.
    static func scripts(of kinds: Set<ArchiveKind>) -> [String] {
        ["archive-file.js", "ranges.js", "readers.js"]
            + ArchiveKind.allCases.filter(kinds.contains).flatMap(\.scripts)
    }
}

extension ArchiveKind {
    fileprivate var scripts: [String] {
        switch self {
        case .pmtiles: ["pmtiles-directory.js", "pmtiles.js"]
        case .tiff: ["tiff-pixels.js", "tiff.js"]
        case .zip: ["zip.js"]
        }
    }
}
