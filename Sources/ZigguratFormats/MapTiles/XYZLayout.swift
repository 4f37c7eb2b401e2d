package import ZigguratCore
package import ZigguratSystem

/// The `z/x/y` folders that Leaflet, OpenLayers and MapLibre load.
///
/// Zoom 0 is a single tile with the image at its top left; y grows downwards. Edge tiles are padded
/// unless somebody asks for cropped ones: map clients stretch a cropped tile to its full size.
///
/// With the scales 1 and 2 every tile is there a second time, `z/x/y@2x`, with twice the pixels
/// along each side: what Leaflet asks for at `{r}` on a dense screen.
package struct XYZLayout: ReadableLayout, ConfigurableLayout {
    package let name = "xyz"
    package let summary = "z/x/y folders, y down: Leaflet, OpenLayers, MapLibre"
    package var rules: TilingRules {
        TilingRules(edge: .pad, allowsOverlap: false, densities: densities, blanks: .page)
    }
    package let naming: any NamingStrategy = .template("{z}/{x}/{y}{scale}.{ext}")
    package let densities: [Int]

    package init(scales: [Int] = [1]) {
        densities = scales
    }

    package init(settings: ScaleSettings) throws(ZigguratError) {
        densities = try settings.densities(of: ScaleSettings.web)
    }

    package var settings: ScaleSettings { ScaleSettings(scales: densities) }
}

extension Layout where Self == XYZLayout {
    /// `z/x/y` folders.
    package static var xyz: XYZLayout { XYZLayout() }
}
