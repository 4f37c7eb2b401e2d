internal import ZigguratXML

/// Deep Zoom images, as Seadragon and OpenSeadragon read them.
///
/// Source: Deep Zoom File Format Overview (Microsoft); the schema of 2008.
public struct DeepZoomLayout: Layout {
    public let name = "dzi"
    public let summary = "Deep Zoom image: OpenSeadragon and most zooming viewers"
    public let rules = TilingRules(tileSize: 254, overlap: 1, edges: [.crop])
    public let depth = PyramidDepth.onePixel
    public let naming: any NamingStrategy = .template("{name}_files/{level}/{column}_{row}.{ext}")

    static let namespace = "http://schemas.microsoft.com/deepzoom/2008"

    public init() {}

    /// `NAME.dzi`: tile size, overlap, format and image size.
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        let pyramid = bundle.pyramid
        let document = XMLElement(
            "Image",
            [
                ("xmlns", Self.namespace),
                ("TileSize", String(pyramid.tiling.tileSize.width)),
                ("Overlap", String(pyramid.tiling.overlap)),
                ("Format", pyramid.tiling.encoding.format.fileExtension),
            ],
            [
                XMLElement(
                    "Size",
                    [
                        ("Width", String(pyramid.imageSize.width)),
                        ("Height", String(pyramid.imageSize.height)),
                    ])
            ])
        return [try .xml("\(pyramid.name).dzi", document)]
    }
}

extension Layout where Self == DeepZoomLayout {
    /// Deep Zoom images.
    public static var dzi: DeepZoomLayout { DeepZoomLayout() }
}
