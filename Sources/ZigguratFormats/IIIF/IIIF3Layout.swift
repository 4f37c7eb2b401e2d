public import ZigguratCore
public import ZigguratSystem

/// IIIF Image API 3.0, compliance level 0: plain files under the canonical addresses.
///
/// Source: IIIF Image API 3.0, sections 4 (parameters), 4.7 (canonical URI) and 5 (image
/// information).
public struct IIIF3Layout: DescriptorWriting, AliasedLayout, WholeImageLayout, ReadableLayout {
    public let name = "iiif3"
    public let summary = "IIIF Image API 3.0, level 0: Mirador, Universal Viewer, OpenSeadragon"
    public let rules = IIIF.rules
    /// `x,y,w,h/w,h/0/default.jpg`; `full` for a region that is the whole image.
    public let naming: any NamingStrategy = IIIFNaming(
        addresses,
        pageTemplate:
            "{left},{top},{regionWidth},{regionHeight}/{tileWidth},{tileHeight}/0/default.{ext}")

    public init() {}

    public func paths(of tile: Tile) -> [String] { Self.addresses.files(of: tile) }
    public func makeWholeImages(of pyramid: Pyramid) -> [WholeImage] {
        Self.addresses.wholeImages(of: pyramid)
    }

    /// `info.json` and a Presentation 3 `manifest.json`.
    public func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    {
        let limit = IIIF.limit(of: bundle.pyramid)
        let info = IIIF3Info(
            context: "http://iiif.io/api/image/3/context.json", id: bundle.address,
            protocolName: IIIF.protocolName, width: bundle.pyramid.imageSize.width,
            height: bundle.pyramid.imageSize.height, maxWidth: limit?.width,
            maxHeight: limit?.height,
            sizes: IIIF.sizes(of: bundle.pyramid), tiles: IIIF.tiles(of: bundle.pyramid),
            rights: bundle.caption.rights.flatMap(IIIFRights.uri))
        return try IIIF.descriptors(
            of: bundle, info: info, imageSize: "max", service: .version3(id: bundle.address))
    }

    public var presentationManifest: String? { IIIF.manifestName }

    public func makeNotes(on bundle: BundleDescription) -> [String] { IIIF.notes(on: bundle) }

    /// The canonical size is “max” where the image comes at its largest.
    private static let addresses = IIIFAddresses(
        tileSizes: { tile, _ in ["\(tile.width),\(tile.height)"] },
        wholeSizes: { level, _, isLargest in
            let sizes = ["\(level.width),\(level.height)", "\(level.width),"]
            return isLargest ? ["max"] + sizes : sizes
        })
}

extension Layout where Self == IIIF3Layout {
    /// IIIF Image API 3.0.
    public static var iiif3: IIIF3Layout { IIIF3Layout() }
}
