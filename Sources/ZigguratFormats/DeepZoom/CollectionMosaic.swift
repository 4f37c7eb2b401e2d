internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratSystem

/// An image in a mosaic. If the export changes, its item changes, too.
struct MosaicItem: Hashable, Codable {
    /// The descriptor, relative to the destination.
    package let source: String
    package let size: PixelSize
    /// The SHA-256 of the export's manifest.
    let manifest: String
}

/// A collection's mosaic while its tiles are written.
///
/// Images arrive in the order of their numbers, and a tile shows consecutive images. So memory
/// holds one tile of each level, whatever the number of images.
struct CollectionMosaic {
    private let folder: FolderContainer
    private let items: [MosaicItem]
    private var old:
        (folder: String, items: [MosaicItem], hashes: [String: UInt64], broken: Set<String>)?
    /// The XXH3 of the written tiles, by path.
    private(set) var hashes: [String: UInt64] = [:]
    /// The unfinished tile of each level.
    private var canvases: [TileMosaic?] = Array(repeating: nil, count: levels.count)

    static let levels = 0...DeepZoomCollectionDocument.maximumLevel
    static let tileSize = PixelSize(square: DeepZoomCollectionDocument.tileSize)
    /// Without chroma subsampling: a thumbnail may be a few pixels wide.
    private static let encoding = TileEncoding(.jpeg, quality: 85, subsampling: .full)

    init(into folder: FolderContainer, items: [MosaicItem]) {
        self.folder = folder
        self.items = items
    }

    /// Keeps each tile of an older mosaic if the tile still shows the same images in the same
    /// places.
    ///
    /// - Parameters:
    ///   - hashes: the hashes of the older tiles, by path.
    ///   - broken: the paths of tiles that cannot be kept.
    mutating func reuse(
        _ folder: String, items: [MosaicItem], hashes: [String: UInt64], broken: Set<String>
    ) {
        old = (folder, items, hashes, broken)
    }

    static func paths(count: Int) -> [String] {
        levels.flatMap { level in
            let inTile = MosaicPlace.imagesInTile(ofLevel: level)
            return stride(from: 0, to: count, by: inTile).map { path(level, $0) }
        }
    }

    private static func path(_ level: Int, _ number: Int) -> String {
        let place = MosaicPlace(of: number, level: level)
        return "collection_files/\(level)/\(place.column)_\(place.row).jpg"
    }

    func needs(_ number: Int) -> Bool { Self.levels.contains { isDrawn($0, number) } }

    private func isDrawn(_ level: Int, _ number: Int) -> Bool {
        guard let old else { return true }
        let inTile = MosaicPlace.imagesInTile(ofLevel: level)
        let first = number / inTile * inTile
        let shown = { (items: [MosaicItem]) in items.dropFirst(first).prefix(inTile) }
        return shown(items) != shown(old.items)
            || old.broken.contains(Self.path(level, number))
    }

    mutating func add(
        _ number: Int, _ thumbnails: consuming CollectionThumbnails
    ) throws(ZigguratError) {
        for level in Self.levels.reversed() where isDrawn(level, number) {
            let place = MosaicPlace(of: number, level: level)
            var canvas = canvases[level] ?? TileMosaic(size: Self.tileSize, background: .white)
            canvases[level] = nil
            canvas.place(try thumbnails.image(level), at: (place.x, place.y))
            let next = number + 1
            if next == items.count
                || next.isMultiple(of: MosaicPlace.imagesInTile(ofLevel: level))
            {
                let tile = BundleFile(
                    path: Self.path(level, number), bytes: try canvas.encoded(Self.encoding))
                hashes[tile.path] = XXH3.hash(tile.bytes)
                try folder.write(tile)
            } else {
                canvases[level] = canvas
            }
        }
    }

    /// Copies the tiles that did not change.
    mutating func finish() throws(ZigguratError) {
        guard let old else { return }
        for level in Self.levels {
            let inTile = MosaicPlace.imagesInTile(ofLevel: level)
            for number in stride(from: 0, to: items.count, by: inTile)
            where !isDrawn(level, number) {
                let path = Self.path(level, number)
                let source = "\(old.folder)/\(path)"
                let bytes = try FileSystem.contents(of: source) ?? []
                hashes[path] = old.hashes[path]
                _ = try unsafe folder.write(
                    path, tile: nil, bytes.span.bytes, twin: StoredFile(path: source))
            }
        }
    }
}

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
                throw ZigguratError(FileError(.read, .notFound), place)
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
