internal import ZigguratXML

/// Tile Map Service folders of the raster profile, as gdal2tiles writes them for a picture that has
/// no place on earth.
///
/// Rows are counted from the bottom, and the grid begins at the bottom left: partial tiles are at
/// the right and at the top.
///
/// Source: Tile Map Service Specification 1.0.0 (OSGeo), section TileMap Resource.
public struct TMSLayout: Layout {
    public let name = "tms"
    public let summary = "Tile Map Service, y up: OpenLayers, GDAL, QGIS"
    public let rules = TilingRules(edge: .pad, allowsOverlap: false)
    public let shape = PyramidShape(depth: .oneTile, origin: .bottomLeft)
    public let blanks = BlankRule.page
    public let naming: any NamingStrategy = .template("{z}/{x}/{tmsy}.{ext}")

    public init() {}

    /// `tilemapresource.xml`. Coordinates are image pixels; y grows upwards and is 0 at the
    /// picture's top, as gdal2tiles has it.
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        let pyramid = bundle.pyramid
        let image = pyramid.imageSize
        let format = pyramid.tiling.encoding.format
        let sets = pyramid.levels.map { level in
            XMLElement(
                "TileSet",
                [
                    ("href", String(level.index)), ("units-per-pixel", String(level.scaleFactor)),
                    ("order", String(level.index)),
                ])
        }
        let document = XMLElement(
            "TileMap",
            [("version", "1.0.0"), ("tilemapservice", "http://tms.osgeo.org/1.0.0")],
            [
                XMLElement("Title", text: bundle.title),
                XMLElement("Abstract", text: bundle.caption.description ?? ""),
                XMLElement("SRS"),
                XMLElement(
                    "BoundingBox",
                    [
                        ("minx", "0"), ("miny", String(-image.height)),
                        ("maxx", String(image.width)), ("maxy", "0"),
                    ]),
                XMLElement("Origin", [("x", "0"), ("y", String(-image.height))]),
                XMLElement(
                    "TileFormat",
                    [
                        ("width", String(pyramid.tiling.tileSize.width)),
                        ("height", String(pyramid.tiling.tileSize.height)),
                        ("mime-type", format.mediaType), ("extension", format.fileExtension),
                    ]),
                XMLElement("TileSets", [("profile", "raster")], sets),
            ])
        return [try .xml("tilemapresource.xml", document)]
    }
}

extension Layout where Self == TMSLayout {
    /// Tile Map Service folders.
    public static var tms: TMSLayout { TMSLayout() }
}
