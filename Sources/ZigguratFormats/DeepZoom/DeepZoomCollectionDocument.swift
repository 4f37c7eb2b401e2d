internal import ZigguratCore
internal import ZigguratSystem

/// `collection.dzc`: the images of a Deep Zoom collection, whose thumbnails are in a mosaic.
///
/// Source: Deep Zoom File Format Overview (Microsoft), “Collections”; the schema of 2008.
struct DeepZoomCollectionDocument {
    /// An image of a collection.
    struct Item {
        /// The percent-encoded address of the image's descriptor, relative to the collection.
        package let source: String
        package let size: PixelSize
    }

    /// The side of a tile of the mosaic; the format requires a power of two.
    static let tileSize = 256
    /// The largest level of the mosaic, at which a thumbnail fills a tile.
    static let maximumLevel = 8

    /// The images, in the order of their numbers.
    let items: [Item]

    func file(_ path: String) throws(ZigguratError) -> BundleFile {
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

/// The position of an image's thumbnail in the mosaic of a level.
///
/// The images follow the Morton curve: the bits of an image's number are the bits of column and
/// row, interleaved.
struct MosaicPlace: Hashable, Sendable {
    let column: Int
    let row: Int
    /// The left edge in the tile, in pixels.
    let x: Int
    let y: Int

    /// - Parameters:
    ///   - number: the image's number, from 0.
    ///   - level: the mosaic's level, 0 to ``DeepZoomCollectionDocument/maximumLevel``. A thumbnail
    ///     is at most 2^level pixels long.
    init(of number: Int, level: Int) {
        let side = 1 << level
        let inTile = DeepZoomCollectionDocument.tileSize / side
        let (imageColumn, imageRow) = (Self.evenBits(number), Self.evenBits(number >> 1))
        (column, row) = (imageColumn / inTile, imageRow / inTile)
        (x, y) = (imageColumn % inTile * side, imageRow % inTile * side)
    }

    /// Returns the number of images that a tile of a level shows. The numbers of these images are
    /// consecutive.
    static func imagesInTile(ofLevel level: Int) -> Int {
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
