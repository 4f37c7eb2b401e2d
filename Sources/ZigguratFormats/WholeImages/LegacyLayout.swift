package import ZigguratCore
package import ZigguratSystem

/// Whole images, one for each level: what OpenSeadragon calls a legacy image pyramid.
///
/// Source: OpenSeadragon's LegacyTileSource.
package struct LegacyLayout: DescriptorWriting, AdaptiveLayout {
    package let name = "legacy"
    package let summary = "whole images at each level: OpenSeadragon's legacy image pyramid"
    package let rules = WholeLevels.rules(LevelRules(WholeLevels.shape))
    package let naming: any NamingStrategy = .template("{tileWidth}x{tileHeight}.{ext}")

    package init() {}

    package func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape {
        PyramidShape(depth: .longSide(256), maximumSide: WholeLevels.maximumSide(tiling.encoding))
    }

    /// `info.json`: the addresses and sizes of all levels, the smallest first.
    package func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    {
        let levels = bundle.pyramid.levels.map { level in
            Info.Level(
                url: WholeLevels.address(of: level, naming, bundle), width: level.size.width,
                height: level.size.height)
        }
        return [try .json("info.json", Info(levels: levels))]
    }

    package func makeNotes(on bundle: BundleDescription) -> [String] {
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
    package static var legacy: LegacyLayout { LegacyLayout() }
}
