internal import CSystem
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// File operations with typed errors.
package enum FileSystem {
    package static func attributes(of path: String) -> FileAttributes? {
        FileAttributes(path: path)
    }

    package static func isFolder(_ path: String) -> Bool { attributes(of: path)?.isFolder == true }

    /// Whether the path exists, even as a symbolic link whose target is missing.
    package static func exists(_ path: String) -> Bool {
        FileAttributes(path: path, followsLink: false) != nil
    }

    /// Returns the absolute path without symbolic links; `nil` if the path does not exist.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the absolute path without symbolic links. The last components need not exist yet.
    package static func resolvedBeyondEnd(_ path: String) -> String {
        if let place = resolved(path) { return place }
        let parts = path.split(separator: "/")
        guard let name = parts.last else { return path }
        let parent = parts.dropLast().joined(separator: "/")
        let start = path.hasPrefix("/") ? "/" : parent.isEmpty ? "." : ""
        let place = resolvedBeyondEnd(start + parent)
        return (place == "/" ? "" : place) + "/" + name
    }

    /// Returns the size of a file in bytes; 0 if it does not exist.
    package static func size(of path: String) -> Int { attributes(of: path)?.byteCount ?? 0 }

    /// Reads a file; `nil` if it does not exist.
    ///
    /// - Throws: all other failures, so that an unreadable file is not treated as a missing file.
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

    /// The prefix of files that ``replace(_:with:syncs:)`` writes before it moves them.
    package static let draftPrefix = ".ziggurat-draft-"
    /// Distinguishes drafts, because two threads can write one path at once.
    private static let draftCount = Atomic(0)

    /// Writes a file beside its path and moves it to the path. A reader therefore sees either the
    /// old or the new content.
    ///
    /// - Parameter syncs: whether to flush the content to the disk before the move, so that a power
    ///   failure cannot leave an empty file.
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

    /// Replaces a file below a folder with a hard link to another file; `false` if links are not
    /// supported.
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

    /// Exchanges two paths atomically; `false` if the file system does not support it.
    package static func exchange(_ left: String, _ right: String) -> Bool {
        unsafe zig_exchange(AT_FDCWD, left, AT_FDCWD, right) == 0
    }
}

extension FileSystem {
    /// Creates a folder and its missing parents.
    package static func makeFolders(_ path: String) throws(ZigguratError) {
        if unsafe mkdir(path, 0o777) == 0 || errno == EEXIST && isFolder(path) { return }
        guard errno == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            slash > path.startIndex
        else {
            throw .file(.createFolder, path)
        }
        try makeFolders(String(path[..<slash]))
        guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST && isFolder(path) else {
            throw .file(.createFolder, path)
        }
    }

    /// Creates a folder in an existing folder, unless it exists.
    package static func makeFolder(_ path: String) throws(ZigguratError) {
        // `unsafe`: Swift keeps the C string of the path until the call returns.
        guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST && isFolder(path) else {
            throw .file(.createFolder, path)
        }
    }

    /// Returns the sorted names in a folder that begin with a prefix.
    package static func entries(
        in path: String, startingWith prefix: String = ""
    ) throws(ZigguratError) -> [String] {
        let prefix = Array(prefix.utf8)
        return try entries(in: path) { name, _ in name.starts(with: prefix) }.map(\.name)
    }

    /// Returns the sorted names of the folders in a folder, without links to folders.
    package static func folders(in path: String) throws(ZigguratError) -> [String] {
        let (folder, unknown) = (UInt8(DT_DIR), UInt8(DT_UNKNOWN))
        return try entries(in: path) { _, kind in kind == folder || kind == unknown }
            .filter { entry in
                // Some file systems do not report the kinds of their entries.
                entry.kind == folder
                    || FileAttributes(path: "\(path)/\(entry.name)", followsLink: false)?.isFolder
                        == true
            }.map(\.name)
    }

    private typealias Entry = (name: String, kind: UInt8)

    private static func entries(
        in path: String, where isWanted: (ArraySlice<UInt8>, UInt8) -> Bool
    ) throws(ZigguratError) -> [Entry] {
        guard let folder = unsafe opendir(path) else { throw .file(.listFolder, path) }
        defer { unsafe _ = closedir(folder) }
        var entries: [Entry] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(folder) else { break }
            let kind = unsafe entry.pointee.d_type
            // The name ends with a zero byte in the entry, which is valid until the next call.
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let name = unsafe Array(bytes.prefix { $0 != 0 })
                return isWanted(name[...], kind) ? String(decoding: name, as: UTF8.self) : "."
            }
            if name != ".", name != ".." { entries.append((name, kind)) }
        }
        guard errno == 0 else { throw .file(.listFolder, path) }
        return entries.sorted { $0.name < $1.name }
    }

    /// Removes an empty folder; `false` if the folder is not empty or cannot be removed.
    package static func removeEmptyFolder(_ path: String) -> Bool { unsafe rmdir(path) == 0 }

    /// Flushes the file system of a folder to the disk. A power failure then cannot empty files
    /// that were written before.
    package static func flushFiles(in folder: String) throws(ZigguratError) {
        let handle = try FileHandle.folder(folder)
        guard zig_sync(handle.descriptor) == 0 else { throw .file(.write, folder) }
    }

    /// Flushes the names in a folder to the disk.
    package static func flushNames(in folder: String) throws(ZigguratError) {
        let handle = try FileHandle.folder(folder)
        // Some network file systems do not support this operation.
        guard fsync(handle.descriptor) == 0 || errno == EINVAL else {
            throw .file(.write, folder)
        }
    }

    /// Removes a file, or a folder with its content. Another process may remove parts of it at the
    /// same time.
    package static func remove(_ path: String) throws(ZigguratError) {
        while exists(path) {
            do {
                try FileManager.default.removeItem(atPath: path)
            } catch let error as CocoaError where error.code == .fileNoSuchFile {
                // Another process has removed a part, so each attempt finds fewer files.
                continue
            } catch {
                guard let cause = (error as? CocoaError)?.underlying as? POSIXError else {
                    throw ZigguratError(
                        FileError(.remove, .other), path, cause: .library("\(error)"))
                }
                throw .file(.remove, path, systemError: cause.code.rawValue)
            }
        }
    }

    /// Returns the seconds since a file was written; `nil` if it does not exist.
    package static func age(of path: String) -> Int? {
        attributes(of: path).map { time(nil) - $0.modified.seconds }
    }
}
