internal import CSystem
internal import FoundationEssentials
internal import Glibc

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

    /// Creates a folder if it is missing, in a folder that exists.
    package static func makeFolder(_ path: String) throws(ZigguratError) {
        // `unsafe`: Swift keeps the C string of the path until the call returns.
        guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST && isFolder(path) else {
            throw .file(.createFolder, path)
        }
    }

    /// The sorted names in a folder that begin with a prefix.
    package static func entries(
        in path: String, startingWith prefix: String = ""
    ) throws(ZigguratError) -> [String] {
        let prefix = Array(prefix.utf8)
        return try entries(in: path) { name, _ in name.starts(with: prefix) }.map(\.name)
    }

    /// The sorted names of the folders in a folder, without links to folders.
    package static func folders(in path: String) throws(ZigguratError) -> [String] {
        let (folder, unknown) = (UInt8(DT_DIR), UInt8(DT_UNKNOWN))
        return try entries(in: path) { _, kind in kind == folder || kind == unknown }
            .filter { entry in
                // Some file systems do not tell the kinds of their entries.
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
            // The name ends with a zero inside the entry, which is valid until the next call.
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let name = unsafe Array(bytes.prefix { $0 != 0 })
                return isWanted(name[...], kind) ? String(decoding: name, as: UTF8.self) : "."
            }
            if name != ".", name != ".." { entries.append((name, kind)) }
        }
        guard errno == 0 else { throw .file(.listFolder, path) }
        return entries.sorted { $0.name < $1.name }
    }

    /// Removes a folder if it is empty; `false` if it is not.
    package static func removeEmptyFolder(_ path: String) -> Bool { unsafe rmdir(path) == 0 }

    /// Writes everything in a folder's file system to the disk, so that a power failure cannot
    /// empty files that were written before.
    package static func flushFiles(in folder: String) throws(ZigguratError) {
        let handle = try FileHandle.folder(folder)
        guard zig_sync(handle.descriptor) == 0 else { throw .file(.write, folder) }
    }

    /// Writes the names in a folder to the disk.
    package static func flushNames(in folder: String) throws(ZigguratError) {
        let handle = try FileHandle.folder(folder)
        // Some network file systems have no such operation.
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
                // Another process has removed a part: each attempt finds less.
                continue
            } catch {
                guard let cause = (error as? CocoaError)?.underlying as? POSIXError else {
                    throw ZigguratError(
                        FileFailure(.remove, .other), path, cause: .library("\(error)"))
                }
                throw .file(.remove, path, systemError: cause.code.rawValue)
            }
        }
    }

    /// The seconds since a file was written; `nil` if it does not exist.
    package static func age(of path: String) -> Int? {
        attributes(of: path).map { time(nil) - $0.modified.seconds }
    }
}
