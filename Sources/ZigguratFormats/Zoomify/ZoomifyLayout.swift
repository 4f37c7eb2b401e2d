// Zoomify has no published specification: `ImageProperties.xml` 1.8 and the folders `TileGroupN` as
// the Zoomify converters write them, and the arithmetic of OpenSeadragon's ZoomifyTileSource,
// OpenLayers' ol/source/Zoomify and Leaflet.Zoomify.

package import ZigguratCore
package import ZigguratSystem

/// Zoomify folders: tiles in groups of 256, counted row by row from the smallest level.
///
/// The original rounds half sizes down; some clients round them up. If a level then has another
/// number of tiles, the groups differ, too, and only clients of one kind find the tiles.
///
/// OpenSeadragon and OpenLayers number tiles as the original does, but request a remaining half
/// pixel that is in a tile of its own. Those tiles are written, too; the descriptor does not count
/// them.
package struct ZoomifyLayout:
    DescriptorWriting, AdvisingLayout, AliasedLayout, AdaptiveLayout, ReadableLayout,
    ConfigurableLayout
{
    package let name = "zoomify"
    package let summary = "Zoomify: its own viewer, OpenSeadragon, OpenLayers"
    package var rules: TilingRules {
        TilingRules(
            formats: [.jpeg, .png, .webp], allowsOverlap: false, allowsOblong: false,
            edges: [.crop], blanks: .page
        ).with(.fixed(PyramidShape(depth: .oneTile, rounding: rounding)))
    }
    package var naming: any NamingStrategy { ZoomifyNaming(rounding: rounding) }
    /// How half pixels are rounded.
    package let rounding: LevelRounding

    package init(rounding: LevelRounding = .down) {
        self.rounding = rounding
    }

    package struct Settings: Codable, Hashable, Sendable {
        package var rounding: LevelRounding

        enum CodingKeys: String, CodingKey {
            case rounding = "zoomify-rounding"
        }
    }

    package init(settings: Settings) throws(ZigguratError) {
        rounding = settings.rounding
    }

    package var settings: Settings { Settings(rounding: rounding) }

    /// The levels with a half pixel in a tile of its own, rounded up.
    package func furtherPyramids(of pyramid: Pyramid) -> [Pyramid] {
        guard rounding == .down, let top = pyramid.levels.last else { return [] }
        var shape = pyramid.shape
        shape.rounding = .up
        shape.depth = .levels(top.index + 1)
        return pyramid.reshaped(shape) { level in
            let grid = ZoomifyNaming.grid(of: pyramid, reduction: level.reduction, rounding)
            return grid != (level.columns, level.rows)
        }.map { [$0] } ?? []
    }

    package func paths(of tile: Tile) -> [String] {
        isWritten(tile) ? [naming.path(of: tile)] : []
    }

    private func isWritten(_ tile: Tile) -> Bool {
        guard tile.pyramid.shape.rounding != rounding else { return true }
        let grid = ZoomifyNaming.grid(
            of: tile.pyramid, reduction: tile.level.reduction, rounding)
        return tile.column >= grid.columns || tile.row >= grid.rows
    }

    package func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    {
        [ZoomifyProperties(of: bundle.pyramid).file]
    }

    /// A note if clients that round differently request other tiles.
    package func makeNotes(on bundle: BundleDescription) -> [FormatNote] {
        let pyramid = bundle.pyramid
        var other = pyramid.shape
        other.rounding = rounding.other
        let otherPyramid = Pyramid(
            name: pyramid.name, imageSize: pyramid.imageSize, tiling: pyramid.tiling, shape: other)
        let grid = { (pyramid: Pyramid) in
            pyramid.levels.map { [$0.index, $0.columns, $0.rows] }
        }
        guard grid(pyramid) != grid(otherPyramid) else { return [] }
        return [FormatNote.ambiguousRounding(pyramid.imageSize, rounding)]
    }

    /// `ImageProperties.xml` with the groups beside it.
    package func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
        try files.pyramids(describedBy: ZoomifyProperties.path) {
            bytes, place throws(ZigguratError) in
            try ZoomifyProperties(bytes, place).pyramid(in: files, place)
        }
    }
}

extension Layout where Self == ZoomifyLayout {
    /// Zoomify folders, half pixels dropped.
    package static var zoomify: ZoomifyLayout { ZoomifyLayout() }

    package static func zoomify(rounding: LevelRounding) -> ZoomifyLayout {
        ZoomifyLayout(rounding: rounding)
    }
}
