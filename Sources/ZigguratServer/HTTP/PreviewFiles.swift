internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The files of a container for the preview server. If the container has no page, a page is added.
struct PreviewFiles: Sendable {
    enum Content: Sendable {
        case archive(any BundleFiles)
        /// The tiles of a database, at the paths of ``tileNaming``.
        case tiles(any TileSource)
    }

    let content: Content
    let pages: [String: [UInt8]]

    static let tileNaming: any NamingStrategy = .template("{z}/{x}/{y}.{ext}")

    init(_ content: Content, pages: [BundleFile] = []) {
        self.content = content
        self.pages = Dictionary(pages.map { ($0.path, $0.bytes) }) { first, _ in first }
    }

    /// Returns the names in a folder, sorted; empty if the folder does not exist. A folder's name
    /// ends with a slash.
    func names(in folder: String) throws(ZigguratError) -> [String] {
        switch content {
        case .archive(let files): try files.names(in: folder)
        // A database has a page instead of a list.
        case .tiles: []
        }
    }

    func contents(of path: String) throws(ZigguratError) -> [UInt8]? {
        if let page = pages[path] { return page }
        switch content {
        case .archive(let files): return try files.contents(of: path)
        case .tiles(let source):
            guard let tile = Self.tileNaming.tile(at: path, in: source.pyramid) else { return nil }
            return try source.bytes(of: tile)
        }
    }

    /// Returns the range of the container that contains an uncompressed file; `nil` for other
    /// files.
    func packedRange(of path: String) throws(ZigguratError) -> Range<Int>? {
        guard case .archive(let files) = content, pages[path] == nil else { return nil }
        return try files.packedRange(of: path)
    }

    /// Returns the compressed bytes of a large file, to decompress them while they are sent; `nil`
    /// for small files, which are checked before they are sent.
    func deflatedPart(of path: String) throws(ZigguratError) -> DeflatedPart? {
        guard case .archive(let files) = content, pages[path] == nil,
            let part = try files.deflatedPart(of: path), part.byteCount > AnswerBody.smallBytes
        else { return nil }
        return part
    }
}
