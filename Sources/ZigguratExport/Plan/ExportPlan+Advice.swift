internal import ZigguratCore
internal import ZigguratImaging

extension ExportPlan {
    /// A picture that a page can as well show whole.
    private static let smallPixelCount = 4_000_000

    /// Whether a pyramid is better than the picture as one file.
    public var isWorthTiling: Bool { header.size.pixelCount > Self.smallPixelCount }

    /// The same in a sentence.
    public var advice: String {
        isWorthTiling
            ? "tiling is worth it: a screen shows a small part of it at once"
            : "tiling is hardly worth it: a browser shows a picture of this size as it is"
    }
}

extension ExportPlan.Bundle {
    /// Roughly what the tiles take, judged by ordinary photographs: bits a pixel by format and quality, and a
    /// fixed part a tile for tables and headers.
    public var estimatedBytes: Int {
        let encoding = pyramid.tiling.encoding
        let bitsPerPixel = encoding.lossless ? 12 : Self.bitsPerPixel(encoding)
        let pixels = pyramid.levels.reduce(0) { $0 + $1.size.pixelCount }
        return Int(Double(pixels) * bitsPerPixel / 8) + pyramid.tileCount * 600
    }

    private static func bitsPerPixel(_ encoding: TileEncoding) -> Double {
        // A tenth of a bit at quality 1, doubling about every 25 steps, and steeply above 90.
        let quality = Double(encoding.quality)
        let jpeg = 0.25 + quality / 100 * 1.1 + max(0, quality - 85) * 0.12
        let factors = ["jpeg": 1, "webp": 0.7, "avif": 0.5]
        guard let factor = factors[encoding.format.name] else { return 14 }
        return jpeg * factor
    }
}
