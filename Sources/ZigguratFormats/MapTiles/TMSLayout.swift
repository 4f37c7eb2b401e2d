// Tile Map Service Specification 1.0.0 (OSGeo), sections TileMap Resource and Profiles (raster):
// https://wiki.osgeo.org/wiki/Tile_Map_Service_Specification. Coordinates as in gdal2tiles' raster
// profile; rows from the bottom as in `{-y}` of OpenLayers and Leaflet.

package import ZigguratCore
internal import ZigguratSystem

/// Tile Map Service folders of the raster profile, for an image without geographic coordinates.
///
/// Rows are counted from the bottom of each level. The grid of padded tiles begins at the bottom
/// left, as the specification and gdal2tiles require. So partial tiles are at the right and at the
/// top.
///
/// The grid of cropped tiles begins at the top left, as in `z/x/y` folders, with y = rows − 1 −
/// row. Cropped tiles are for web viewers, which do not support smaller tiles at the top.
package struct TMSLayout: Layout {
    package let name = "tms"
    package let summary = "Tile Map Service, y up: OpenLayers, GDAL, QGIS"
    package let rules = TilingRules(
        edge: .pad, allowsOverlap: false, blanks: .page
    ).with(LevelRules(TMSLayout.shape(.pad)))
    package let naming: any NamingStrategy = .template("{z}/{x}/{tmsy}.{ext}")
    package var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.descriptors = makeDescriptors
            $0.levels = levels
            $0.notes = makeNotes
            $0.findPyramids = findPyramids
        }
    }

    private func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape {
        Self.shape(tiling.edge)
    }

    private static func shape(_ edge: Tiling.Edge) -> PyramidShape {
        PyramidShape(depth: .oneTile, origin: edge == .pad ? .bottomLeft : .topLeft)
    }

    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        [try .xml(TileMapResource.path, TileMapResource.xml(of: bundle))]
    }

    private func makeNotes(on bundle: BundleDescription) -> [FormatNote] {
        let tiling = bundle.pyramid.tiling
        let isFilled = bundle.pyramid.levels.allSatisfy { level in
            level.size.width.isMultiple(of: tiling.tileSize.width)
                && level.size.height.isMultiple(of: tiling.tileSize.height)
        }
        return tiling.edge == .crop && !isFilled ? [FormatNote.croppedForWebViewers] : []
    }

    /// Finds `tilemapresource.xml` of the raster profile and the tiles in the folders beside it.
    private func findPyramids(
        in files: any BundleFiles
    ) throws(ZigguratError) -> [PyramidReading] {
        let name = TileMapResource.path
        return try files.pyramids(describedBy: name) { bytes, place throws(ZigguratError) in
            try TileMapResource(bytes, place).pyramid(in: files, describedBy: name, place)
        }
    }
}

extension Layout where Self == TMSLayout { package static var tms: Self { Self() } }
