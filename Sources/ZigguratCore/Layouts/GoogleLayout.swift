/// The `z/y/x` folders that libvips calls the Google layout: the row's folder comes first.
public struct GoogleLayout: Layout {
    public let name = "google"
    public let summary = "z/y/x folders, y down: what libvips calls the Google layout"
    public let rules = TilingRules(edge: .pad, allowsOverlap: false)
    public let blanks = BlankRule.page
    public let naming: any NamingStrategy = .template("{z}/{y}/{x}{scale}.{ext}")
    public let densities: [Int]

    public init(scales: [Int] = [1]) {
        densities = scales
    }

    public var settings: [String: String] { Densities.setting(densities) }

    public func with(_ settings: [String: String]) throws(ZigguratError) -> any Layout {
        GoogleLayout(scales: try Densities.read(settings) ?? densities)
    }
}

extension Layout where Self == GoogleLayout {
    /// `z/y/x` folders.
    public static var google: GoogleLayout { GoogleLayout() }
}
