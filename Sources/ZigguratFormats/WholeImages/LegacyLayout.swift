public import ZigguratCore
public import ZigguratSystem

/// Whole images, one for each level: what OpenSeadragon calls a legacy image pyramid.
///
/// Source: OpenSeadragon's LegacyTileSource.
public struct LegacyLayout: Layout {
    public let name = "legacy"
    public let summary = "whole images at each level: OpenSeadragon's legacy image pyramid"
    public let rules = WholeLevels.rules
    public let depth = PyramidDepth.longSide(256)
    public let naming: any NamingStrategy = .template("{tileWidth}x{tileHeight}.{ext}")

    public init() {}

    public func shape(for imageSize: PixelSize, cut tiling: Tiling) -> PyramidShape {
        PyramidShape(depth: depth, maximumSide: WholeLevels.maximumSide(tiling.encoding))
    }

    /// `info.json`: the addresses and sizes of all levels, the smallest first.
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        let levels = bundle.pyramid.levels.map { level in
            Info.Level(
                url: WholeLevels.address(of: level, naming, bundle), width: level.size.width,
                height: level.size.height)
        }
        return [try .json("info.json", Info(levels: levels))]
    }

    public func notes(on bundle: BundleDescription) -> [String] {
        WholeLevels.notes(on: bundle)
    }

    private struct Info: Encodable {
        struct Level: Encodable {
            let url: String
            let width: Int
            let height: Int
        }

        let type = "legacy-image-pyramid"
        let levels: [Level]
    }
}

extension Layout where Self == LegacyLayout {
    /// Whole images, one for each level.
    public static var legacy: LegacyLayout { LegacyLayout() }
}
