package import ZigguratCore
package import ZigguratSystem

/// `collection.dzc`: the images of a Deep Zoom collection, whose thumbnails are in a mosaic.
///
/// Source: Deep Zoom File Format Overview (Microsoft), “Collections”; the schema of 2008.
package struct DeepZoomCollectionDocument: Hashable, Sendable {
    /// An image of a collection.
    package struct Item: Hashable, Sendable {
        /// The percent-encoded address of its descriptor, relative to the collection.
        package let source: String
        package let size: PixelSize

        package init(source: String, size: PixelSize) {
            self.source = source
            self.size = size
        }
    }

    /// The side of a tile of the mosaic; the format requires a power of two.
    package static let tileSize = 256
    /// The largest level of the mosaic: there a thumbnail fills a tile.
    package static let maximumLevel = 8

    /// In the order of their numbers.
    package let items: [Item]

    package init(_ items: [Item]) {
        self.items = items
    }

    package func file(_ path: String) throws(ZigguratError) -> BundleFile {
        let elements = items.enumerated().map { number, item in
            XMLElement(
                "I", ["N": number, "Id": number, "Source": item.source, "IsPath": 1],
                [XMLElement("Size", ["Width": item.size.width, "Height": item.size.height])])
        }
        return try .xml(
            path,
            XMLElement(
                "Collection",
                [
                    "xmlns": DeepZoomDescriptor.namespace, "MaxLevel": Self.maximumLevel,
                    "TileSize": Self.tileSize, "Format": "jpg", "NextItemId": items.count,
                ], [XMLElement("Items", [:], elements)]))
    }
}

/// The position of an image's thumbnail in the mosaic of a level. Rows and columns follow the Morton
/// curve, whose numbers interleave the bits of column and row.
package struct MosaicPlace: Hashable, Sendable {
    /// The tile.
    package let column: Int
    package let row: Int
    /// The top left corner in the tile, in pixels.
    package let x: Int
    package let y: Int

    /// - Parameters:
    ///   - number: the image's number, from 0.
    ///   - level: 0 to ``DeepZoomCollectionDocument/maximumLevel``: thumbnails are at most 2^level
    ///     pixels long.
    package init(of number: Int, level: Int) {
        let side = 1 << level
        let inTile = DeepZoomCollectionDocument.tileSize / side
        let (imageColumn, imageRow) = (Self.evenBits(number), Self.evenBits(number >> 1))
        (column, row) = (imageColumn / inTile, imageRow / inTile)
        (x, y) = (imageColumn % inTile * side, imageRow % inTile * side)
    }

    /// The number of images in a tile of a level; their numbers are consecutive.
    package static func imagesInTile(ofLevel level: Int) -> Int {
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
