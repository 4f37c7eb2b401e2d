package import ZigguratCore
package import ZigguratSystem

/// Tile Map Service folders of the raster profile, for a picture that has no place on earth.
///
/// Rows are counted from the bottom of each level. Padded tiles lie as the specification and
/// gdal2tiles have it: the grid begins at the bottom left, and partial tiles are at the right and at
/// the top. Cropped ones are for web viewers, none of which knows tiles that are smaller at the top:
/// they take the grid of `z/x/y` folders and count its rows the other way, y = rows − 1 − row. So
/// that grid begins at the top left, and each tile is the same file as there.
///
/// Sources: Tile Map Service Specification 1.0.0 (OSGeo), section TileMap Resource; gdal2tiles'
/// raster profile; `{-y}` of OpenLayers and Leaflet, OpenSeadragon's `TmsTileSource`.
package struct TMSLayout: DescriptorWriting, AdaptiveLayout, ReadableLayout {
    package let name = "tms"
    package let summary = "Tile Map Service, y up: OpenLayers, GDAL, QGIS"
    package let rules = TilingRules(
        edge: .pad, allowsOverlap: false, blanks: .page
    ).with(LevelRules(TMSLayout.shape(.pad)))
    package let naming: any NamingStrategy = .template("{z}/{x}/{tmsy}.{ext}")

    package init() {}

    package func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape {
        Self.shape(tiling.edge)
    }

    private static func shape(_ edge: EdgeRule) -> PyramidShape {
        PyramidShape(depth: .oneTile, origin: edge == .pad ? .bottomLeft : .topLeft)
    }

    /// `tilemapresource.xml`. Coordinates are image pixels; y grows upwards and is 0 at the
    /// picture's top, as gdal2tiles has it.
    ///
    /// The box is the picture. The origin is the bottom left of the tile 0, 0 of full resolution:
    /// that of the picture, or, where the grid begins at the top, as far below it as the last row of
    /// tiles would reach if it were whole.
    package func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    {
        let pyramid = bundle.pyramid
        let image = pyramid.imageSize
        let format = pyramid.tiling.encoding.format
        let tileSize = pyramid.tiling.tileSize
        let gridHeight =
            pyramid.shape.origin == .bottomLeft
            ? image.height
            : image.height.dividedRoundingUp(by: tileSize.height) * tileSize.height
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
                XMLElement("Origin", [("x", "0"), ("y", String(-gridHeight))]),
                XMLElement(
                    "TileFormat",
                    [
                        ("width", String(tileSize.width)), ("height", String(tileSize.height)),
                        ("mime-type", format.mediaType), ("extension", format.fileExtension),
                    ]),
                XMLElement("TileSets", [("profile", "raster")], sets),
            ])
        return [try .xml("tilemapresource.xml", document)]
    }

    package func makeNotes(on bundle: BundleDescription) -> [String] {
        let tiling = bundle.pyramid.tiling
        let isFilled = bundle.pyramid.levels.allSatisfy { level in
            level.size.width.isMultiple(of: tiling.tileSize.width)
                && level.size.height.isMultiple(of: tiling.tileSize.height)
        }
        guard tiling.edge == .crop, !isFilled else { return [] }
        return [
            "cropped tiles lie as web viewers count them, from the picture's top; GDAL and other "
                + "map programs read padded ones: --edge pad"
        ]
    }
}

extension Layout where Self == TMSLayout {
    /// Tile Map Service folders.
    package static var tms: TMSLayout { TMSLayout() }
}
