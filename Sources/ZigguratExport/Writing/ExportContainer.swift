package import ZigguratCore
internal import ZigguratStore
package import ZigguratSystem

/// A bundle that an export writes. The bundle can keep tiles of an earlier run, so that they are
/// not encoded again.
package protocol ExportContainer: Container {
    /// Whether the tile at a path exists and is unchanged.
    func isKept(_ path: String) -> Bool

    /// Adds the existing tile at a path to the bundle.
    ///
    /// - Parameter tile: the address of the tile; `nil` for an alias.
    func keep(_ path: String, tile: Tile.Address?) throws(ZigguratError)

    /// Writes a tile as ``Container/write(_:tile:_:twin:)`` does, and records it in a folder. If
    /// the export is interrupted, a repeated run keeps the recorded tiles.
    func writeTile(
        _ path: String, _ tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile?

    /// A digest of all files written so far into a folder; empty for an archive.
    var version: String { get }
}

/// An archive of an export. If the tiles are already encoded in bands, ``keep(_:tile:)`` copies a
/// tile from its band into the archive.
final class ArchiveContainer: ExportContainer {
    private let inner: any Container
    private let bands: BandTiles?
    private let prefix: String

    /// - Parameter prefix: the path of the bundle in the export, with a trailing slash.
    init(_ inner: any Container, _ bands: BandTiles?, prefix: String) {
        (self.inner, self.bands, self.prefix) = (inner, bands, prefix)
    }

    var version: String { "" }

    func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        try inner.write(path, tile: tile, bytes, twin: twin)
    }

    func writeTile(
        _ path: String, _ tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        try inner.write(path, tile: tile, bytes, twin: twin)
    }

    func isKept(_ path: String) -> Bool { bands?.contains(prefix + path) ?? false }

    func keep(_ path: String, tile: Tile.Address?) throws(ZigguratError) {
        guard let bytes = try bands?.bytes(of: prefix + path) else { return }
        // `unsafe`: the archive uses the span only during the call.
        _ = try unsafe inner.write(path, tile: tile, bytes.span.bytes, twin: nil)
    }

    func omit(_ tile: Tile.Address) { inner.omit(tile) }

    func finish() throws(ZigguratError) -> ContainerTotals { try inner.finish() }
}
