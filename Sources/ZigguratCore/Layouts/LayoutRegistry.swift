/// Every built-in layout, in the order in which they are listed.
public enum LayoutRegistry {
    public static let all: [any Layout] = [
        .dzi,
        .xyz,
        .tms,
        .google,
        .zoomify,
        .iiif,
        .iiif3,
        .legacy,
        .single,
        .photoscroller,
        .tilemanager,
        .jctiled,
        .ldo,
        .catiledlayer,
        TemplateLayout.example,
    ]

    public static var names: [String] { all.map(\.name) }

    /// The layout of that name, written exactly so; `nil` where there is none.
    public static func layout(named name: String) -> (any Layout)? {
        all.first { $0.name == name }
    }
}

extension Layout {
    /// The path of a tile as an example for lists and help texts: that of the last tile of an image
    /// called “photo” of 1000 × 800 pixels, cut as the layout does where nobody says.
    public func examplePath() throws(ZigguratError) -> String {
        let pyramid = try pyramid(
            name: "photo", imageSize: PixelSize(width: 1000, height: 800))
        let top = pyramid.levels[pyramid.levels.count - 1]
        return naming.path(of: pyramid.tile(top, column: top.columns - 1, row: top.rows - 1))
    }
}
