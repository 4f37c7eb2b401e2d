internal import Synchronization
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratStore
internal import ZigguratSystem

/// Hashes every file that is written into a folder.
///
/// A file with an equal copy in the replaced export becomes a link to that copy. Files of an
/// interrupted export are kept.
final class HashedContainer: ExportContainer {
    private let inner: any Container
    /// The container, if it can keep files.
    private let folder: FolderContainer?
    private let hashes: FileHashes
    private let old: ReplacedExport?
    private let journal: ExportJournal?
    private let written: RunningExportTiles?
    private let prefix: String
    /// The sum of the hashes of all files, which does not depend on the order of writing.
    private let sum = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - old: the export that is replaced.
    ///   - journal: the journal of this export; `nil` if it cannot be continued after an
    ///     interruption.
    ///   - written: records each complete tile.
    ///   - prefix: the path of the container in the export, with a trailing slash.
    init(
        _ folder: FolderContainer, into hashes: FileHashes, old: ReplacedExport?,
        journal: ExportJournal? = nil, written: RunningExportTiles? = nil, prefix: String = ""
    ) {
        (inner, self.folder) = (folder, folder)
        (self.hashes, self.old, self.prefix) = (hashes, old, prefix)
        (self.journal, self.written) = (journal, written)
    }

    /// Creates a container that keeps no files, because the inner container must receive each file.
    init(
        files inner: any Container, into hashes: FileHashes, written: RunningExportTiles?,
        prefix: String
    ) {
        (self.inner, folder) = (inner, nil)
        (self.hashes, old, self.prefix) = (hashes, nil, prefix)
        (journal, self.written) = (nil, written)
    }

    var version: String { String(sum.load(ordering: .relaxed), radix: 16) }

    private func count(_ entry: FileHashes.Entry) -> FileHashes.Entry {
        sum.wrappingAdd(entry.mixed, ordering: .relaxed)
        return entry
    }

    func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        try write(path, tile: tile, bytes, twin: twin, count(hashes.add(prefix + path, bytes)))
    }

    func writeTile(
        _ path: String, _ tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        let entry = count(hashes.add(prefix + path, bytes))
        let file = try write(path, tile: tile, bytes, twin: twin, entry)
        try journal?.append(entry)
        written?.add(entry.path)
        return file
    }

    private func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?,
        _ entry: FileHashes.Entry
    ) throws(ZigguratError) -> StoredFile? {
        if let folder, let journal, journal.kept[entry.path] != nil {
            journal.claim()
            if let file = folder.keep(path, bytes) {
                old?.count(prefix + path, entry, folder.attributes(of: path)?.identity)
                return file
            }
        }
        if let folder, let old,
            let file = try old.takeOver(prefix + path, entry, bytes, to: (folder, path))
        {
            return file
        }
        return try inner.write(path, tile: tile, bytes, twin: twin)
    }

    /// Whether an interrupted export has written a file whose bytes still match the journal.
    func isKept(_ path: String) -> Bool {
        guard let folder, let journal,
            let content = journal.kept[XXH3.hash(prefix + path)]
        else { return false }
        return journal.areFilesWhole || folder.hash(of: path) == content
    }

    /// Adds a file of the interrupted export to this export.
    func keep(_ path: String, tile: Tile.Address?) {
        let key = XXH3.hash(prefix + path)
        guard let folder, let content = journal?.kept[key],
            let attributes = folder.attributes(of: path)
        else { return }
        let entry = FileHashes.Entry(path: key, content: content)
        hashes.add(count(entry))
        journal?.claim()
        written?.add(key)
        folder.count(attributes.byteCount)
        old?.count(prefix + path, entry, attributes.identity)
    }

    func omit(_ tile: Tile.Address) { inner.omit(tile) }

    func finish() throws(ZigguratError) -> ContainerTotals { try inner.finish() }
}
