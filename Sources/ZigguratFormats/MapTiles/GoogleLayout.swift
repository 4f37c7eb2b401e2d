public import ZigguratCore
public import ZigguratSystem

/// The `z/y/x` folders that libvips calls the Google layout: the row's folder comes first.
///
/// The picture lies at the top left of its tiles, or in the middle of the one tile of zoom 0 and so
/// in the middle of the world, as libvips has it with `--centre`.
public struct GoogleLayout: Layout {
    public let name = "google"
    public let summary = "z/y/x folders, y down: what libvips calls the Google layout"
    public let rules = TilingRules(edge: .pad, allowsOverlap: false)
    public let blanks = BlankRule.page
    public let naming: any NamingStrategy = .template("{z}/{y}/{x}{scale}.{ext}")
    public let densities: [Int]
    /// Whether the picture lies in the middle.
    public let isCentred: Bool

    private static let centreName = "centre"

    public init(scales: [Int] = [1], isCentred: Bool = false) {
        densities = scales
        self.isCentred = isCentred
    }

    public var shape: PyramidShape {
        PyramidShape(depth: .oneTile, origin: isCentred ? .centre : .topLeft)
    }

    /// There is a middle only where zoom 0 is one tile.
    public var levelRules: LevelRules {
        isCentred ? LevelRules(allowsDepth: false, allowsLimits: true) : .free
    }

    public var settings: [String: String] {
        Densities.setting(densities).merging([Self.centreName: "\(isCentred)"]) { $1 }
    }

    public func with(_ settings: [String: String]) throws(ZigguratError) -> any Layout {
        let text = settings[Self.centreName] ?? "\(isCentred)"
        guard let isCentred = Bool(text) else {
            throw ZigguratError(
                .invalidOptions, "", "“\(text)” does not say whether to centre the picture",
                remedy: "there are true and false")
        }
        return GoogleLayout(
            scales: try Densities.read(settings) ?? densities, isCentred: isCentred)
    }
}

extension Layout where Self == GoogleLayout {
    /// `z/y/x` folders.
    public static var google: GoogleLayout { GoogleLayout() }
}
