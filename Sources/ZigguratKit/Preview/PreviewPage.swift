internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem
internal import ZigguratViewer

/// The page for a pyramid in a container that has none.
struct PreviewPage {
    private let pyramid: Pyramid
    private let absent: AbsentTiles
    private let naming: any NamingStrategy
    private let folder: String
    private let container: String

    /// More paths than this are not written into a page.
    private static let longestTable = 100_000

    /// - Parameters:
    ///   - absent: tiles that are not there.
    ///   - folder: in which the tiles lie, with a slash at its end; empty where the page does.
    ///   - container: what the container's file is called.
    init(
        of pyramid: Pyramid, without absent: AbsentTiles, naming: any NamingStrategy,
        folder: String = "", in container: String
    ) {
        self.absent = absent
        self.pyramid = pyramid
        self.naming = naming
        self.folder = folder
        self.container = container
    }

    /// The largest tile that shows the whole picture and nothing else, for who waits or has no
    /// scripts; `nil` where there is none.
    var smallTile: Tile? {
        guard let level = pyramid.levels.last(where: { $0.tileCount == 1 }) else { return nil }
        let isWhole = pyramid.tiling.edge == .crop || level.size == pyramid.tiling.tileSize
        return isWhole ? pyramid.tile(level, column: 0, row: 0) : nil
    }

    /// The path of a tile, relative to the page.
    func path(of tile: Tile) -> String { folder + naming.path(of: tile) }

    /// The page and everything that it loads.
    ///
    /// - Parameter placeholder: the bytes of the small tile.
    func files(placeholder: [UInt8]?) throws(ZigguratError) -> [BundleFile] {
        let format = pyramid.tiling.encoding.format
        let isSmall = format == .jpeg && (placeholder?.count ?? .max) < 32_768
        let name = String(
            container.prefix(upTo: container.lastIndex(of: ".") ?? container.endIndex))
        let description = PageDescription(
            name: name, title: name,
            width: pyramid.imageSize.width, height: pyramid.imageSize.height,
            tileWidth: pyramid.tiling.tileSize.width, tileHeight: pyramid.tiling.tileSize.height,
            overlap: pyramid.tiling.overlap, edge: pyramid.tiling.edge == .pad ? .pad : .crop,
            levels: try pyramid.levels.map { level throws(ZigguratError) in
                var page = try page(level)
                let runs = absent.runs(ofLevel: level.index)
                if !runs.isEmpty { page.absent = runs }
                return page
            },
            transparent: format.keepsAlpha,
            links: [
                PageDescription.Link(
                    title: container,
                    address: "../\(PercentEncoding.segment(container))?file")
            ],
            thumbnail: placeholder == nil ? nil : smallTile.map(path(of:)),
            placeholder: isSmall ? placeholder : nil)
        do {
            return try ViewerPage(description).files().map {
                BundleFile(path: $0.path, bytes: $0.bytes)
            }
        } catch {
            throw ZigguratError(.renderingFailed, container, "\(error)")
        }
    }

    private func page(_ level: Level) throws(ZigguratError) -> PageDescription.Level {
        if let template = naming.pageTemplate(for: level, of: pyramid) {
            return PageDescription.Level(
                width: level.size.width, height: level.size.height, columns: level.columns,
                rows: level.rows, scaleFactor: level.scaleFactor, z: level.index,
                template: PageDescription.Level.literal(folder) + template)
        }
        guard level.tileCount <= Self.longestTable else {
            throw ZigguratError(.renderingFailed, container, "a page cannot name all its tiles")
        }
        return PageDescription.Level(
            width: level.size.width, height: level.size.height, columns: level.columns,
            rows: level.rows, scaleFactor: level.scaleFactor, z: level.index,
            tiles: pyramid.tiles(of: level).map(path(of:)))
    }
}
