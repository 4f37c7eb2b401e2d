/// Every built-in layout, in the order in which they are listed.
public enum LayoutRegistry {
    public static let all: [any Layout] = [
        .dzi,
        .xyz,
        .iiif,
        .iiif3,
    ]

    public static var names: [String] { all.map(\.name) }

    public static func layout(named name: String) -> (any Layout)? {
        all.first { $0.name == name }
    }
}
