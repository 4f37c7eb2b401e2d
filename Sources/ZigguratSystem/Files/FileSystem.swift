internal import CSystem
internal import Glibc
internal import Synchronization

/// File operations with typed errors.
package enum FileSystem {
    package static func attributes(of path: String) -> FileAttributes? {
        FileAttributes(path: path)
    }

    package static func isFolder(_ path: String) -> Bool { attributes(of: path)?.isFolder == true }

    /// Whether the path exists, even as a symbolic link without a target.
    package static func exists(_ path: String) -> Bool {
        FileAttributes(path: path, followsLink: false) != nil
    }

    /// The absolute path without symbolic links; `nil` if the path does not exist.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The absolute path without symbolic links of a file or folder of which the last parts may not
    /// exist yet.
    package static func resolvedBeyondEnd(_ path: String) -> String {
        if let place = resolved(path) { return place }
        let parts = path.split(separator: "/")
        guard let name = parts.last else { return path }
        let parent = parts.dropLast().joined(separator: "/")
        let start = path.hasPrefix("/") ? "/" : parent.isEmpty ? "." : ""
        let place = resolvedBeyondEnd(start + parent)
        return (place == "/" ? "" : place) + "/" + name
    }

    /// The size of a file in bytes; 0 if it does not exist.
    package static func size(of path: String) -> Int { attributes(of: path)?.byteCount ?? 0 }

    /// Reads a file; `nil` if it does not exist.
    ///
    /// - Throws: every other failure, so that an unreadable file is not taken for a missing one.
    package static func contents(of path: String) throws(ZigguratError) -> [UInt8]? {
        do throws(ZigguratError) {
            return try RandomAccessFile(path).allBytes()
        } catch {
            switch error.cause {
            case .system(ENOENT), .system(ENOTDIR): return nil
            default: throw error
            }
        }
    }

    /// Begins the names of files that ``replace(_:with:)`` writes.
    package static let draftPrefix = ".ziggurat-draft-"
    /// Two threads can write the same path.
    private static let draftCount = Atomic(0)

    /// Writes a file beside its path and moves it there, so that a reader sees either the old or the
    /// new content.
    ///
    /// - Parameter syncs: whether the content is on the disk before the file is moved, so that a
    ///   power failure cannot leave an empty file.
    package static func replace(
        _ path: String, with bytes: [UInt8], syncs: Bool = false
    ) throws(ZigguratError) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
        let number = draftCount.wrappingAdd(1, ordering: .relaxed).newValue
        let draft =
            path[..<start] + "\(draftPrefix)\(getpid())-\(number)-" + path[start...].prefix(64)
        let file = unsafe open(String(draft), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw .file(.write, path) }
        let isWritten =
            FileTransfer.write(bytes.span.bytes, to: file) && (!syncs || fsync(file) == 0)
        let writeError = errno
        let isClosed = close(file) == 0
        guard isWritten, isClosed, unsafe rename(String(draft), path) == 0 else {
            let code = isWritten ? errno : writeError
            _ = unsafe unlink(String(draft))
            throw .file(.write, path, systemError: code)
        }
    }

    /// Replaces a file below a folder by a hard link to another file; `false` if links fail.
    package static func replace(
        _ path: String, in folder: FileHandle, byLinkTo other: String, in otherFolder: FileHandle
    ) -> Bool {
        let link = path + ".link"
        guard
            unsafe linkat(otherFolder.descriptor, other, folder.descriptor, link, 0) == 0
        else { return false }
        guard unsafe renameat(folder.descriptor, link, folder.descriptor, path) == 0 else {
            _ = unsafe unlinkat(folder.descriptor, link, 0)
            return false
        }
        return true
    }

    package static func copy(_ source: String, to path: String) throws(ZigguratError) {
        let input = try RandomAccessFile(source)
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw .file(.write, path) }
        let failed = FileTransfer.copy(from: input.handle.descriptor, to: file)
        let code = errno
        let isClosed = close(file) == 0
        if let failed {
            throw .file(failed, failed == .read ? source : path, systemError: code)
        }
        guard isClosed else { throw .file(.write, path) }
    }

    /// Moves a file or folder within its file system.
    package static func move(_ path: String, to other: String) throws(ZigguratError) {
        guard unsafe rename(path, other) == 0 else { throw .file(.move, other) }
    }

    /// Exchanges two paths in one step; `false` if the file system cannot.
    package static func exchange(_ left: String, _ right: String) -> Bool {
        unsafe zig_exchange(AT_FDCWD, left, AT_FDCWD, right) == 0
    }
}
