// OpenSeadragon's ImageTileSource, https://openseadragon.github.io/examples/tilesource-image/.

package import ZigguratCore
package import ZigguratSystem

/// The image as one file, with a descriptor that has its size and address.
package struct SingleLayout: DescriptorWriting, AdvisingLayout, AdaptiveLayout {
    package let name = "single"
    package let summary = "one image and its size: OpenSeadragon's simple image, any browser"
    package let rules = WholeLevels.rules(.fixed(WholeLevels.shape))
    /// Names the largest level that is not too large, the only one.
    package let naming: any NamingStrategy = .template("{name}.{ext}")

    package init() {}

    package func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape {
        PyramidShape(
            depth: .longSide(256), maximumSide: WholeLevels.maximumSide(tiling.encoding),
            isLargestOnly: true)
    }

    /// `info.json`: the address and the size of the file.
    package func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    {
        guard let level = bundle.pyramid.levels.last else { return [] }
        var info = WholeLevels.json(of: level, naming, bundle)
        info["type"] = "image"
        return [try .json("info.json", info)]
    }

    package func makeNotes(on bundle: BundleDescription) -> [FormatNote] {
        WholeLevels.notes(on: bundle)
    }
}

extension Layout where Self == SingleLayout { package static var single: Self { Self() } }
