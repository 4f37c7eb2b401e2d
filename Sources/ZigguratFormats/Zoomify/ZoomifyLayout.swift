package import ZigguratCore
package import ZigguratSystem

// Zoomify has no published specification: `ImageProperties.xml` 1.8 and the folders `TileGroupN` as
// the Zoomify converters write them, and the arithmetic of OpenSeadragon's ZoomifyTileSource,
// OpenLayers' ol/source/Zoomify and Leaflet.Zoomify.

/// Zoomify folders: tiles in groups of 256, counted row by row from the smallest level.
///
/// The original rounds half pixels down; some clients round them up. If a level then has a
/// different number of tiles, the groups differ, too, and only one kind of client finds the tiles.
///
/// OpenSeadragon and OpenLayers number tiles like the original, but request a remaining half pixel
/// if it needs a further tile. These tiles are written, too, but the descriptor does not count
/// them.
package struct ZoomifyLayout: ConfigurableLayout {
    package let name = "zoomify"
    package let summary = "Zoomify: its own viewer, OpenSeadragon, OpenLayers"
    package var rules: TilingRules {
        TilingRules(
            formats: [.jpeg, .png, .webp], allowsOverlap: false, allowsOblong: false,
            edges: [.crop], blanks: .page
        ).with(.fixed(PyramidShape(depth: .oneTile, rounding: rounding)))
    }
    package var naming: any NamingStrategy { ZoomifyNaming(rounding: rounding) }
    package var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.descriptors = makeDescriptors
            $0.paths = paths
            $0.furtherPyramids = furtherPyramids
            $0.settings = self
            $0.notes = makeNotes
            $0.findPyramids = findPyramids
        }
    }
    /// The rounding of half pixels.
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

    /// Returns the levels that have further tiles if half pixels are rounded up.
    private func furtherPyramids(of pyramid: Pyramid) -> [Pyramid] {
        guard rounding == .down, let top = pyramid.levels.last else { return [] }
        var shape = pyramid.shape
        shape.rounding = .up
        shape.depth = .levels(top.index + 1)
        return pyramid.reshaped(shape) { level in
            let grid = ZoomifyNaming.grid(of: pyramid, reduction: level.reduction, rounding)
            return grid != (level.columns, level.rows)
        }.map { [$0] } ?? []
    }

    private func paths(of tile: Tile) -> [String] {
        isWritten(tile) ? [naming.path(of: tile)] : []
    }

    private func isWritten(_ tile: Tile) -> Bool {
        guard tile.pyramid.shape.rounding != rounding else { return true }
        let grid = ZoomifyNaming.grid(
            of: tile.pyramid, reduction: tile.level.reduction, rounding)
        return tile.column >= grid.columns || tile.row >= grid.rows
    }

    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        [ZoomifyProperties(of: bundle.pyramid).file]
    }

    /// Returns a note if clients with the other rounding request other tiles.
    private func makeNotes(on bundle: BundleDescription) -> [FormatNote] {
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

    /// Finds `ImageProperties.xml` with the groups beside it.
    private func findPyramids(
        in files: any BundleFiles
    ) throws(ZigguratError) -> [PyramidReading] {
        try files.pyramids(describedBy: ZoomifyProperties.path) {
            bytes, place throws(ZigguratError) in
            try ZoomifyProperties(bytes, place).pyramid(in: files, place)
        }
    }
}

extension Layout where Self == ZoomifyLayout {
    /// Zoomify folders; half pixels are rounded down.
    package static var zoomify: ZoomifyLayout { ZoomifyLayout() }

    package static func zoomify(rounding: LevelRounding) -> ZoomifyLayout {
        ZoomifyLayout(rounding: rounding)
    }
}

/// `TileGroup{group}/{z}-{x}-{y}.{ext}`. The group always follows from the grids of ``rounding``,
/// even if the tile's pyramid has the other rounding.
struct ZoomifyNaming: NamingStrategy {
    let rounding: LevelRounding
    private static let fileName = TemplateNaming(literal: "{z}-{x}-{y}.{ext}")
    private static let pageTemplate = TemplateNaming(
        literal: "TileGroup{group}/{z}-{x}-{y}.{ext}")

    func path(of tile: Tile) -> String {
        let level = tile.level
        let grid = { (index: Int) in
            Self.grid(of: tile.pyramid, reduction: level.index + level.reduction - index, rounding)
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
        Self.pageTemplate.pageTemplate(for: level, of: pyramid)
    }

    func tile(at path: String, in pyramid: Pyramid) -> Tile? {
        guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let name = String(path[path.utf8.index(after: slash)...])
        return Self.fileName.tile(at: name, in: pyramid).flatMap {
            self.path(of: $0) == path ? $0 : nil
        }
    }

    /// Returns the numbers of columns and rows of a level; 0 × 0 if the level has no pixels.
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

/// `ImageProperties.xml`. Reads documents of any program.
struct ZoomifyProperties {
    static let path = "ImageProperties.xml"

    private let size: PixelSize
    private let tileSize: Int
    private let tileCount: Int

    init(of pyramid: Pyramid) {
        size = pyramid.imageSize
        tileSize = pyramid.tiling.tileSize.width
        tileCount = pyramid.tileCount
    }

    /// The document: one line without an XML declaration, as Zoomify's converters write it. Some
    /// clients parse it as plain text.
    var file: BundleFile {
        let text =
            "<IMAGE_PROPERTIES WIDTH=\"\(size.width)\" HEIGHT=\"\(size.height)\" "
            + "NUMTILES=\"\(tileCount)\" NUMIMAGES=\"1\" VERSION=\"1.8\" TILESIZE=\"\(tileSize)\" />\n"
        return BundleFile(path: Self.path, bytes: Array(text.utf8))
    }

    init(_ bytes: [UInt8], _ place: String) throws(ZigguratError) {
        let document = try XMLDescriptor(bytes, place: place)
        size = PixelSize(
            width: try document.number("/IMAGE_PROPERTIES/@WIDTH"),
            height: try document.number("/IMAGE_PROPERTIES/@HEIGHT"))
        tileSize = try document.number("/IMAGE_PROPERTIES/@TILESIZE", in: 1...65_535)
        tileCount = try document.number("/IMAGE_PROPERTIES/@NUMTILES", in: 1...Int.max)
    }

    /// Returns the pyramid among the files. The number of tiles shows the rounding of sizes; if it
    /// does not, the smallest tile shows it.
    func pyramid(in files: any BundleFiles, _ place: String) throws(ZigguratError) -> FoundPyramid {
        let first = try files.names(in: "TileGroup0").first { $0.hasPrefix("0-0-0.") }
        let fileExtension = first.map { String($0.dropFirst(6)) } ?? "jpg"
        let tiling = Tiling(
            tileSize: PixelSize(square: tileSize),
            encoding: TileEncoding(TileFormat(fileExtension: fileExtension) ?? .jpeg))
        let candidates = [LevelRounding.down, .up].map { rounding in
            let layout = ZoomifyLayout(rounding: rounding)
            let pyramid = Pyramid(
                name: "", imageSize: size, tiling: tiling, shape: layout.rules.levels.shape)
            return (layout: layout, pyramid: pyramid)
        }
        let smallest = try files.tileImage(at: "TileGroup0/0-0-0.\(fileExtension)")?.size
        let fitting = candidates.filter { $0.pyramid.tileCount == tileCount }
        let match = fitting.first { $0.pyramid.levels.first?.size == smallest } ?? fitting.first
        guard let match else {
            throw ZigguratError(
                DescriptorError.wrongTileCount(
                    tileCount, expected: candidates[0].pyramid.tileCount), place)
        }
        return FoundPyramid(
            match.pyramid, naming: match.layout.naming, descriptors: [Self.path],
            layout: match.layout)
    }
}
