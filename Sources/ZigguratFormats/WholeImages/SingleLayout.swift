package import ZigguratCore
package import ZigguratSystem

/// The picture as one image, with a document that says its size and address.
///
/// Source: OpenSeadragon's ImageTileSource.
package struct SingleLayout: DescriptorWriting, AdaptiveLayout {
    package let name = "single"
    package let summary = "one image and its size: OpenSeadragon's simple image, any browser"
    package let rules = WholeLevels.rules(.fixed(WholeLevels.shape))
    /// The largest level that is not too large, and no other.
    package let naming: any NamingStrategy = .template("{name}.{ext}")

    package init() {}

    package func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape {
        PyramidShape(
            depth: .longSide(256), maximumSide: WholeLevels.maximumSide(tiling.encoding),
            isLargestOnly: true)
    }

    /// `info.json`: the image's address and size, and the picture's where it is larger.
    package func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    {
        guard let level = bundle.pyramid.levels.last else { return [] }
        return [
            try .json(
                "info.json",
                Info(
                    url: WholeLevels.address(of: level, naming, bundle), width: level.size.width,
                    height: level.size.height))
        ]
    }

    package func makeNotes(on bundle: BundleDescription) -> [String] {
        WholeLevels.notes(on: bundle)
    }

    private struct Info: Encodable {
        let type = "image"
        let url: String
        let width: Int
        let height: Int
    }
}

extension Layout where Self == SingleLayout {
    /// The picture as one image.
    package static var single: SingleLayout { SingleLayout() }
}
