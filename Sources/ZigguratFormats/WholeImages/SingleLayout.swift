public import ZigguratCore
public import ZigguratSystem

/// The picture as one image, with a document that says its size and address.
///
/// Source: OpenSeadragon's ImageTileSource.
public struct SingleLayout: Layout {
    public let name = "single"
    public let summary = "one image and its size: OpenSeadragon's simple image, any browser"
    public let rules = WholeLevels.rules
    /// The largest level that is not too large, and no other.
    public let naming: any NamingStrategy = .template("{name}.{ext}")
    public let depth = PyramidDepth.longSide(256)
    public let levelRules = LevelRules.fixed

    public init() {}

    public func shape(for imageSize: PixelSize, cut tiling: Tiling) -> PyramidShape {
        PyramidShape(
            depth: depth, maximumSide: WholeLevels.maximumSide(tiling.encoding),
            isLargestOnly: true)
    }

    /// `info.json`: the image's address and size, and the picture's where it is larger.
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        guard let level = bundle.pyramid.levels.last else { return [] }
        return [
            try .json(
                "info.json",
                Info(
                    url: WholeLevels.address(of: level, naming, bundle), width: level.size.width,
                    height: level.size.height))
        ]
    }

    public func notes(on bundle: BundleDescription) -> [String] {
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
