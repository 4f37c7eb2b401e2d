internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The files of a container as the preview server sends them, and those of a page if the container
/// has none.
struct PreviewFiles: Sendable {
    enum Content: Sendable {
        case archive(any BundleFiles)
        /// The tiles of a database, under the paths of ``tileNaming``.
        case tiles(any TileSource)
    }

    let content: Content
    let pages: [String: [UInt8]]

    static let tileNaming: any NamingStrategy = .template("{z}/{x}/{y}.{ext}")

    init(_ content: Content, pages: [BundleFile] = []) {
        self.content = content
        self.pages = Dictionary(pages.map { ($0.path, $0.bytes) }) { first, _ in first }
    }

    /// The names directly in a folder, sorted, those of folders with a slash at the end; empty if
    /// the folder does not exist.
    func names(in folder: String) throws(ZigguratError) -> [String] {
        switch content {
        case .archive(let files): try files.names(in: folder)
        // The page takes the place of the list.
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

    /// The range of the container that holds the bytes of the file as they are; `nil` otherwise.
    func packedRange(of path: String) throws(ZigguratError) -> Range<Int>? {
        guard case .archive(let files) = content, pages[path] == nil else { return nil }
        return try files.packedRange(of: path)
    }

    /// The compressed bytes of a file that is decompressed while it is sent; `nil` for small files,
    /// which are checked before they are sent.
    func deflatedPart(of path: String) throws(ZigguratError) -> DeflatedPart? {
        guard case .archive(let files) = content, pages[path] == nil,
            let part = try files.deflatedPart(of: path), part.byteCount > AnswerBody.smallBytes
        else { return nil }
        return part
    }
}
