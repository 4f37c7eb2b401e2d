internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem
internal import ZigguratViewer

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
                PageFailure.tooManyPaths(level.tileCount, limit: mostPaths), container)
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
