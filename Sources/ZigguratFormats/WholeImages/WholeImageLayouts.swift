// OpenSeadragon's ImageTileSource, https://openseadragon.github.io/examples/tilesource-image/, and
// LegacyTileSource, https://openseadragon.github.io/examples/tilesource-legacy/.

package import ZigguratCore
package import ZigguratSystem

/// The image as one file, with a descriptor that has its size and address.
package struct SingleLayout: DescriptorWriting, AdvisingLayout, AdaptiveLayout {
    package let name = "single"
    package let summary = "one image and its size: OpenSeadragon's simple image, any browser"
    package let rules = WholeLevels.rules(.fixed(WholeLevels.shape))
    package let naming: any NamingStrategy = .template("{name}.{ext}")

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

/// Whole images, one for each level: what OpenSeadragon calls a legacy image pyramid.
package struct LegacyLayout: DescriptorWriting, AdvisingLayout, AdaptiveLayout {
    package let name = "legacy"
    package let summary = "whole images at each level: OpenSeadragon's legacy image pyramid"
    package let rules = WholeLevels.rules(LevelRules(WholeLevels.shape))
    package let naming: any NamingStrategy = .template("{tileWidth}x{tileHeight}.{ext}")

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

/// What layouts without tiles have in common: every level is one image.
enum WholeLevels {
    /// The longest side of an image whose rows are all in memory while it is encoded, in pixels.
    private static let maximumSideInMemory = 8192
    /// Browsers may fail to show images with a longer side, in pixels.
    private static let maximumUsualSide = 8192

    /// The longest side of an image, in pixels: the limit of the format if rows are encoded as they
    /// arrive.
    static func maximumSide(_ encoding: TileEncoding) -> Int {
        encoding.encodesStrips ? encoding.format.maximumSide : maximumSideInMemory
    }

    static let shape = PyramidShape(depth: .longSide(256))

    static func rules(_ levels: LevelRules) -> TilingRules {
        TilingRules(allowsOverlap: false, edges: [.crop], wholeLevels: true).with(levels)
    }

    /// `info.json` members of a level's image; its address is relative to the bundle if the public
    /// address is unknown.
    static func json(
        of level: Level, _ naming: any NamingStrategy, _ bundle: BundleDescription
    ) -> [String: JSONValue] {
        let tile = bundle.pyramid.tile(level, column: 0, row: 0)
        let path = PercentEncoding.path(naming.path(of: tile))
        return [
            "url": .string(bundle.baseURL == nil ? path : "\(bundle.address)/\(path)"),
            "width": .integer(level.size.width), "height": .integer(level.size.height),
        ]
    }

    static func notes(on bundle: BundleDescription) -> [FormatNote] {
        guard let largest = bundle.pyramid.levels.last else { return [] }
        let (size, encoding) = (largest.size, bundle.pyramid.tiling.encoding)
        var notes: [FormatNote] = []
        if bundle.pyramid.imageSize.longSide > maximumSide(encoding) {
            notes.append(
                .reduced(
                    to: size, limit: maximumSide(encoding), encodesStrips: encoding.encodesStrips))
        }
        if size.longSide > maximumUsualSide { notes.append(.tooLargeForBrowsers(size)) }
        return notes
    }
}
