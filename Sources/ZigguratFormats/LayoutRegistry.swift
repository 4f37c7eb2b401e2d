public import ZigguratCore
public import ZigguratSystem

/// Every built-in layout, in the order in which they are listed.
public enum LayoutRegistry {
    /// A layout under its name, made when somebody wants it: most exports want one.
    private struct Entry {
        let name: String
        let make: @Sendable () -> any Layout

        init(_ name: String, _ make: @escaping @Sendable () -> any Layout) {
            self.name = name
            self.make = make
        }
    }

    private static let entries = [
        Entry("dzi") { .dzi },
        Entry("xyz") { .xyz },
        Entry("tms") { .tms },
        Entry("google") { .google },
        Entry("zoomify") { .zoomify },
        Entry("iiif") { .iiif },
        Entry("iiif3") { .iiif3 },
        Entry("legacy") { .legacy },
        Entry("single") { .single },
        Entry("photoscroller") { .photoscroller },
        Entry("tilemanager") { .tilemanager },
        Entry("jctiled") { .jctiled },
        Entry("ldo") { .ldo },
        Entry("catiledlayer") { .catiledlayer },
        Entry("template") { TemplateLayout.example },
    ]

    public static let all = entries.map { $0.make() }

    public static var names: [String] { entries.map(\.name) }

    /// The layout of that name, written exactly so; `nil` where there is none.
    public static func layout(named name: String) -> (any Layout)? {
        entries.first { $0.name == name }?.make()
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
