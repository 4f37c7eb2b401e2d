/// The levels of one image and how they are cut; pure geometry, no pixels.
public struct Pyramid: Hashable, Sendable {
    /// The image's name in the export: what `photo` is in `photo_files/0/0_0.jpg`.
    public let name: String
    /// The size at full resolution, in image pixels.
    public let imageSize: PixelSize
    public let tiling: Tiling
    /// The levels, the smallest first; the last one is full resolution.
    public let levels: [Level]

    public init(name: String, imageSize: PixelSize, tiling: Tiling, depth: PyramidDepth) {
        precondition(imageSize.width > 0 && imageSize.height > 0, "an image has at least one pixel")
        self.name = name
        self.imageSize = imageSize
        self.tiling = tiling
        let top = depth.reductions(of: imageSize, tileSize: tiling.tileSize)
        levels = (0...top).map { index in
            Level(
                index: index, reduction: top - index, imageSize: imageSize,
                tileSize: tiling.tileSize)
        }
    }

    init(name: String, imageSize: PixelSize, tiling: Tiling, levels: [Level]) {
        self.name = name
        self.imageSize = imageSize
        self.tiling = tiling
        self.levels = levels
    }

    /// How many tiles there are on all levels.
    public var tileCount: Int { levels.reduce(0) { $0 + $1.tileCount } }

    /// The tile at an address; `nil` outside the pyramid.
    public func tile(at address: TileAddress) -> Tile? {
        let position = address.level - (levels.first?.index ?? 0)
        guard levels.indices.contains(position) else { return nil }
        let level = levels[position]
        guard (0..<level.columns).contains(address.column), (0..<level.rows).contains(address.row)
        else { return nil }
        return Tile(pyramid: self, level: level, column: address.column, row: address.row)
    }

    /// A tile of a level of this pyramid.
    public func tile(_ level: Level, column: Int, row: Int) -> Tile {
        Tile(pyramid: self, level: level, column: column, row: row)
    }

    /// The tiles of a level, row by row.
    public func tiles(of level: Level) -> some Sequence<Tile> {
        (0..<level.tileCount).lazy.map { number in
            Tile(
                pyramid: self, level: level, column: number % level.columns,
                row: number / level.columns)
        }
    }

    /// Every tile, the smallest level first, row by row.
    public var tiles: some Sequence<Tile> {
        levels.lazy.flatMap { tiles(of: $0) }
    }
}
