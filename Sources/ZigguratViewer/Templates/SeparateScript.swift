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
