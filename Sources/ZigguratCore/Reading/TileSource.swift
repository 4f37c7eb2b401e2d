package import ZigguratSystem

/// A stored pyramid whose tiles can be read. Called from several threads.
package protocol TileSource: AnyObject, Sendable {
    /// The kind of pyramid, in a few words: `Deep Zoom image`.
    var kind: String { get }
    /// The path of the bundle, for messages.
    var place: String { get }
    /// The pyramid as its descriptor or its tiles describe it.
    var found: FoundPyramid { get }
    /// All pyramids in the bundle; some layouts store tiles of several pixel densities.
    var pyramids: [Pyramid] { get }

    /// Whether the bundle contains transparency masks beside the tiles.
    var hasMasks: Bool { get }

    /// Whether a tile is stored as a file; `false` if it is skipped or a tile of a larger level has
    /// its path.
    func holds(_ tile: Tile) -> Bool
    /// Returns the encoded tile; `nil` if it is missing.
    ///
    /// - Throws: ``ZigguratError`` if the tile exists but cannot be read.
    func bytes(of tile: Tile) throws(ZigguratError) -> [UInt8]?
    /// Returns the location of a tile, for messages.
    func place(of tile: Tile) -> String
    /// Returns the faults of a tile's aliases: aliases that are missing or have other bytes.
    func flaws(of tile: Tile, _ bytes: [UInt8]) -> [ZigguratError]
}

extension TileSource {
    package var pyramids: [Pyramid] { [pyramid] }
    package var hasMasks: Bool { false }
    package func holds(_ tile: Tile) -> Bool { !isLeftOut(tile) }
    package func flaws(of tile: Tile, _ bytes: [UInt8]) -> [ZigguratError] { [] }

    package var pyramid: Pyramid { found.pyramid }
    package var isSparse: Bool { found.isSparse }
    package var absent: AbsentTiles { found.absent }

    package func isLeftOut(_ tile: Tile) -> Bool {
        !absent.isEmpty && tile.pyramid.density == pyramid.density
            && tile.pyramid.shape.rounding == pyramid.shape.rounding && absent.contains(tile)
    }

    package var tileCount: Int {
        pyramids.dropFirst().reduce(pyramid.tileCount - absent.count) { sum, companion in
            sum + companion.tiles.reduce(0) { $0 + (holds($1) ? 1 : 0) }
        }
    }
}
