internal import Synchronization
internal import ZigguratCore
internal import ZigguratFormats
package import ZigguratStore
package import ZigguratSystem

/// The older export that a new export replaces.
///
/// A file that is equal in both exports becomes a hard link to the old file. The link keeps its
/// inode and modification time, so that copy tools skip it.
///
/// Hashes select the files that may be equal. Then the bytes are compared, so that a file that was
/// damaged or edited in place is written again.
package final class ReplacedExport: Sendable {
    private let folder: FileHandle
    /// The hash of each file's bytes by the hash of its path.
    private let hashes: [UInt64: UInt64]
    private let keptFiles = Atomic(0)

    /// - Returns: `nil` if the export is missing or has no valid list of hashes, or if the path is
    ///   a symbolic link. A link is replaced, its target stays, and no file is reused.
    package init?(at path: String) {
        guard FileAttributes(path: path, followsLink: false)?.isFolder == true,
            let hashes = try? FileHashes.read("\(path)/\(FileHashes.fileName)"),
            let folder = try? FileHandle.folder(path)
        else { return nil }
        (self.hashes, self.folder) = (hashes, folder)
    }

    /// The number of reused files.
    var keptCount: Int { keptFiles.load(ordering: .relaxed) }

    /// Counts a file that was reused without a comparison.
    func countKept() { keptFiles.add(1, ordering: .relaxed) }

    /// Links to the old file if the old file has equal bytes.
    ///
    /// - Parameters:
    ///   - path: the path of the file in the export.
    ///   - container: the folder that receives the link, and the path of the link in this folder.
    /// - Returns: the link; `nil` if the file has to be written.
    func takeOver(
        _ path: String, _ entry: FileHashes.Entry, _ bytes: RawSpan,
        to container: (folder: FolderContainer, path: String)
    ) throws(ZigguratError) -> StoredFile? {
        guard path == FileHashes.fileName || hashes[entry.path] == entry.content,
            FileComparison.isEqual(path, in: folder, to: bytes)
        else { return nil }
        let old = StoredFile(path, in: folder)
        guard
            let file = try container.folder.link(old, to: container.path, bytes.byteCount)
        else { return nil }
        keptFiles.add(1, ordering: .relaxed)
        return file
    }

    /// Counts a file of an interrupted export if it is a link to the old file.
    ///
    /// - Parameter identity: the identity of the file in the new export.
    package func count(
        _ path: String, _ entry: FileHashes.Entry, _ identity: FileAttributes.Identity?
    ) {
        guard hashes[entry.path] == entry.content, let identity,
            identity == FileSystem.attributes(of: "\(folder.path)/\(path)")?.identity
        else { return }
        keptFiles.add(1, ordering: .relaxed)
    }

    /// Replaces a file of the new export by a link to the old file if both files have equal bytes.
    func takeOver(_ path: String, _ entry: FileHashes.Entry, in new: String) {
        guard hashes[entry.path] == entry.content,
            let target = try? FileHandle.folder(new),
            FileComparison.isEqual(path, in: folder, target),
            FileSystem.replace(path, in: target, byLinkTo: path, in: folder)
        else { return }
        keptFiles.add(1, ordering: .relaxed)
    }
}
