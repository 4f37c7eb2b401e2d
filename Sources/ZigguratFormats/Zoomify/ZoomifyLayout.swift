package import ZigguratCore
package import ZigguratSystem

/// Zoomify folders: tiles in groups of 256, counted row by row from the smallest level on.
///
/// The original halves a size and drops the half pixel that may be left; some clients round it up.
/// Wherever a level then has another number of tiles, the groups are others too, and only one kind
/// of client finds its tiles.
///
/// OpenSeadragon and OpenLayers number tiles as the original does, but ask for the half pixel all
/// the same where it is in a tile of its own. Those tiles are written besides; the document does
/// not count them.
///
/// Source: `ImageProperties.xml` 1.8 as the Zoomify converters write it; OpenSeadragon's and
/// OpenLayers' arithmetic.
package struct ZoomifyLayout:
    DescriptorWriting, AliasedLayout, AdaptiveLayout, ReadableLayout, ConfigurableLayout
{
    public let name = "zoomify"
    public let summary = "Zoomify: its own viewer, OpenSeadragon, OpenLayers"
    public var rules: TilingRules {
        TilingRules(
            formats: [.jpeg, .png, .webp], allowsOverlap: false, allowsOblong: false,
            edges: [.crop], blanks: .page
        ).with(.fixed(PyramidShape(depth: .oneTile, rounding: rounding)))
    }
    public var naming: any NamingStrategy { ZoomifyNaming(rounding: rounding) }
    /// What becomes of half a pixel.
    package let rounding: LevelRounding

    package init(rounding: LevelRounding = .down) {
        self.rounding = rounding
    }

    public struct Settings: Codable, Hashable, Sendable {
        package var rounding: LevelRounding

        enum CodingKeys: String, CodingKey {
            case rounding = "zoomify-rounding"
        }
    }

    public init(settings: Settings) throws(ZigguratError) {
        rounding = settings.rounding
    }

    public var settings: Settings { Settings(rounding: rounding) }

    /// The levels with a half pixel in a tile of its own, rounded up.
    public func furtherPyramids(of pyramid: Pyramid) -> [Pyramid] {
        guard rounding == .down, let top = pyramid.levels.last else { return [] }
        var shape = pyramid.shape
        shape.rounding = .up
        shape.depth = .levels(top.index + 1)
        return pyramid.reshaped(shape) { level in
            let grid = ZoomifyNaming.grid(of: pyramid, reduction: level.reduction, rounding)
            return grid != (level.columns, level.rows)
        }.map { [$0] } ?? []
    }

    public func paths(of tile: Tile) -> [String] {
        isWritten(tile) ? [naming.path(of: tile)] : []
    }

    private func isWritten(_ tile: Tile) -> Bool {
        guard tile.pyramid.shape.rounding != rounding else { return true }
        let grid = ZoomifyNaming.grid(
            of: tile.pyramid, reduction: tile.level.reduction, rounding)
        return tile.column >= grid.columns || tile.row >= grid.rows
    }

    /// `ImageProperties.xml`, which is a single line in all converters and has no declaration: some
    /// clients read it as text.
    public func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    {
        let pyramid = bundle.pyramid
        let text =
            "<IMAGE_PROPERTIES WIDTH=\"\(pyramid.imageSize.width)\" "
            + "HEIGHT=\"\(pyramid.imageSize.height)\" NUMTILES=\"\(pyramid.tileCount)\" "
            + "NUMIMAGES=\"1\" VERSION=\"1.8\" TILESIZE=\"\(pyramid.tiling.tileSize.width)\" />\n"
        return [BundleFile(path: "ImageProperties.xml", bytes: Array(text.utf8))]
    }

    /// Says so where the other kind of client would look for other tiles.
    public func makeNotes(on bundle: BundleDescription) -> [String] {
        let pyramid = bundle.pyramid
        var other = pyramid.shape
        other.rounding = rounding == .down ? .up : .down
        let otherPyramid = Pyramid(
            name: pyramid.name, imageSize: pyramid.imageSize, tiling: pyramid.tiling, shape: other)
        let grid = { (pyramid: Pyramid) in
            pyramid.levels.map { [$0.index, $0.columns, $0.rows] }
        }
        guard grid(pyramid) != grid(otherPyramid) else { return [] }
        let (down, up) = (
            "the original viewer and OpenSeadragon", "Leaflet.Zoomify and libvips"
        )
        return [
            "at \(pyramid.imageSize.width) × \(pyramid.imageSize.height) pixels clients disagree on "
                + "the tiles: these are for \(rounding == .down ? down : up); "
                + "--zoomify-rounding \(other.rounding.rawValue) is for "
                + "\(rounding == .down ? up : down)"
        ]
    }
}

/// `TileGroup{group}/{z}-{x}-{y}.{ext}`, the group by the grids of one rounding, whatever the
/// tile's pyramid is.
struct ZoomifyNaming: NamingStrategy {
    let rounding: LevelRounding
    private let pageTemplate = TemplateNaming(literal: "TileGroup{group}/{z}-{x}-{y}.{ext}")

    func path(of tile: Tile) -> String {
        let level = tile.level
        let grid = { (index: Int) in
            Self.grid(
                of: tile.pyramid, reduction: level.index + level.reduction - index, rounding)
        }
        var number = tile.row * grid(level.index).columns + tile.column
        for index in 0..<level.index {
            let smaller = grid(index)
            number += smaller.columns * smaller.rows
        }
        return "TileGroup\(number / 256)/\(level.index)-\(tile.column)-\(tile.row)"
            + ".\(tile.fileExtension)"
    }

    func pageTemplate(for level: Level, of pyramid: Pyramid) -> String? {
        pageTemplate.pageTemplate(for: level, of: pyramid)
    }

    /// The tiles of a level; none where it has no pixels.
    static func grid(
        of pyramid: Pyramid, reduction: Int, _ rounding: LevelRounding
    ) -> (columns: Int, rows: Int) {
        let size = pyramid.imageSize.reduced(by: 1 << reduction, rounding: rounding)
        let tile = pyramid.tiling.tileSize
        return (
            size.width.dividedRoundingUp(by: tile.width),
            size.height.dividedRoundingUp(by: tile.height)
        )
    }
}

extension Layout where Self == ZoomifyLayout {
    /// Zoomify folders, half pixels dropped.
    package static var zoomify: ZoomifyLayout { ZoomifyLayout() }

    package static func zoomify(rounding: LevelRounding) -> ZoomifyLayout {
        ZoomifyLayout(rounding: rounding)
    }
}
