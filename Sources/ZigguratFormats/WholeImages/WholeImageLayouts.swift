// OpenSeadragon's ImageTileSource, https://openseadragon.github.io/examples/tilesource-image/, and
// LegacyTileSource, https://openseadragon.github.io/examples/tilesource-legacy/.

package import ZigguratCore
internal import ZigguratSystem

/// The image as one file, with a descriptor that has its size and address.
package struct SingleLayout: Layout {
    package let name = "single"
    package let summary = "one image and its size: OpenSeadragon's simple image, any browser"
    package let rules = WholeLevels.rules(.fixed(WholeLevels.shape))
    package let naming: any NamingStrategy = .template("{name}.{ext}")
    package var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.descriptors = makeDescriptors
            $0.levels = levels
            $0.notes = WholeLevels.notes
        }
    }

    private func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape {
        PyramidShape(
            depth: .longSide(256), maximumSide: WholeLevels.maximumSide(tiling.encoding),
            isLargestOnly: true)
    }

    /// Returns `info.json`: the address and the size of the file.
    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        guard let level = bundle.pyramid.levels.last else { return [] }
        var info = WholeLevels.json(of: level, naming, bundle)
        info["type"] = "image"
        return [try .json("info.json", info)]
    }
}

extension Layout where Self == SingleLayout { package static var single: Self { Self() } }

/// Whole images, one for each level. OpenSeadragon calls them a legacy image pyramid.
package struct LegacyLayout: Layout {
    package let name = "legacy"
    package let summary = "whole images at each level: OpenSeadragon's legacy image pyramid"
    package let rules = WholeLevels.rules(LevelRules(WholeLevels.shape))
    package let naming: any NamingStrategy = .template("{tileWidth}x{tileHeight}.{ext}")
    package var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.descriptors = makeDescriptors
            $0.levels = levels
            $0.notes = WholeLevels.notes
        }
    }

    private func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape {
        PyramidShape(depth: .longSide(256), maximumSide: WholeLevels.maximumSide(tiling.encoding))
    }

    /// Returns `info.json`: the addresses and sizes of all levels, the smallest first.
    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        let levels = bundle.pyramid.levels.map {
            JSONValue.object(WholeLevels.json(of: $0, naming, bundle))
        }
        let info: JSONValue = ["type": "legacy-image-pyramid", "levels": .array(levels)]
        return [try .json("info.json", info)]
    }
}

extension Layout where Self == LegacyLayout { package static var legacy: Self { Self() } }

/// The common rules of layouts without tiles: every level is one image.
enum WholeLevels {
    /// The longest side of an image whose rows are all in memory during encoding, in pixels.
    private static let maximumSideInMemory = 8192
    /// The longest side that all browsers show reliably, in pixels.
    private static let maximumUsualSide = 8192

    /// Returns the longest side of an image in pixels. If rows are encoded as they arrive, only the
    /// format limits the side.
    static func maximumSide(_ encoding: TileEncoding) -> Int {
        encoding.encodesStrips ? encoding.format.maximumSide : maximumSideInMemory
    }

    static let shape = PyramidShape(depth: .longSide(256))

    static func rules(_ levels: LevelRules) -> TilingRules {
        TilingRules(allowsOverlap: false, edges: [.crop], wholeLevels: true).with(levels)
    }

    /// Returns the `info.json` members of a level's image. The address is relative to the bundle if
    /// the bundle's public address is unknown.
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
