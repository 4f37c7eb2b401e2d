internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// A picture at the sizes of a collection's levels, put together from its own tiles.
struct CollectionThumbnails {
    private let source: any TileSource
    private let background: RGBColor
    private let thumbnail: String
    private var pictures: [Int: TileMosaic] = [:]

    /// The thumbnail of an export is the level of at most 512 pixels a side, where there is one.
    private static let thumbnailLevel = 9

    /// Reads all that the levels of a collection need.
    init(of item: CollectionItem, in destination: Destination) throws(ZigguratError) {
        let folder = destination.folder(of: item.folder)
        guard let entry = try OpenedPyramids(folder, .standard).entries.first else {
            throw ZigguratError(PyramidFailure.unrecognised, folder)
        }
        source = entry.source
        background = item.manifest.settings.background ?? .white
        thumbnail = destination.folder(of: "\(item.manifest.name)/\(item.manifest.thumbnail)")
        for level in CollectionMosaic.levels.reversed() { _ = try picture(level) }
    }

    /// The picture at most 2^level pixels long.
    ///
    /// A level that the pyramid has is put together from its tiles. One that was left out is halved
    /// from the next larger one, and in the end from the export's thumbnail. A picture that is
    /// smaller than that is enlarged: a client takes the thumbnail for the whole of it.
    mutating func picture(_ level: Int) throws(ZigguratError) -> TileMosaic {
        if let picture = pictures[level] { return picture }
        let levels = source.pyramid.levels
        let picture: TileMosaic
        if let own = source.pyramid.level(level) {
            picture = try assembled(own)
        } else if let last = levels.last, level > last.index {
            picture = try self.picture(level - 1).doubled()
        } else if level == Self.thumbnailLevel {
            picture = try TileMosaic(
                decoding: try FileSystem.contents(of: thumbnail) ?? [], subject: thumbnail)
        } else {
            picture = try self.picture(level + 1).halved()
        }
        pictures[level] = picture
        return picture
    }

    private func assembled(_ level: Level) throws(ZigguratError) -> TileMosaic {
        var mosaic = TileMosaic(size: level.size, background: background)
        for tile in source.pyramid.tiles(of: level) where source.holds(tile) {
            guard let bytes = try source.bytes(of: tile) else {
                throw ZigguratError(RepackFailure.missingTile, source.place(of: tile))
            }
            let (cell, region) = (tile.levelCell, tile.levelRegion)
            do throws(ZigguratError) {
                try mosaic.place(
                    bytes, cell: cell, origin: (cell.x - region.x, cell.y - region.y),
                    over: true)
            } catch {
                throw error.about(source.place(of: tile))
            }
        }
        return mosaic
    }
}
