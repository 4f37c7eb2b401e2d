package import ZigguratCore
package import ZigguratSystem

/// IIIF Image API 2.1, compliance level 0: plain files under the canonical addresses.
///
/// Source: IIIF Image API 2.1.1, sections 4 (parameters), 4.7 (canonical URI) and 5 (image
/// information).
package struct IIIF2Layout: DescriptorWriting, AliasedLayout, WholeImageLayout, ReadableLayout {
    package let name = "iiif"
    package let summary = "IIIF Image API 2.1, level 0: Mirador, Universal Viewer, OpenSeadragon"
    package let rules = IIIF.rules
    /// `x,y,w,h/w,/0/default.jpg`; `full` for a region that is the whole image.
    package let naming: any NamingStrategy = IIIFNaming(
        addresses,
        pageTemplate: "{left},{top},{regionWidth},{regionHeight}/{tileWidth},/0/default.{ext}")

    package init() {}

    package func paths(of tile: Tile) -> [String] { Self.addresses.files(of: tile) }
    package func makeWholeImages(of pyramid: Pyramid) -> [WholeImage] {
        Self.addresses.wholeImages(of: pyramid)
    }

    /// `info.json` and a Presentation 3 `manifest.json`.
    package func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    {
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
        return try IIIF.descriptors(
            of: bundle, info: info, imageSize: "full", service: .version2(id: bundle.address))
    }

    package var presentationManifest: String? { IIIF.manifestName }

    package func makeNotes(on bundle: BundleDescription) -> [String] { IIIF.notes(on: bundle) }

    /// Where a picture is as wide as the image, OpenSeadragon asks for the size “full”; on a level
    /// that is halved this happens to an image of a single column, whose largest whole image then
    /// answers.
    private static let addresses = IIIFAddresses(
        tileSizes: { tile, image in
            tile.width == image.width ? ["\(tile.width),", "full"] : ["\(tile.width),"]
        },
        wholeSizes: { level, image, isLargest in
            let sizes = ["\(level.width),", "\(level.width),\(level.height)"]
            if level == image { return ["full"] + sizes + ["max"] }
            guard isLargest else { return sizes }
            return level.width == image.width ? sizes + ["max", "full"] : sizes + ["max"]
        })
}

extension Layout where Self == IIIF2Layout {
    /// IIIF Image API 2.1.
    package static var iiif: IIIF2Layout { IIIF2Layout() }
}
