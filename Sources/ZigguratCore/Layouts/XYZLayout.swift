/// The `z/x/y` folders that Leaflet, OpenLayers and MapLibre load.
///
/// Zoom 0 is a single tile with the image at its top left; y grows downwards. Edge tiles are padded
/// unless somebody asks for cropped ones: map clients stretch a cropped tile to its full size.
public struct XYZLayout: Layout {
    public let name = "xyz"
    public let summary = "z/x/y folders, y down: Leaflet, OpenLayers, MapLibre"
    public let rules = TilingRules(edge: .pad, allowsOverlap: false)
    public let naming: any NamingStrategy = .template("{z}/{x}/{y}.{ext}")

    public init() {}
}

extension Layout where Self == XYZLayout {
    /// `z/x/y` folders.
    public static var xyz: XYZLayout { XYZLayout() }
}
