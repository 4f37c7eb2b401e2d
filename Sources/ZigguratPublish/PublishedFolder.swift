internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// A folder that is to be published, as it is on the disk: what there is to upload.
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
    /// Without hidden ones, and drafts of exports are hidden.
    private(set) var files: [File] = []
    /// Symbolic links and whatever else is neither file nor folder: they are left out.
    private(set) var leftOut: [String] = []

    private static let manifest = "ziggurat.json"

    /// Looks at everything in the folder.
    ///
    /// - Throws: ``ZigguratError`` where there is no such folder, or nothing of ours in it.
    init(_ path: String) throws(ZigguratError) {
        self.path = path
        guard let status = Self.status(path), status.st_mode & S_IFMT == S_IFDIR else {
            throw ZigguratError(
                .unreadableSource, path, "there is no such folder",
                remedy: "name the one that you exported to, or an export in it")
        }
        kind = try Self.kind(of: path)
        try collect("")
        files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// What tells an export from the one that takes its place: changes when one of the folder is
    /// made again, removed or added.
    func signature() -> [String] {
        let exports =
            switch kind {
            case .destination: files.map(\.path).filter { Self.isManifest($0, depth: 1) }
            case .export: [Self.manifest]
            case .bundle: ["", "../\(Self.manifest)", "index.html"]
            }
        return exports.map { name in
            guard let status = Self.status("\(path)/\(name)") else { return "\(name) is gone" }
            // A folder's own time changes with every file that somebody puts into it.
            let time = status.st_mode & S_IFMT == S_IFDIR ? timespec() : status.st_mtim
            return "\(name) \(status.st_dev) \(status.st_ino) \(time.tv_sec).\(time.tv_nsec)"
        }
    }

    /// Whether a path is the manifest of an export that lies so many folders deep.
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
        // A gallery of which every export was removed.
        if isGallery("\(path)/index.html") { return .destination }
        throw ZigguratError(
            .unreadableSource, path, "there is no export in this folder",
            remedy: "name a folder that was exported to, an export in it, or one of its layouts")
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
            // What went away since the folder was read is not there, and no error.
            guard lstat("\(path)/\(relative)", &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try collect(relative)
            case S_IFREG: files.append(File(path: relative, size: Int(status.st_size)))
            default: leftOut.append(relative)
            }
        }
    }

    /// The names in a folder that are not hidden.
    private static func names(in folder: String) throws(ZigguratError) -> [String] {
        guard let stream = opendir(folder) else {
            let reason = String(cString: strerror(errno))
            throw ZigguratError(.unreadableSource, folder, "the folder cannot be read (\(reason))")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard bytes.first != UInt8(ascii: ".") else { continue }
            // The list that rclone reads has a name on each line.
            guard let name = String(validating: bytes, as: UTF8.self),
                !bytes.contains(where: { $0 < 32 || $0 == 127 })
            else {
                throw ZigguratError(
                    .unreadableSource, "\(folder)/\(String(decoding: bytes, as: UTF8.self))",
                    "its name is not UTF-8, or has control characters in it",
                    remedy: "rename it or move it away")
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
