internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// The tiles of a collection's mosaic in the making.
///
/// Pictures come in the order of their numbers, and those of a tile follow each other on every
/// level: one tile of each level is in memory, however many pictures there are.
struct CollectionMosaic {
    private let folder: FolderContainer
    /// What each picture is, in the order of their numbers.
    private let items: [[String]]
    private var old: (place: String, items: [[String]], broken: Set<String>)?
    /// The tile of each level that is being filled.
    private var canvases: [TileMosaic?] = Array(repeating: nil, count: levels.count)
    private var lastDrawn = -1

    static let levels = 0...DeepZoomCollectionDocument.maximumLevel
    /// Colour in full: cells may be a few pixels wide.
    private static let encoding = TileEncoding(.jpeg, quality: 85, subsampling: .full)

    init(into folder: FolderContainer, items: [[String]]) {
        self.folder = folder
        self.items = items
    }

    /// Tiles of an older mosaic are kept that show the same pictures in the same places.
    ///
    /// - Parameter broken: the paths of tiles that are not.
    mutating func reuse(_ place: String, items: [[String]], broken: Set<String>) {
        old = (place, items, broken)
    }

    /// The paths of tiles that are missing, or cannot be read where somebody looks closely.
    static func broken(in place: String, count: Int, looksClosely: Bool) -> Set<String> {
        Set(
            paths(count: count).filter { path in
                guard looksClosely else { return !FileSystem.exists(place + path) }
                guard let bytes = try? FileSystem.contents(of: place + path) else { return true }
                return flaw(of: bytes, decoding: true) != nil
            })
    }

    /// The first fault of a tile's file, without a subject; `nil` if it has none.
    static func flaw(of bytes: [UInt8], decoding: Bool) -> ZigguratError? {
        ImageCheck(format: .jpeg, size: PixelSize(square: DeepZoomCollectionDocument.tileSize))
            .flaw(of: bytes, decoding: decoding)
    }

    /// The paths of all tiles.
    static func paths(count: Int) -> [String] {
        levels.flatMap { level in
            let inTile = MosaicPlace.picturesInTile(ofLevel: level)
            return stride(from: 0, to: count, by: inTile).map { path(level, $0) }
        }
    }

    /// The path of the tile of a level that shows a picture.
    private static func path(_ level: Int, _ number: Int) -> String {
        let place = MosaicPlace(of: number, level: level)
        return "collection_files/\(level)/\(place.column)_\(place.row).jpg"
    }

    /// Whether a tile on which a picture is has to be drawn.
    func needs(_ number: Int) -> Bool {
        Self.levels.contains { isDrawn($0, number) }
    }

    private func isDrawn(_ level: Int, _ number: Int) -> Bool {
        guard let old else { return true }
        let inTile = MosaicPlace.picturesInTile(ofLevel: level)
        let first = number / inTile * inTile
        let range = { (items: [[String]]) in items[min(first, items.count)...].prefix(inTile) }
        return range(items) != range(old.items)
            || old.broken.contains(Self.path(level, number))
    }

    /// Draws a picture on the tiles that have to be drawn.
    mutating func add(
        _ number: Int, _ thumbnails: consuming CollectionThumbnails
    ) throws(ZigguratError) {
        for level in Self.levels.reversed() where isDrawn(level, number) {
            let place = MosaicPlace(of: number, level: level)
            let size = PixelSize(square: DeepZoomCollectionDocument.tileSize)
            var canvas = canvases[level] ?? TileMosaic(size: size, background: .white)
            canvases[level] = nil
            canvas.place(try thumbnails.picture(level), at: (place.x, place.y))
            let isLast =
                number + 1 == items.count
                || (number + 1).isMultiple(of: MosaicPlace.picturesInTile(ofLevel: level))
            if isLast {
                try folder.write(
                    BundleFile(
                        path: Self.path(level, number), bytes: try canvas.encoded(Self.encoding)))
            } else {
                canvases[level] = canvas
            }
        }
    }

    /// Takes over what did not change.
    func finish() throws(ZigguratError) {
        guard let old else { return }
        for level in Self.levels {
            let inTile = MosaicPlace.picturesInTile(ofLevel: level)
            for number in stride(from: 0, to: items.count, by: inTile)
            where !isDrawn(level, number) {
                let path = Self.path(level, number)
                let bytes = try FileSystem.contents(of: old.place + path) ?? []
                _ = try unsafe folder.write(
                    path, tile: nil, bytes.span.bytes, twin: StoredFile(path: old.place + path))
            }
        }
    }
}
