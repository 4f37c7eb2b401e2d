internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging

extension BundlePlan {
    /// The estimated bytes of the bundle, by the measure of ordinary photographs.
    ///
    /// A photograph with fine detail may take twice as much, one with much sky half. Aliases count
    /// as files of their own.
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

    /// The tables and headers of an encoded image.
    private static let bytesPerFile = 600

    /// The bytes of a level as one file.
    private func bytes(
        of level: Level, _ pyramid: Pyramid, _ encoding: TileEncoding? = nil
    ) -> Int {
        let encoding = encoding ?? pyramid.tiling.encoding
        if level.reduction == 0, encoding.cutsSource, let baseLevelBytes {
            return baseLevelBytes
        }
        return Self.estimatedBytes(of: level.size.pixelCount, encoding)
    }

    /// The estimated bytes of an image as one file.
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

    /// Interpolates linearly in a table of measurements.
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
