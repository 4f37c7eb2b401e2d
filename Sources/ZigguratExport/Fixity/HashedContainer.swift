internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// Hashes every file on its way into a folder. Files that are equal in the export that is replaced
/// are taken over from there.
final class HashedContainer: Container {
    private let inner: any Container
    private let hashes: FileHashes
    private let old: ReplacedExport?
    private let prefix: String

    /// - Parameters:
    ///   - old: the export that is replaced.
    ///   - prefix: the path of the container in the export, with a slash at its end.
    init(
        _ inner: any Container, into hashes: FileHashes, old: ReplacedExport?, prefix: String = ""
    ) {
        (self.inner, self.hashes, self.old, self.prefix) = (inner, hashes, old, prefix)
    }

    func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        let entry = hashes.add(prefix + path, bytes)
        if let old, let folder = inner as? FolderContainer,
            let file = try old.takeOver(prefix + path, entry, bytes, to: (folder, path))
        {
            return file
        }
        return try inner.write(path, tile: tile, bytes, twin: twin)
    }

    func omit(_ tile: Tile.Address) { inner.omit(tile) }

    func finish() throws(ZigguratError) -> ContainerTotals { try inner.finish() }
}
