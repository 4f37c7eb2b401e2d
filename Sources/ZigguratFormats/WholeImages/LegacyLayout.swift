// OpenSeadragon's LegacyTileSource, https://openseadragon.github.io/examples/tilesource-legacy/.

package import ZigguratCore
package import ZigguratSystem

/// Whole images, one for each level: what OpenSeadragon calls a legacy image pyramid.
package struct LegacyLayout: DescriptorWriting, AdvisingLayout, AdaptiveLayout {
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
        let levels = bundle.pyramid.levels.map {
            JSONValue.object(WholeLevels.json(of: $0, naming, bundle))
        }
        let info: JSONValue = ["type": "legacy-image-pyramid", "levels": .array(levels)]
        return [try .json("info.json", info)]
    }

    package func makeNotes(on bundle: BundleDescription) -> [FormatNote] {
        WholeLevels.notes(on: bundle)
    }
}

extension Layout where Self == LegacyLayout { package static var legacy: Self { Self() } }
