package import ZigguratCore
package import ZigguratSystem

/// The files below one folder of other files.
package final class SubfolderFiles: BundleFiles {
    private let files: any BundleFiles
    private let folder: String

    /// - Parameter folder: Without a slash at the end.
    package init(_ folder: String, of files: any BundleFiles) {
        self.files = files
        self.folder = folder
    }

    package func names(in folder: String) throws(ZigguratError) -> [String] {
        try files.names(in: folder.isEmpty ? self.folder : inner(folder))
    }

    package func contents(of path: String) throws(ZigguratError) -> [UInt8]? {
        try files.contents(of: inner(path))
    }

    package func byteCount(of path: String) -> Int? { files.byteCount(of: inner(path)) }

    package func tileImage(at path: String) throws(ZigguratError) -> TileImage? {
        try files.tileImage(at: inner(path))
    }

    package func forEachFile(_ body: (_ path: String, _ byteCount: Int) -> Bool)
        throws(ZigguratError)
    {
        let prefix = Array("\(folder)/".utf8)
        try files.forEachFile { path, count in
            guard path.utf8.starts(with: prefix) else { return true }
            return body(String(decoding: path.utf8.dropFirst(prefix.count), as: UTF8.self), count)
        }
    }

    package func place(of path: String) -> String {
        files.place(of: path.isEmpty ? folder : inner(path))
    }

    private func inner(_ path: String) -> String { "\(folder)/\(path)" }
}
