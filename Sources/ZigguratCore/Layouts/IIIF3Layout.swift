/// IIIF Image API 3.0, compliance level 0: plain files under the canonical addresses.
///
/// Source: IIIF Image API 3.0, sections 4 (parameters), 4.7 (canonical URI) and 5 (image
/// information).
public struct IIIF3Layout: Layout {
    public let name = "iiif3"
    public let summary = "IIIF Image API 3.0, level 0: Mirador, Universal Viewer, OpenSeadragon"
    public let rules = IIIF.rules
    public let levelRules = LevelRules.fixed
    public let naming: any NamingStrategy = IIIF3Naming()

    public init() {}

    public func isWritten(_ tile: Tile) -> Bool { !Self.addresses.files(of: tile).isEmpty }

    public func aliases(of tile: Tile) -> [String] {
        Array(Self.addresses.files(of: tile).dropFirst())
    }

    public func wholeImages(of pyramid: Pyramid) -> [WholeImage] {
        IIIF.wholeImages(of: pyramid, addresses: Self.addresses)
    }

    /// `info.json` and a Presentation 3 `manifest.json`.
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        let limit = IIIF.limit(of: bundle.pyramid)
        let info = IIIF3Info(
            context: "http://iiif.io/api/image/3/context.json", id: bundle.address,
            protocolName: IIIF.protocolName, width: bundle.pyramid.imageSize.width,
            height: bundle.pyramid.imageSize.height, maxWidth: limit?.width,
            maxHeight: limit?.height,
            sizes: IIIF.sizes(of: bundle.pyramid), tiles: IIIF.tiles(of: bundle.pyramid),
            rights: bundle.caption.rights.flatMap(IIIFRights.uri))
        let service = IIIFManifest.Service.version3(id: bundle.address)
        return [
            try .json("info.json", info),
            try .json(
                "manifest.json", IIIFManifest(of: bundle, imageSize: "max", service: service)),
        ]
    }

    public var presentationManifest: String? { "manifest.json" }

    public func notes(on bundle: BundleDescription) -> [String] { IIIF.notes(on: bundle) }

    /// The canonical size is “max” where the image comes at its largest.
    fileprivate static let addresses = IIIFAddresses(
        tileSizes: { tile, _ in ["\(tile.width),\(tile.height)"] },
        wholeSizes: { level, _, isLargest in
            let sizes = ["\(level.width),\(level.height)", "\(level.width),"]
            return isLargest ? ["max"] + sizes : sizes
        })
}

/// `x,y,w,h/w,h/0/default.jpg`; `full` for a region that is the whole image.
private struct IIIF3Naming: NamingStrategy {
    private let pageTemplate = TemplateNaming(
        literal:
            "{left},{top},{regionWidth},{regionHeight}/{tileWidth},{tileHeight}/0/default.{ext}")

    func path(of tile: Tile) -> String { IIIF3Layout.addresses.path(of: tile) }

    /// The alias that needs no exception for the whole image.
    func pageTemplate(for level: Level, of pyramid: Pyramid) -> String? {
        pageTemplate.pageTemplate(for: level, of: pyramid)
    }
}

extension Layout where Self == IIIF3Layout {
    /// IIIF Image API 3.0.
    public static var iiif3: IIIF3Layout { IIIF3Layout() }
}
