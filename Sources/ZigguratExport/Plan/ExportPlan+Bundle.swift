public import ZigguratCore
package import ZigguratFormats
package import ZigguratImaging
internal import ZigguratStore

extension ExportPlan {
    /// One bundle in the plan of an export or a repack.
    public struct Bundle: Sendable {
        public let layout: any Layout
        public let container: any ContainerFormat
        public let description: BundleDescription
        /// The path of the bundle, relative to the export.
        public let path: String
        var pageBytes = 0
        /// The estimated size of the full-resolution tiles, in bytes, if they are cut from a JPEG
        /// without decoding.
        var baseLevelBytes: Int?

        package init(
            _ layout: any Layout, in container: any ContainerFormat,
            _ description: BundleDescription,
            payload: String = ""
        ) {
            self.layout = layout
            self.container = container
            self.description = description
            path = payload + container.path(of: description)
        }

        /// The pyramid with the highest pixel density.
        public var pyramid: Pyramid { description.pyramid }

        /// The pyramid and its companions, such as a pyramid for each pixel density.
        public var pyramids: [Pyramid] { layout.pyramids(with: pyramid) }

        /// The number of tiles in all pyramids that are separate files.
        public var tileCount: Int { layout.tileCount(with: pyramid) }

        public var wholeImages: [WholeImage] { layout.wholeImages(of: pyramid) }

        /// Whether clients of a layout in a container can find out which tiles are missing.
        package static func canLeaveOutBlanks(
            _ layout: any Layout, _ container: any ContainerFormat, hasPages: Bool
        ) -> Bool {
            // Clients may request tiles of any density, but blank tiles are skipped in one density
            // only.
            guard layout.rules.densities.count == 1 else { return false }
            return switch container.blanks ?? layout.rules.blanks {
            case .described: true
            case .page: hasPages
            case .written: false
            }
        }
    }
}

extension ExportPlan.Bundle {
    /// The estimated size of the bundle, in bytes, measured with ordinary photographs.
    ///
    /// A photograph with fine detail may take twice as much space, and a photograph with much sky
    /// half as much. Aliases count as separate files.
    public var estimatedBytes: Int {
        wholeImages.reduce(pyramids.reduce(pageBytes) { $0 + tileBytes(of: $1) }) { sum, image in
            let bytes =
                bytes(of: image.level, pyramid, image.encoding) + container.bytesPerFile
            return sum + image.paths.count * bytes
        }
    }

    private func tileBytes(of pyramid: Pyramid) -> Int {
        pyramid.levels.reduce(0) { sum, level in
            let bytes =
                bytes(of: level, pyramid) + (level.tileCount - 1) * Self.bytesPerFile
                + level.tileCount * container.bytesPerFile
            let copies =
                level.tileCount == 1
                ? 1 + layout.aliases(of: pyramid.tile(level, column: 0, row: 0)).count : 1
            return sum + bytes * copies
        }
    }

    /// The bytes of the tables and headers of an encoded image.
    private static let bytesPerFile = 600

    private func bytes(
        of level: Level, _ pyramid: Pyramid, _ encoding: TileEncoding? = nil
    ) -> Int {
        let encoding = encoding ?? pyramid.tiling.encoding
        if level.reduction == 0, encoding.cutsSource, let baseLevelBytes {
            return baseLevelBytes
        }
        return Self.estimatedBytes(of: level.size.pixelCount, encoding)
    }

    static func estimatedBytes(of pixels: Int, _ encoding: TileEncoding) -> Int {
        Int(Double(pixels) * bitsPerPixel(encoding) / 8) + bytesPerFile
    }

    private static func bitsPerPixel(_ encoding: TileEncoding) -> Double {
        let traits = encoding.format.traits
        guard traits.losslessMode != .always, !encoding.lossless || encoding.cutsSource else {
            return traits.losslessBitsPerPixel
        }
        return jpegBitsPerPixel(quality: encoding.quality) * traits.relativeSize
    }

    /// Interpolates linearly in a table of measured values.
    private static func jpegBitsPerPixel(quality: Int) -> Double {
        let table: [(quality: Double, bits: Double)] = [
            (1, 0.2), (50, 0.53), (75, 0.81), (85, 1.15), (95, 2.8), (100, 7.5),
        ]
        let quality = Double(quality)
        for (lower, upper) in zip(table, table.dropFirst()) where quality <= upper.quality {
            let part = (quality - lower.quality) / (upper.quality - lower.quality)
            return lower.bits + part * (upper.bits - lower.bits)
        }
        return 7.5
    }
}

extension ExportSettings {
    package mutating func complete(
        _ bundles: [ExportPlan.Bundle], in container: any ContainerFormat, _ formats: Formats
    ) {
        layouts = bundles.map(\.layout.name)
        self.container = container.name
        tilings = bundles.map(\.pyramid.tiling)
        layoutSettings = Self.changedSettings(of: bundles.map(\.layout), formats)
    }

    private static func changedSettings(
        of layouts: [any Layout], _ formats: Formats
    ) -> [String: [String: String]]? {
        var settings: [String: [String: String]] = [:]
        for layout in layouts {
            let usual = formats.layout(named: layout.name)
            let own = layout.settingTexts
            if !own.isEmpty, own != usual?.settingTexts { settings[layout.name] = own }
        }
        return settings.isEmpty ? nil : settings
    }
}

extension ExportSettings {
    /// Returns the colour behind transparent images in thumbnails; `nil` means the background of
    /// the export.
    ///
    /// The colour is grey, which differs from black and white drawings and from light and dark
    /// pages.
    package func previewBackground(
        of header: SourceHeader, in bundles: [ExportPlan.Bundle]
    ) -> RGBColor? {
        let keepsAlpha = bundles.contains { $0.pyramid.tiling.encoding.format.keepsAlpha }
        guard header.hasAlpha, alpha == .keep, keepsAlpha, background ?? .white == .white
        else { return nil }
        return RGBColor(red: 128, green: 128, blue: 128)
    }
}

extension ExportPlan {
    /// The encoding of the additional whole images: JPEG with the quality of the tiles.
    var encodingOfSizes: TileEncoding {
        let tiles = bundles.first?.pyramid.tiling.encoding ?? TileEncoding(.jpeg)
        return TileEncoding(.jpeg, quality: tiles.quality, subsampling: tiles.subsampling)
    }

    var sourceSet: SourceSet? {
        guard !sizes.isEmpty, let bundle = bundles.first else { return nil }
        let description = bundle.description
        // The bundle's folder is in the export's folder, or in the payload folder of a bag.
        let address = description.baseURL.map { _ in
            String(description.address.dropLast(1 + description.layout.utf8.count))
        }
        return SourceSet(images: sizes, title: description.title, address: address)
    }
}
