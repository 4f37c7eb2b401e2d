internal import ZigguratCore
internal import ZigguratSystem

/// What both versions of the IIIF Image API have in common on a static server.
///
/// A level 0 service must answer the region `full` at its largest size. For an image that fits into
/// ``WholeImage/maximumSide`` that is the image itself. A larger one says in its `info.json`,
/// through `maxWidth` and `maxHeight`, that whole images end at the size of its largest level that
/// fits, and `max` is that level. Tiles are never larger than that.
enum IIIF {
    static let protocolName = "http://iiif.io/api/image"

    /// Level 0 is `default.jpg`: a service without JPEG is not conformant.
    static let rules = TilingRules(
        tileSize: 512, formats: [.jpeg], allowsOverlap: false, edges: [.crop]
    ).with(.fixed())

    static let manifestName = "manifest.json"

    /// `info.json` and a Presentation 3 `manifest.json`.
    ///
    /// - Parameter imageSize: the word for the largest whole image where it is the image itself.
    static func descriptors(
        of bundle: BundleDescription, info: some Encodable, imageSize: String,
        service: IIIFManifest.Service
    ) throws(ZigguratError) -> [BundleFile] {
        [
            try .json("info.json", info),
            try .json(
                manifestName, IIIFManifest(of: bundle, imageSize: imageSize, service: service)),
        ]
    }

    static func path(region: String, size: String) -> String {
        "\(region)/\(size)/0/default.jpg"
    }

    /// The levels that exist as one image: those of a single tile and those that are small enough.
    static func wholeLevels(of pyramid: Pyramid) -> [Level] {
        pyramid.levels.filter { isWhole($0) }
    }

    private static func isWhole(_ level: Level) -> Bool {
        level.tileCount == 1 || level.size.longSide <= WholeImage.maximumSide
    }

    static func isLargestWhole(_ level: Level, of pyramid: Pyramid) -> Bool {
        guard isWhole(level) else { return false }
        return pyramid.level(level.index + 1).map { !isWhole($0) } ?? true
    }

    /// `maxWidth` and `maxHeight`; `nil` where the image itself exists as one.
    static func limit(of pyramid: Pyramid) -> PixelSize? {
        guard let largest = wholeLevels(of: pyramid).last, largest.scaleFactor > 1 else {
            return nil
        }
        let tile = pyramid.tiling.tileSize
        return PixelSize(
            width: max(largest.size.width, min(tile.width, pyramid.imageSize.width)),
            height: max(largest.size.height, min(tile.height, pyramid.imageSize.height)))
    }

    /// The sizes of all scale factors, the smallest first, where each exists as one image; else
    /// nothing: clients take a list of sizes for the list of levels.
    static func sizes(of pyramid: Pyramid) -> [IIIFSize]? {
        guard limit(of: pyramid) == nil else { return nil }
        return pyramid.levels.map { IIIFSize(width: $0.size.width, height: $0.size.height) }
    }

    static func tiles(of pyramid: Pyramid) -> [IIIFTiles] {
        let size = pyramid.tiling.tileSize
        return [
            IIIFTiles(
                width: size.width, height: size.height == size.width ? nil : size.height,
                scaleFactors: pyramid.levels.reversed().map(\.scaleFactor))
        ]
    }

    static func notes(on bundle: BundleDescription) -> [String] {
        guard bundle.baseURL == nil else { return [] }
        return [
            "its IIIF documents say that it lives below \(BundleDescription.previewURL); "
                + "give --base-url for the address at which the destination will be published"
        ]
    }
}

struct IIIFSize: Encodable {
    let width: Int
    let height: Int
}

struct IIIFTiles: Encodable {
    let width: Int
    let height: Int?
    let scaleFactors: [Int]
}
