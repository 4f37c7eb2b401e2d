/// A tile format and how hard it presses.
public struct TileEncoding: Hashable, Sendable, Codable {
    /// How a JPEG keeps its colour.
    public enum Subsampling: String, Hashable, Sendable, Codable, CaseIterable {
        /// 4:2:0 below quality 90 and 4:4:4 from there on, as libvips chooses it.
        case automatic = "auto"
        /// Colour at half the resolution.
        case half = "420"
        /// Colour at full resolution.
        case full = "444"
    }

    public var format: TileFormat
    /// 1 (smallest file) to 100 (best picture); formats without loss do not read it.
    public var quality: Int
    /// Without loss, in formats that can do both (WebP, AVIF).
    public var lossless: Bool
    public var subsampling: Subsampling

    public init(
        _ format: TileFormat, quality: Int = 85, lossless: Bool = false,
        subsampling: Subsampling = .automatic
    ) {
        self.format = format
        self.quality = quality
        self.lossless = lossless
        self.subsampling = subsampling
    }
}
