internal import Glibc
package import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
package import ZigguratSystem

/// The files of a folder on disk.
package final class FolderFiles: BundleFiles {
    /// The folder to which paths of files are relative.
    package let folder: String

    package init(_ folder: String) { self.folder = folder }

    package func names(in folder: String) throws(ZigguratError) -> [String] {
        try Self.entries(of: place(of: folder)).map { $0.isFolder ? "\($0.name)/" : $0.name }
            .sorted()
    }

    /// The largest file to read into memory, in bytes; no file of a bundle is larger.
    private static let maximumByteCount = 1 << 30

    package func contents(of path: String) throws(ZigguratError) -> [UInt8]? {
        guard let byteCount = byteCount(of: path) else { return nil }
        guard byteCount <= Self.maximumByteCount else {
            let failure = DescriptorError.tooLarge(byteCount, limit: Self.maximumByteCount)
            throw ZigguratError(failure, place(of: path))
        }
        return try RandomAccessFile(place(of: path)).allBytes()
    }

    package func byteCount(of path: String) -> Int? {
        guard let file = FileSystem.attributes(of: place(of: path)), file.isFile else { return nil }
        return file.byteCount
    }

    package func tileImage(at path: String) throws(ZigguratError) -> TileImage? {
        guard let bytes = try contents(of: path) else { return nil }
        return try TileImage.read(bytes)
    }

    package func forEachFile(_ body: (_ path: String, _ byteCount: Int) -> Bool)
        throws(ZigguratError)
    {
        // A broken link has no length.
        try walk({ body($0, FileSystem.size(of: place(of: $0))) }, emptyFolder: { _ in })
    }

    /// Returns the files and the empty folders, sorted.
    package func listing() throws(ZigguratError) -> (files: [String], emptyFolders: [String]) {
        var files: [String] = []
        var emptyFolders: [String] = []
        try walk(
            { path in
                files.append(path)
                return true
            }, emptyFolder: { emptyFolders.append($0) })
        return (files, emptyFolders.sorted())
    }

    /// Calls `file` for each file until it returns `false`, and `emptyFolder` for each empty
    /// folder.
    private func walk(
        _ file: (_ path: String) -> Bool, emptyFolder: (_ path: String) -> Void
    ) throws(ZigguratError) {
        var folders = [""]
        while let folder = folders.popLast() {
            let entries = try Self.entries(of: place(of: folder))
            if entries.isEmpty, !folder.isEmpty { emptyFolder(folder) }
            for entry in entries {
                let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
                if entry.isFolder {
                    folders.append(path)
                } else {
                    guard file(path) else { return }
                }
            }
        }
    }

    package func place(of path: String) -> String { path.isEmpty ? folder : "\(folder)/\(path)" }

    /// Returns the entries of a folder; empty if the folder does not exist. Links to folders count
    /// as files.
    private static func entries(
        of folder: String
    ) throws(ZigguratError) -> [(name: String, isFolder: Bool)] {
        guard let stream = unsafe opendir(folder) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw .file(.listFolder, folder)
        }
        defer { unsafe closedir(stream) }
        var entries: [(name: String, isFolder: Bool)] = []
        while let entry = unsafe readdir(stream) {
            // The name is zero-terminated and valid until the next call of readdir.
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            var isFolder = unsafe entry.pointee.d_type == DT_DIR
            if unsafe entry.pointee.d_type == DT_UNKNOWN {
                var status = stat()
                isFolder =
                    unsafe lstat("\(folder)/\(name)", &status) == 0
                    && status.st_mode & S_IFMT == S_IFDIR
            }
            entries.append((name, isFolder))
        }
        return entries
    }
}
