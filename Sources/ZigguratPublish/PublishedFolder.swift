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
        /// The path relative to the folder.
        package let path: String
        package let size: Int
    }

    package let path: String
    let kind: Kind
    /// The files to upload. Hidden files, such as drafts of exports, are not uploaded, except files
    /// for web hosts.
    package private(set) var files: [File] = []
    /// Symbolic links and other special files, which are not uploaded.
    private(set) var skipped: [String] = []

    private static let manifest = "ziggurat.json"
    /// Hidden files that web hosts read.
    private static let hostFiles: Set = [".htaccess", ".nojekyll"]

    /// Lists the folder.
    ///
    /// - Throws: ``ZigguratError`` if the folder does not exist or contains no export.
    init(_ path: String) throws(ZigguratError) {
        self.path = path
        guard FileSystem.isFolder(path) else {
            throw ZigguratError(PublicationError.folderNotFound, path)
        }
        kind = try Self.kind(of: path)
        try collect("")
        files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// Returns a value that changes when an export in the folder is replaced, removed or added.
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
            // The modification time of a folder changes whenever an entry is added or removed.
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
        throw ZigguratError(PublicationError.noExport, path)
    }

    /// Whether folders inside a folder contain exports.
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
            // It is not an error if a file was removed after the folder was listed.
            guard let attributes = FileAttributes(path: "\(path)/\(relative)", followsLink: false)
            else { continue }
            switch attributes.kind {
            case .folder: try collect(relative)
            case .file: files.append(File(path: relative, size: attributes.byteCount))
            case .other: skipped.append(relative)
            }
        }
    }

    /// - Parameter hidden: the hidden files to upload.
    private static func names(
        in folder: String, _ hidden: Set<String> = []
    ) throws(ZigguratError) -> [String] {
        let names = try FileSystem.entries(in: folder).filter {
            !$0.hasPrefix(".") || hidden.contains($0)
        }
        for name in names {
            // A name that is not UTF-8 contains U+FFFD here, so no file with this name exists.
            let isReadable = !name.contains("\u{FFFD}") || FileSystem.exists("\(folder)/\(name)")
            // rclone reads one path per line.
            guard isReadable, !name.utf8.contains(where: { $0 < 32 || $0 == 127 }) else {
                throw ZigguratError(PublicationError.unsupportedFileName, "\(folder)/\(name)")
            }
        }
        return names
    }
}
