package import ZigguratCore
package import ZigguratSystem

/// The `z/y/x` folders that libvips calls the Google layout: the row's folder comes first.
///
/// The picture lies at the top left of its tiles, or in the middle of the one tile of zoom 0 and so
/// in the middle of the world, as libvips has it with `--centre`.
package struct GoogleLayout: ReadableLayout, ConfigurableLayout {
    package let name = "google"
    package let summary = "z/y/x folders, y down: what libvips calls the Google layout"
    package var rules: TilingRules {
        let shape = PyramidShape(depth: .oneTile, origin: isCentred ? .centre : .topLeft)
        // Only a single tile at zoom 0 has a centre.
        return TilingRules(
            edge: .pad, allowsOverlap: false, densities: densities, blanks: .page
        ).with(LevelRules(shape, allowsDepth: !isCentred))
    }
    package let naming: any NamingStrategy = .template("{z}/{y}/{x}{scale}.{ext}")
    package let densities: [Int]
    /// Whether the picture lies in the middle.
    package let isCentred: Bool

    package struct Settings: Codable, Hashable, Sendable {
        @CodedAsText package var scales: CommaList<Int>
        @CodedAsText package var centre: Bool
    }

    package init(scales: [Int] = [1], isCentred: Bool = false) {
        densities = scales
        self.isCentred = isCentred
    }

    package init(settings: Settings) throws(ZigguratError) {
        densities = try ScaleSettings(scales: settings.scales.elements)
            .densities(of: ScaleSettings.web)
        isCentred = settings.centre
    }

    package var settings: Settings { Settings(scales: CommaList(densities), centre: isCentred) }
}

extension Layout where Self == GoogleLayout {
    /// `z/y/x` folders.
    package static var google: GoogleLayout { GoogleLayout() }
}
