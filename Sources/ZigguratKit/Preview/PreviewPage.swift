internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem
internal import ZigguratViewer

/// The page of a pyramid in a container that has no page.
struct PreviewPage {
    private var page: PageDescription
    private let container: String

    /// A table of more tile paths is too large for a page.
    private static let mostPaths = 100_000
    private static let largestPlaceholder = 32_768

    /// - Parameters:
    ///   - absent: tiles that the pyramid does not have.
    ///   - folder: the folder of the tiles, with a slash at the end; empty for the page's own.
    ///   - container: the name of the container's file.
    init(
        of pyramid: Pyramid, without absent: AbsentTiles, naming: any NamingStrategy,
        folder: String = "", in container: String
    ) throws(ZigguratError) {
        for level in pyramid.levels
        where level.tileCount > Self.mostPaths
            && naming.pageTemplate(for: level, of: pyramid) == nil
        {
            throw ZigguratError(
                PageFailure.tooManyPaths(level.tileCount, limit: Self.mostPaths), container)
        }
        let title = String(container[..<(container.lastIndex(of: ".") ?? container.endIndex)])
        self.container = container
        page = PageDescription(
            of: BundleDescription(
                layout: "", pyramid: pyramid, caption: Caption(title: title), absent: absent),
            naming: naming)
        page.tileFolder = folder
        page.isTransparent = pyramid.tiling.encoding.format.keepsAlpha
        page.links = [
            PageLink(to: .container(container), path: "../\(container)", query: "?file")
        ]
    }

    /// The path of the largest tile that shows the whole image and nothing else; `nil` if no level
    /// is one tile.
    var smallTile: Tile? {
        let pyramid = page.bundle.pyramid
        guard let level = pyramid.levels.last(where: { $0.tileCount == 1 }) else { return nil }
        let isWhole = pyramid.tiling.edge == .crop || level.size == pyramid.tiling.tileSize
        return isWhole ? pyramid.tile(level, column: 0, row: 0) : nil
    }

    /// The path of a tile relative to the page.
    func path(of tile: Tile) -> String { page.tileFolder + page.naming.path(of: tile) }

    /// The page and the files that it loads.
    ///
    /// - Parameter small: the bytes of ``smallTile``.
    func files(small: [UInt8]?) throws(ZigguratError) -> [BundleFile] {
        var page = page
        if let small, let tile = smallTile {
            page.thumbnail = path(of: tile)
            let isJPEG = page.bundle.pyramid.tiling.encoding.format == .jpeg
            if isJPEG, small.count < Self.largestPlaceholder { page.placeholder = small }
        }
        do {
            return try PageWriter().files(for: page)
        } catch {
            throw error.orAbout(container)
        }
    }
}
