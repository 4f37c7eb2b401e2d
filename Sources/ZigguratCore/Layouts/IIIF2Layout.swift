/// IIIF Image API 2.1, compliance level 0: plain files under the canonical addresses.
///
/// Source: IIIF Image API 2.1.1, sections 4 (parameters), 4.7 (canonical URI) and 5 (image information).
public struct IIIF2Layout: Layout {
    public let name = "iiif"
    public let summary = "IIIF Image API 2.1, level 0: Mirador, Universal Viewer, OpenSeadragon"
    public let rules = IIIF.rules
    public let naming: any NamingStrategy = IIIF2Naming()

    public init() {}

    public func aliases(of tile: Tile) -> [String] {
        let canonical = naming.path(of: tile)
        return Self.paths(of: tile).filter { $0 != canonical }
    }

    public func wholeImages(of pyramid: Pyramid) -> [WholeImage] {
        IIIF.wholeImages(of: pyramid) { level, isLargest in
            Self.paths(ofWhole: level, of: pyramid, isLargest: isLargest)
        }
    }

    /// `info.json` and a Presentation 3 `manifest.json`.
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        let limit = IIIF.limit(of: bundle.pyramid)
        var profile: [IIIF2Profile] = [.level("http://iiif.io/api/image/2/level0.json")]
        if let limit {
            profile.append(.limits(maxWidth: limit.width, maxHeight: limit.height))
        }
        let info = IIIF2Info(
            context: "http://iiif.io/api/image/2/context.json", id: bundle.address,
            protocolName: IIIF.protocolName, width: bundle.pyramid.imageSize.width,
            height: bundle.pyramid.imageSize.height, profile: profile,
            sizes: IIIF.sizes(of: bundle.pyramid), tiles: IIIF.tiles(of: bundle.pyramid))
        let service = IIIFManifest.Service.version2(id: bundle.address)
        return [
            try .json("info.json", info),
            try .json(
                "manifest.json", IIIFManifest(of: bundle, imageSize: "full", service: service)),
        ]
    }

    public func notes(on bundle: BundleDescription) -> [String] { IIIF.notes(on: bundle) }

    /// Every address under which a client may ask for a tile, the canonical one first.
    fileprivate static func paths(of tile: Tile) -> [String] {
        let pyramid = tile.pyramid
        if tile.level.tileCount == 1 {
            let isLargest = IIIF.isLargestWhole(tile.level, of: pyramid)
            return paths(ofWhole: tile.level, of: pyramid, isLargest: isLargest)
        }
        let region = tile.imageCell
        var sizes = [
            "\(tile.levelCell.width),", "\(tile.levelCell.width),\(tile.levelCell.height)",
        ]
        // Where a tile is as wide as the image, OpenSeadragon asks for the size “full”.
        if tile.level.columns == 1 && tile.level.scaleFactor == 1 { sizes.append("full") }
        return sizes.map { IIIF.path(region: region.description, size: $0) }
    }

    private static func paths(
        ofWhole level: Level, of pyramid: Pyramid, isLargest: Bool
    ) -> [String] {
        let size = level.size
        let image = pyramid.imageSize
        var sizes = ["\(size.width),", "\(size.width),\(size.height)"]
        if isLargest { sizes.append("max") }
        if size == image { sizes.insert("full", at: 0) }
        var paths: [String] = []
        for region in ["full", "0,0,\(image.width),\(image.height)"] {
            paths += sizes.map { IIIF.path(region: region, size: $0) }
        }
        return paths
    }
}

/// `x,y,w,h/w,/0/default.jpg`; `full` for a region that is the whole image.
private struct IIIF2Naming: NamingStrategy {
    private let pageTemplate = TemplateNaming(
        literal: "{left},{top},{regionWidth},{regionHeight}/{tileWidth},/0/default.{ext}")

    func path(of tile: Tile) -> String { IIIF2Layout.paths(of: tile)[0] }

    /// The alias that needs no exception for the whole image.
    func pageTemplate(for level: Level, of pyramid: Pyramid) -> String? {
        pageTemplate.pageTemplate(for: level, of: pyramid)
    }
}

extension Layout where Self == IIIF2Layout {
    /// IIIF Image API 2.1.
    public static var iiif: IIIF2Layout { IIIF2Layout() }
}
