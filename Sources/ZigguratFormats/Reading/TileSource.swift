public import ZigguratCore
public import ZigguratSystem

/// A pyramid that can be read, whatever it lies in. Called from several threads.
public protocol TileSource: AnyObject, Sendable {
    /// What it is, in a few words: `Deep Zoom image`.
    var kind: String { get }
    /// Its levels and how they are cut.
    var pyramid: Pyramid { get }
    /// All of its pyramids: with some layouts there are tiles besides, of other densities.
    var pyramids: [Pyramid] { get }
    /// Whether tiles may be missing, because nothing is to be seen on them.
    var isSparse: Bool { get }
    /// Those of ``pyramid`` that are known to be left out.
    var absent: AbsentTiles { get }
    /// What the tiles do not tell for sure and was taken for granted, a sentence each.
    var assumptions: [String] { get }
    /// Where it lies, for messages.
    var place: String { get }

    /// Whether a tile is kept of its own; `false` where one of a larger level answers for it, or
    /// where it is left out.
    func holds(_ tile: Tile) -> Bool
    /// The encoded tile; `nil` where it is missing.
    ///
    /// - Throws: ``ZigguratError`` where it is there and cannot be read.
    func bytes(of tile: Tile) throws(ZigguratError) -> [UInt8]?
    /// Where a tile lies, for messages.
    func place(of tile: Tile) -> String
    /// What is wrong with a tile that is there, apart from its picture.
    func flaws(of tile: Tile, _ bytes: [UInt8]) -> [ZigguratError]
}

extension TileSource {
    public var pyramids: [Pyramid] { [pyramid] }
    public var isSparse: Bool { false }
    public var absent: AbsentTiles { .none }
    public var assumptions: [String] { [] }
    public func holds(_ tile: Tile) -> Bool { !isLeftOut(tile) }
    public func flaws(of tile: Tile, _ bytes: [UInt8]) -> [ZigguratError] { [] }

    /// Whether a tile is known to be left out.
    package func isLeftOut(_ tile: Tile) -> Bool {
        !absent.isEmpty && tile.pyramid.density == pyramid.density
            && tile.pyramid.shape.rounding == pyramid.shape.rounding && absent.contains(tile)
    }

    /// How many tiles all pyramids have, without those that are left out.
    package var tileCount: Int {
        pyramids.dropFirst().reduce(pyramid.tileCount - absent.count) { sum, companion in
            sum + companion.tiles.reduce(0) { $0 + (holds($1) ? 1 : 0) }
        }
    }
}
