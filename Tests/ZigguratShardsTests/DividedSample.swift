import Testing

/// A kind of image that is divided, and how it is exported.
struct DividedSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var name = "photo.tif"
    var options = "tile,tile-width=256,tile-height=256"
    var bits = 8
    var layouts = ["dzi"]
    var tileBits = 8
    var tileSize: Int?
    var isBag = false

    static let all: [DividedSample] = [
        DividedSample(testDescription: "tiles"),
        DividedSample(
            testDescription: "tiles for several layouts",
            layouts: ["dzi", "xyz", "iiif3", "zoomify"]),
        DividedSample(
            testDescription: "strips", options: "compression=lzw", layouts: ["iiif3", "zoomify"]),
        DividedSample(
            testDescription: "BigTIFF with JPEG blocks",
            options: "tile,bigtiff,compression=jpeg,Q=90", layouts: ["xyz"], tileSize: 200),
        DividedSample(
            testDescription: "JPEG with restart markers", name: "photo.jpg",
            options: "restart-interval=32"),
        DividedSample(testDescription: "a bag with the source", layouts: ["zoomify"], isBag: true),
        DividedSample(testDescription: "16 bits", bits: 16, layouts: ["dzi", "xyz"]),
        DividedSample(
            testDescription: "strips of 16 bits for tiles of 16 bits",
            options: "compression=deflate", bits: 16, tileBits: 16),
    ]
}
