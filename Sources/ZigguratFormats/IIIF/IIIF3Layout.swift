package import ZigguratCore
package import ZigguratSystem

/// IIIF Image API 3.0, compliance level 0: plain files under the canonical addresses.
///
/// Source: IIIF Image API 3.0, sections 4 (parameters), 4.7 (canonical URI) and 5 (image
/// information).
package struct IIIF3Layout: DescriptorWriting, AliasedLayout, WholeImageLayout, ReadableLayout {
    package let name = "iiif3"
    package let summary = "IIIF Image API 3.0, level 0: Mirador, Universal Viewer, OpenSeadragon"
    package let rules = IIIF.rules
    /// `x,y,w,h/w,h/0/default.jpg`; `full` for a region that is the whole image.
    package let naming: any NamingStrategy = IIIFNaming(
        addresses,
        pageTemplate:
            "{left},{top},{regionWidth},{regionHeight}/{tileWidth},{tileHeight}/0/default.{ext}")

    package init() {}

    package func paths(of tile: Tile) -> [String] { Self.addresses.files(of: tile) }
    package func makeWholeImages(of pyramid: Pyramid) -> [WholeImage] {
        Self.addresses.wholeImages(of: pyramid)
    }

    /// `info.json` and a Presentation 3 `manifest.json`.
    package func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
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

    package var presentationManifest: String? { IIIF.manifestName }

    package func makeNotes(on bundle: BundleDescription) -> [String] { IIIF.notes(on: bundle) }

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
    package static var iiif3: IIIF3Layout { IIIF3Layout() }
}
