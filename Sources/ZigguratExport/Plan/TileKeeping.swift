internal import ZigguratCore
internal import ZigguratSystem

/// A container that can keep tiles of an earlier build, so that they are not encoded again.
protocol TileKeeping: Container {
    /// Whether the tile at a path exists and is unchanged.
    func isKept(_ path: String) -> Bool

    /// Adds the existing tile at a path to the bundle.
    ///
    /// - Parameter tile: the address of the tile; `nil` for an alias.
    func keep(_ path: String, tile: Tile.Address?) throws(ZigguratError)
}

/// A container that records complete tiles. If the export is interrupted, a repeated run keeps
/// these tiles.
protocol TileRecording: Container {
    /// Writes a tile and records it; see ``Container/write(_:tile:_:twin:)``.
    func writeTile(
        _ path: String, _ tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile?
}
