internal import ZigguratSystem

/// A library that shows big pictures in a browser, and the scripts of ours that go with it.
public struct ViewerLibrary: Sendable {
    /// The file that it becomes, without its ending.
    let name: String
    let code: [UInt8]
    /// The library's own style.
    let style: [UInt8]
    /// Templates, in the order in which they run.
    let scripts: [String]
    /// Whether they run before the library, to ask for tiles while that is on its way.
    let runsLast: Bool
    /// Why a picture cannot be shown; nil where it can.
    let problem: @Sendable (PageDescription) -> String?

    /// Shows every layout.
    public static let openSeadragon = ViewerLibrary(
        name: "openseadragon", code: Asset.openSeadragon, style: [],
        scripts: ["paths.js", "ahead.js"] + parts + [
            "tiles.js", "drawer.js", "viewport.js", "overview.js", "seadragon.js", "ziggurat.js",
        ],
        runsLast: true,
        problem: { _ in nil })

    /// Shows tiles that do not overlap, each level twice as large as the one before.
    public static let leaflet = ViewerLibrary(
        name: "leaflet", code: Asset.leaflet, style: Asset.leafletStyle,
        scripts: ["paths.js"] + parts + ["layer.js", "leaflet.js", "ziggurat.js"],
        runsLast: false,
        problem: LeafletFit.problem)

    /// What pages have in common, whatever shows the picture.
    private static let parts = [
        "view.js", "speech.js", "link.js", "scale.js", "grid.js", "about.js",
        "placeholder.js", "notes.js", "pager.js", "strip.js", "controls.js", "embed.js",
    ]

    /// Why the library cannot show a picture, in words that follow a colon; nil where it can.
    public func problem(with description: PageDescription) -> String? { problem(description) }
}
