internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratStore
internal import ZigguratSystem

/// An archive that receives the tiles of bands. ``keep(_:tile:)`` copies a tile into the archive.
final class BandContainer: TileKeeping {
    private let inner: any Container
    private let tiles: BandTiles
    private let prefix: String

    /// - Parameter prefix: the path of the bundle in the export, with a trailing slash.
    init(_ inner: any Container, _ tiles: BandTiles, prefix: String) {
        (self.inner, self.tiles, self.prefix) = (inner, tiles, prefix)
    }

    func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        try inner.write(path, tile: tile, bytes, twin: twin)
    }

    func isKept(_ path: String) -> Bool { tiles.contains(prefix + path) }

    package func keep(_ path: String, tile: Tile.Address?) throws(ZigguratError) {
        let bytes = try tiles.bytes(of: prefix + path)
        // `unsafe`: the archive uses the span only during the call.
        _ = try unsafe inner.write(path, tile: tile, bytes.span.bytes, twin: nil)
    }

    func omit(_ tile: Tile.Address) { inner.omit(tile) }

    func finish() throws(ZigguratError) -> ContainerTotals { try inner.finish() }
}
