internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// A folder to upload, and its files.
struct PublishedFolder {
    enum Kind: String, Sendable {
        /// A folder of exports.
        case destination
        case export
        /// One layout of an export.
        case bundle
    }

    struct File: Sendable {
        /// Relative to the folder.
        let path: String
        let size: Int
    }

    let path: String
    let kind: Kind
    /// Without hidden files, such as drafts of exports.
    private(set) var files: [File] = []
    /// Symbolic links and other special files, which are not uploaded.
    private(set) var skipped: [String] = []

    private static let manifest = "ziggurat.json"

    /// Lists the folder.
    ///
    /// - Throws: ``ZigguratError`` if it does not exist, or has no export.
    init(_ path: String) throws(ZigguratError) {
        self.path = path
        guard let status = Self.status(path), status.st_mode & S_IFMT == S_IFDIR else {
            throw ZigguratError(PublishFailure.folderNotFound, path)
        }
        kind = try Self.kind(of: path)
        try collect("")
        files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// A value that changes when an export in the folder is replaced, removed or added.
    func signature() -> [String] {
        let exports =
            switch kind {
            case .destination: files.map(\.path).filter { Self.isManifest($0, depth: 1) }
            case .export: [Self.manifest]
            case .bundle: ["", "../\(Self.manifest)", "index.html"]
            }
        return exports.map { name in
            guard let status = Self.status("\(path)/\(name)") else { return "\(name) is gone" }
            // The time of a folder changes with every file in it.
            let time = status.st_mode & S_IFMT == S_IFDIR ? timespec() : status.st_mtim
            return "\(name) \(status.st_dev) \(status.st_ino) \(time.tv_sec).\(time.tv_nsec)"
        }
    }

    /// Whether a path is the manifest of an export at a depth of folders.
    static func isManifest(_ path: String, depth: Int) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"))
        return parts.count == depth + 1 && parts.last.flatMap { String($0) } == manifest
    }

    private static func kind(of path: String) throws(ZigguratError) -> Kind {
        if status("\(path)/\(manifest)") != nil { return .export }
        let names = try names(in: path)
        if names.contains(where: { status("\(path)/\($0)/\(manifest)") != nil }) {
            return .destination
        }
        if status("\(path)/../\(manifest)") != nil || status("\(path)/viewer/ziggurat.js") != nil {
            return .bundle
        }
        // A gallery without exports.
        if isGallery("\(path)/index.html") { return .destination }
        throw ZigguratError(PublishFailure.noExport, path)
    }

    private static func isGallery(_ page: String) -> Bool {
        guard let file = fopen(page, "re") else { return false }
        defer { fclose(file) }
        var start = [UInt8](repeating: 0, count: 4096)
        let count = fread(&start, 1, start.count, file)
        return String(decoding: start[..<count], as: UTF8.self)
            .contains(#"<meta name="generator" content="Ziggurat"#)
    }

    private mutating func collect(_ folder: String) throws(ZigguratError) {
        for name in try Self.names(in: folder.isEmpty ? path : "\(path)/\(folder)") {
            let relative = folder.isEmpty ? name : "\(folder)/\(name)"
            var status = stat()
            // A file that was removed since the folder was listed is not an error.
            guard lstat("\(path)/\(relative)", &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try collect(relative)
            case S_IFREG: files.append(File(path: relative, size: Int(status.st_size)))
            default: skipped.append(relative)
            }
        }
    }

    /// The visible names in a folder.
    private static func names(in folder: String) throws(ZigguratError) -> [String] {
        guard let stream = opendir(folder) else {
            throw ZigguratError(
                PublishFailure.cannotListFolder, folder, cause: .lastSystemError)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard bytes.first != UInt8(ascii: ".") else { continue }
            // rclone reads the list of files by lines.
            guard let name = String(validating: bytes, as: UTF8.self),
                !bytes.contains(where: { $0 < 32 || $0 == 127 })
            else {
                throw ZigguratError(
                    PublishFailure.unsupportedFileName,
                    "\(folder)/\(String(decoding: bytes, as: UTF8.self))")
            }
            names.append(name)
        }
        return names
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }
}
