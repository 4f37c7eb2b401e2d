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
        package let path: String
        package let size: Int
    }

    package let path: String
    let kind: Kind
    /// Without hidden files, such as drafts of exports, except those for web hosts.
    package private(set) var files: [File] = []
    /// Symbolic links and other special files, which are not uploaded.
    private(set) var skipped: [String] = []

    private static let manifest = "ziggurat.json"
    /// Hidden files that web hosts read.
    private static let hostFiles: Set = [".htaccess", ".nojekyll"]

    /// Lists the folder.
    ///
    /// - Throws: ``ZigguratError`` if it does not exist, or has no export.
    init(_ path: String) throws(ZigguratError) {
        self.path = path
        guard FileSystem.isFolder(path) else {
            throw ZigguratError(Publication.Failure.folderNotFound, path)
        }
        kind = try Self.kind(of: path)
        try collect("")
        files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// A value that changes when an export in the folder is replaced, removed or added.
    func signature() -> [String] {
        let exports =
            switch kind {
            case .destination: files.map(\.path).filter(Self.isManifestInFolder)
            case .export: [Self.manifest]
            case .bundle: ["", "../\(Self.manifest)", "index.html"]
            }
        return exports.map { name in
            guard let attributes = FileSystem.attributes(of: "\(path)/\(name)") else {
                return "\(name) is missing"
            }
            // The time of a folder changes with every file in it.
            let time = attributes.isFolder ? nil : attributes.modified
            return "\(name) \(attributes.identity) \(String(describing: time))"
        }
    }

    /// Whether a path is the manifest of an export in a folder.
    static func isManifestInFolder(_ path: String) -> Bool { path.hasSuffix("/\(manifest)") }

    private static func kind(of path: String) throws(ZigguratError) -> Kind {
        let exists = { (name: String) in FileSystem.attributes(of: "\(path)/\(name)") != nil }
        if exists(manifest) { return .export }
        if try names(in: path).contains(where: { exists("\($0)/\(manifest)") })
            || hasExports(in: path, depth: 3)
        {
            return .destination
        }
        if exists("../\(manifest)") || exists("viewer/ziggurat.js") { return .bundle }
        // A gallery without exports.
        if isGallery("\(path)/index.html") { return .destination }
        throw ZigguratError(Publication.Failure.noExport, path)
    }

    /// Whether there are exports in the folders of a folder.
    private static func hasExports(in folder: String, depth: Int) -> Bool {
        let folders = (try? FileSystem.folders(in: folder)) ?? []
        return folders.contains { name in
            FileSystem.exists("\(folder)/\(name)/\(manifest)")
                || depth > 0 && hasExports(in: "\(folder)/\(name)", depth: depth - 1)
        }
    }

    private static func isGallery(_ page: String) -> Bool {
        guard let start = try? RandomAccessFile(page).bytes(4096, at: 0) else { return false }
        return String(decoding: start, as: UTF8.self)
            .contains(#"<meta name="generator" content="Ziggurat"#)
    }

    private mutating func collect(_ folder: String) throws(ZigguratError) {
        let hidden = folder.isEmpty && kind == .destination ? Self.hostFiles : []
        for name in try Self.names(in: folder.isEmpty ? path : "\(path)/\(folder)", hidden) {
            let relative = folder.isEmpty ? name : "\(folder)/\(name)"
            // A file that was removed since the folder was listed is not an error.
            guard let attributes = FileAttributes(path: "\(path)/\(relative)", followsLink: false)
            else { continue }
            switch attributes.kind {
            case .folder: try collect(relative)
            case .file: files.append(File(path: relative, size: attributes.byteCount))
            case .other: skipped.append(relative)
            }
        }
    }

    /// - Parameter hidden: the hidden files that are uploaded.
    private static func names(
        in folder: String, _ hidden: Set<String> = []
    ) throws(ZigguratError) -> [String] {
        let names = try FileSystem.entries(in: folder).filter {
            !$0.hasPrefix(".") || hidden.contains($0)
        }
        for name in names {
            // A name that is not UTF-8 has U+FFFD here, so that no file has it.
            let isReadable = !name.contains("\u{FFFD}") || FileSystem.exists("\(folder)/\(name)")
            // rclone reads the list of files by lines.
            guard isReadable, !name.utf8.contains(where: { $0 < 32 || $0 == 127 }) else {
                throw ZigguratError(Publication.Failure.unsupportedFileName, "\(folder)/\(name)")
            }
        }
        return names
    }
}
