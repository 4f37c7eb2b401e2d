public import ZigguratCore
public import ZigguratSystem

/// The picture as one image, with a document that says its size and address.
///
/// Source: OpenSeadragon's ImageTileSource.
public struct SingleLayout: DescriptorWriting, AdaptiveLayout {
    public let name = "single"
    public let summary = "one image and its size: OpenSeadragon's simple image, any browser"
    public let rules = WholeLevels.rules(.fixed(WholeLevels.shape))
    /// The largest level that is not too large, and no other.
    public let naming: any NamingStrategy = .template("{name}.{ext}")

    public init() {}

    public func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape {
        PyramidShape(
            depth: .longSide(256), maximumSide: WholeLevels.maximumSide(tiling.encoding),
            isLargestOnly: true)
    }

    /// `info.json`: the image's address and size, and the picture's where it is larger.
    public func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
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

    public func makeNotes(on bundle: BundleDescription) -> [String] {
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
    public static var single: SingleLayout { SingleLayout() }
}
