internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem
internal import ZigguratViewer

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

/// The page of a pyramid whose container has no page.
enum PreviewPage {
    /// The most tile paths in a page; a longer table would be too large.
    private static let mostPaths = 100_000
    private static let largestPlaceholder = 32_768

    /// Returns the page and the files that it loads.
    ///
    /// - Parameters:
    ///   - naming: the paths of the tiles in their folder.
    ///   - folder: the folder of the tiles, with a slash at the end; empty for the page's folder.
    ///   - container: the name of the container's file.
    ///   - archive: the container, if the page reads it because browsers do not show its tiles.
    ///   - bytes: reads a tile at a path relative to the page.
    static func files(
        of found: FoundPyramid, naming: any NamingStrategy, folder: String = "",
        in container: String, readBy archive: PageArchive? = nil,
        bytes: (Tile, String) throws(ZigguratError) -> [UInt8]?
    ) throws(ZigguratError) -> [BundleFile] {
        let pyramid = found.pyramid
        for level in pyramid.levels
        where level.tileCount > mostPaths && naming.pageTemplate(for: level, of: pyramid) == nil {
            throw ZigguratError(
                PageError.tooManyPaths(level.tileCount, limit: mostPaths), container)
        }
        let title = String(container[..<(container.lastIndex(of: ".") ?? container.endIndex)])
        let format = pyramid.tiling.encoding.format
        var page = PageDescription(
            of: BundleDescription(
                layout: "", pyramid: pyramid, caption: Caption(title: title), absent: found.absent),
            naming: naming)
        page.tileFolder = folder
        page.archive = archive
        page.isTransparent = format.keepsAlpha
        page.links = [PageLink(to: .container(container), path: "../\(container)", query: "?file")]
        if archive == nil, let tile = smallTile(of: pyramid) {
            let path = folder + naming.path(of: tile)
            if let small = try bytes(tile, path) {
                page.thumbnail = path
                if format.traits.servesAsPlaceholder, small.count < largestPlaceholder {
                    page.placeholder = small
                }
            }
        }
        do throws(ZigguratError) {
            return try PageWriter().files(for: page)
        } catch {
            throw error.orAbout(container)
        }
    }

    /// Returns the largest tile that shows exactly the whole image; `nil` if every level has
    /// several tiles.
    private static func smallTile(of pyramid: Pyramid) -> Tile? {
        guard let level = pyramid.levels.last(where: { $0.tileCount == 1 }) else { return nil }
        let isWhole = pyramid.tiling.edge == .crop || level.size == pyramid.tiling.tileSize
        return isWhole ? pyramid.tile(level, column: 0, row: 0) : nil
    }
}
