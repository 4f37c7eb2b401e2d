internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratSystem

/// The thumbnails of an image for the levels of a collection, assembled from the image's tiles.
struct CollectionThumbnails {
    private let source: any TileSource
    private let background: RGBColor
    private let thumbnail: String
    private var images: [Int: TileMosaic] = [:]

    /// The level whose size the export's thumbnail has: at most 512 pixels a side.
    private static let thumbnailLevel = 9

    /// Reads or makes the thumbnails of all levels of a collection.
    init(of item: CollectionItem, in site: any CollectionSite) throws(ZigguratError) {
        source = try site.source(of: item)
        background = item.background
        thumbnail = site.path(of: item.thumbnail)
        for level in CollectionMosaic.levels.reversed() { _ = try image(level) }
    }

    /// Returns the image at most 2^level pixels long.
    ///
    /// A level of the pyramid is assembled from its tiles. If the pyramid lacks ``thumbnailLevel``,
    /// the export's thumbnail is this level. Any other omitted level is the next larger level at
    /// half the size. A small image is enlarged: clients expect the thumbnail to show the whole
    /// image.
    package mutating func image(_ level: Int) throws(ZigguratError) -> TileMosaic {
        if let image = images[level] { return image }
        let image: TileMosaic
        if let own = source.pyramid.level(level) {
            image = try assembled(own)
        } else if let last = source.pyramid.levels.last, level > last.index {
            image = try self.image(level - 1).doubled()
        } else if level == Self.thumbnailLevel {
            let file = try FileSystem.contents(of: thumbnail) ?? []
            do throws(ZigguratError) {
                image = try TileMosaic(decoding: file)
            } catch {
                throw error.about(thumbnail)
            }
        } else {
            image = try self.image(level + 1).halved()
        }
        images[level] = image
        return image
    }

    private func assembled(_ level: Level) throws(ZigguratError) -> TileMosaic {
        var mosaic = TileMosaic(size: level.size, background: background)
        for tile in source.pyramid.tiles(of: level) where source.holds(tile) {
            let place = source.place(of: tile)
            guard let bytes = try source.bytes(of: tile) else {
                throw ZigguratError(FileFailure(.read, .notFound), place)
            }
            let (cell, region) = (tile.levelCell, tile.levelRegion)
            do throws(ZigguratError) {
                try mosaic.place(
                    bytes, cell: cell, origin: (cell.x - region.x, cell.y - region.y), over: true)
            } catch {
                throw error.about(place)
            }
        }
        return mosaic
    }
}
