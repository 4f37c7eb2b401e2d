package import ZigguratCore
package import ZigguratSystem

/// `collection.dzc`: the pictures of a Deep Zoom collection, and how their thumbnails lie in the
/// mosaic.
///
/// Source: Deep Zoom File Format Overview (Microsoft), “Collections”; the schema of 2008.
package struct DeepZoomCollectionDocument: Hashable, Sendable {
    /// A picture of a collection.
    package struct Item: Hashable, Sendable {
        /// The address of its descriptor, from the collection's: percent-encoded.
        package let source: String
        package let size: PixelSize

        package init(source: String, size: PixelSize) {
            self.source = source
            self.size = size
        }
    }

    /// The side of a tile of the mosaic; a power of two, as the format asks for.
    package static let tileSize = 256
    /// The largest level of which there is a mosaic: there a thumbnail fills a tile.
    package static let maximumLevel = 8

    /// In the order of their numbers.
    package let items: [Item]

    package init(_ items: [Item]) {
        self.items = items
    }

    package func file(_ path: String) throws(ZigguratError) -> BundleFile {
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
package struct MosaicPlace: Hashable, Sendable {
    /// The tile.
    package let column: Int
    package let row: Int
    /// Where the thumbnail begins in it, in pixels.
    package let x: Int
    package let y: Int

    /// - Parameters:
    ///   - number: that of the picture, from 0.
    ///   - level: 0 to ``DeepZoomCollectionDocument/maximumLevel``: thumbnails are at most 2^level
    ///     pixels long.
    package init(of number: Int, level: Int) {
        let side = 1 << level
        let inTile = DeepZoomCollectionDocument.tileSize / side
        let (pictureColumn, pictureRow) = (Self.evenBits(number), Self.evenBits(number >> 1))
        (column, row) = (pictureColumn / inTile, pictureRow / inTile)
        (x, y) = (pictureColumn % inTile * side, pictureRow % inTile * side)
    }

    /// How many pictures share a tile of a level: their numbers follow each other.
    package static func picturesInTile(ofLevel level: Int) -> Int {
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
