public import ZigguratCore
public import ZigguratSystem

/// The `z/y/x` folders that libvips calls the Google layout: the row's folder comes first.
///
/// The picture lies at the top left of its tiles, or in the middle of the one tile of zoom 0 and so
/// in the middle of the world, as libvips has it with `--centre`.
public struct GoogleLayout: ReadableLayout, ConfigurableLayout {
    public let name = "google"
    public let summary = "z/y/x folders, y down: what libvips calls the Google layout"
    public var rules: TilingRules {
        let shape = PyramidShape(depth: .oneTile, origin: isCentred ? .centre : .topLeft)
        // Only a single tile at zoom 0 has a centre.
        return TilingRules(
            edge: .pad, allowsOverlap: false, levels: LevelRules(shape, allowsDepth: !isCentred),
            densities: densities, blanks: .page)
    }
    public let naming: any NamingStrategy = .template("{z}/{y}/{x}{scale}.{ext}")
    public let densities: [Int]
    /// Whether the picture lies in the middle.
    public let isCentred: Bool

    public struct Settings: Codable, Hashable, Sendable {
        @CodedAsText public var scales: CommaList<Int>
        @CodedAsText public var centre: Bool
    }

    public init(scales: [Int] = [1], isCentred: Bool = false) {
        densities = scales
        self.isCentred = isCentred
    }

    public init(settings: Settings) throws(ZigguratError) {
        densities = try ScaleSettings(scales: settings.scales.elements)
            .densities(of: ScaleSettings.web)
        isCentred = settings.centre
    }

    public var settings: Settings { Settings(scales: CommaList(densities), centre: isCentred) }
}

extension Layout where Self == GoogleLayout {
    /// `z/y/x` folders.
    public static var google: GoogleLayout { GoogleLayout() }
}
