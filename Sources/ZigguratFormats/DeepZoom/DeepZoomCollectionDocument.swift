public import ZigguratCore
public import ZigguratSystem

/// `collection.dzc`: the pictures of a Deep Zoom collection, and how their thumbnails lie in the
/// mosaic.
///
/// Source: Deep Zoom File Format Overview (Microsoft), “Collections”; the schema of 2008.
public struct DeepZoomCollectionDocument: Hashable, Sendable {
    /// A picture of a collection.
    public struct Item: Hashable, Sendable {
        /// The address of its descriptor, from the collection's: percent-encoded.
        public let source: String
        public let size: PixelSize

        public init(source: String, size: PixelSize) {
            self.source = source
            self.size = size
        }
    }

    /// The side of a tile of the mosaic; a power of two, as the format asks for.
    public static let tileSize = 256
    /// The largest level of which there is a mosaic: there a thumbnail fills a tile.
    public static let maximumLevel = 8

    /// In the order of their numbers.
    public let items: [Item]

    public init(_ items: [Item]) {
        self.items = items
    }

    public func file(_ path: String) throws(ZigguratError) -> BundleFile {
        let elements = items.enumerated().map { number, item in
            XMLElement(
                "I",
                [
                    ("N", String(number)), ("Id", String(number)), ("Source", item.source),
                    ("IsPath", "1"),
                ],
                [
                    XMLElement(
                        "Size",
                        [
                            ("Width", String(item.size.width)),
                            ("Height", String(item.size.height)),
                        ])
                ])
        }
        let root = XMLElement(
            "Collection",
            [
                ("xmlns", DeepZoomLayout.namespace), ("MaxLevel", String(Self.maximumLevel)),
                ("TileSize", String(Self.tileSize)), ("Format", "jpg"),
                ("NextItemId", String(items.count)),
            ], [XMLElement("Items", [], elements)])
        return try .xml(path, root)
    }
}

/// Where the thumbnail of a picture lies in the mosaic of a level: in rows and columns that follow
/// the Morton curve, whose numbers interleave the bits of column and row.
public struct MosaicPlace: Hashable, Sendable {
    /// The tile.
    public let column: Int
    public let row: Int
    /// Where the thumbnail begins in it, in pixels.
    public let x: Int
    public let y: Int

    /// - Parameters:
    ///   - number: that of the picture, from 0.
    ///   - level: 0 to ``DeepZoomCollectionDocument/maximumLevel``: thumbnails are at most 2^level
    ///     pixels long.
    public init(of number: Int, level: Int) {
        let side = 1 << level
        let inTile = DeepZoomCollectionDocument.tileSize / side
        let (pictureColumn, pictureRow) = (Self.evenBits(number), Self.evenBits(number >> 1))
        (column, row) = (pictureColumn / inTile, pictureRow / inTile)
        (x, y) = (pictureColumn % inTile * side, pictureRow % inTile * side)
    }

    /// How many pictures share a tile of a level: their numbers follow each other.
    public static func picturesInTile(ofLevel level: Int) -> Int {
        let inTile = DeepZoomCollectionDocument.tileSize >> level
        return inTile * inTile
    }

    private static func evenBits(_ number: Int) -> Int {
        var (rest, result, bit) = (number, 0, 0)
        while rest > 0 {
            result |= (rest & 1) << bit
            rest >>= 2
            bit += 1
        }
        return result
    }
}
