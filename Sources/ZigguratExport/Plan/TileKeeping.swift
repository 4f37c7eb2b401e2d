internal import ZigguratCore
internal import ZigguratSystem

/// A container that can take over tiles of an earlier build, so that they are not encoded again.
protocol TileKeeping: Container {
    /// Whether the tile at a path exists and is unchanged.
    func isKept(_ path: String) -> Bool

    /// Adds the existing tile at a path to the bundle.
    ///
    /// - Parameter tile: its address; `nil` for an alias.
    func keep(_ path: String, tile: Tile.Address?) throws(ZigguratError)
}

/// A container that records complete tiles, so that a repeat run keeps them if the export is
/// interrupted.
protocol TileRecording: Container {
    /// As ``Container/write(_:tile:_:twin:)``.
    func writeTile(
        _ path: String, _ tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile?
}
