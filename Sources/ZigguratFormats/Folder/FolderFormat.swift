internal import Glibc
internal import Synchronization
package import ZigguratCore
package import ZigguratSystem

/// Plain files in a folder named after the layout, for any web server.
package struct FolderFormat: ContainerFormat {
    package let name = "folder"
    package let summary = "plain files: any web server, object store or USB stick"
    package let traits = ContainerTraits(isFolder: true, holdsPages: true)

    package var abilities: ContainerAbilities {
        ContainerAbilities {
            $0.maps = self
            $0.isPlainFolder = true
        }
    }

    package func path(of bundle: BundleDescription) -> String { bundle.layout }

    package func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try FolderContainer(path)
    }
}

extension FolderFormat: MapContainerFormat {
    package func path(ofMap name: String) -> String { name }

    package func open(
        _ map: MapDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try FolderContainer(path)
    }
}

extension ContainerFormat where Self == FolderFormat { package static var folder: Self { Self() } }

/// A container that writes plain files. If an earlier file has the same bytes, the new file becomes
/// a hard link to it where the file system supports links.
package final class FolderContainer: Container {
    private let folder: FileHandle
    private let root: String
    private let totals = Mutex(ContainerTotals())

    package init(_ path: String) throws(ZigguratError) {
        root = path
        try FileSystem.makeFolders(path)
        folder = try FileHandle.folder(path)
    }

    package func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        let isLinked = if let twin { try link(twin, to: path) } else { false }
        if !isLinked { try create(path, bytes) }
        count(bytes.byteCount, isLinked: isLinked)
        return isLinked ? twin : StoredFile(path, in: folder)
    }

    /// Writes a file as a hard link to an existing file with the same bytes.
    ///
    /// - Returns: `nil` if the link fails; then nothing is written.
    package func link(
        _ file: StoredFile, to path: String, _ byteCount: Int
    ) throws(ZigguratError) -> StoredFile? {
        guard try link(file, to: path) else { return nil }
        count(byteCount, isLinked: true)
        return StoredFile(path, in: folder)
    }

    package func finish() throws(ZigguratError) -> ContainerTotals { totals.withLock { $0 } }

    /// Counts an existing file of the folder if it has the given bytes; otherwise removes the file.
    ///
    /// - Returns: `nil` if the file has to be written.
    package func keep(_ path: String, _ bytes: RawSpan) -> StoredFile? {
        guard FileComparison.isEqual(path, in: folder, to: bytes) else {
            // If the path cannot be removed, the write that follows reports the reason.
            try? FileSystem.remove("\(root)/\(path)")
            return nil
        }
        count(bytes.byteCount)
        return StoredFile(path, in: folder)
    }

    /// Returns the hash of an existing file of the folder; `nil` if the file cannot be read.
    package func hash(of path: String) -> UInt64? {
        FileComparison.hash(of: path, in: folder)
    }

    package func attributes(of path: String) -> FileAttributes? {
        FileAttributes(path, in: folder)
    }

    /// Counts a file of the bundle that is written.
    ///
    /// - Parameter isLinked: whether it is a hard link to another file.
    package func count(_ byteCount: Int, isLinked: Bool = false) {
        totals.withLock {
            $0.files += 1
            $0.bytes += byteCount
            if isLinked { $0.linkedBytes += byteCount }
        }
    }

    private func create(_ path: String, _ bytes: RawSpan) throws(ZigguratError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        var file = unsafe openat(folder.descriptor, path, flags, 0o666)
        if file < 0, errno == ENOENT {
            try makeParents(of: path)
            file = unsafe openat(folder.descriptor, path, flags, 0o666)
        }
        guard file >= 0 else { throw failure(path) }
        let complete = FileTransfer.write(bytes, to: file)
        let failure = complete ? nil : failure(path)
        // Some file systems report a full disk only when the file is closed.
        guard close(file) == 0 || failure != nil else { throw self.failure(path) }
        if let failure { throw failure }
    }

    private func link(_ twin: StoredFile, to path: String) throws(ZigguratError) -> Bool {
        let origin = twin.folder?.descriptor ?? AT_FDCWD
        if unsafe linkat(origin, twin.path, folder.descriptor, path, 0) == 0 { return true }
        if errno == ENOENT {
            try makeParents(of: path)
            if unsafe linkat(origin, twin.path, folder.descriptor, path, 0) == 0 { return true }
        }
        if errno == EEXIST { throw failure(path) }
        // Possible reasons: too many links, another file system, or no support for links. The
        // caller copies.
        return false
    }

    private func makeParents(of path: String) throws(ZigguratError) {
        var end = path.startIndex
        while let slash = path.utf8[end...].firstIndex(of: UInt8(ascii: "/")) {
            let parent = String(path[..<slash])
            if unsafe mkdirat(folder.descriptor, parent, 0o777) != 0, errno != EEXIST {
                throw failure(parent)
            }
            end = path.utf8.index(after: slash)
        }
    }

    private func failure(_ path: String) -> ZigguratError {
        if errno == EEXIST || errno == ENOTDIR {
            return ZigguratError(ContainerError.duplicatePath, "\(root)/\(path)")
        }
        return .file(.write, "\(root)/\(path)")
    }
}
