internal import Synchronization
package import ZigguratCore
package import ZigguratImaging
internal import ZigguratSources
package import ZigguratSystem

/// Keeps the tiles of one pass and one level in memory.
package final class InMemoryTileSink: TileSink {
    private let kept = Mutex<[Tile.Address: [UInt8]]>([:])

    package init() {}

    /// The tiles by column and row; the level is 0.
    package var tiles: [Tile.Address: [UInt8]] { kept.withLock { $0 } }

    package func accept(_ tile: EncodedTile, _ bytes: RawSpan) throws(ZigguratError) {
        // The copy is independent of the span.
        let copy = bytes.withUnsafeBytes { [UInt8]($0) }
        let address = Tile.Address(level: 0, column: tile.column, row: tile.row)
        kept.withLock { $0[address] = copy }
    }
}

extension SourceImage {
    /// Decodes the image and encodes it as one tile, in the size of its header.
    ///
    /// - Parameters:
    ///   - isWanted: called from time to time; returns `false` to cancel.
    package func encoded(
        _ encoding: TileEncoding, background: RGBColor?, isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8] {
        let pass = TilingPass(
            tileSize: header.size, overlap: 0, encoding: encoding, edges: [.crop], reductions: [0])
        let memory = InMemoryTileSink()
        try PyramidBuilder(
            passes: [pass], background: background ?? header.background ?? .white, threadCount: 1
        ).build(self, into: memory) { _ in isWanted() }
        return memory.tiles[Tile.Address(level: 0, column: 0, row: 0)] ?? []
    }
}
