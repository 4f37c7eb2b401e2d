internal import ZigguratSystem

/// How much a source is trusted: what is refused before, or while, it is decoded.
public struct SourceTrust: Hashable, Sendable {
    /// Whether formats are read whose decoders libvips does not hold to be safe with hostile files:
    /// PDF, SVG, whole-slide images, JPEG 2000, PPM and others.
    public var allowsUntrusted: Bool
    /// Whether a file that ends early is read as far as it goes, and what is missing filled.
    public var allowsTruncated: Bool
    /// The most pixels that a picture may have; a small file can claim to be a very large picture.
    public var pixelLimit: Int

    /// 20 gigapixels, which is more than most archives hold.
    public static let defaultPixelLimit = 20_000_000_000

    public init(
        allowsUntrusted: Bool = false, allowsTruncated: Bool = false,
        pixelLimit: Int = Self.defaultPixelLimit
    ) {
        self.allowsUntrusted = allowsUntrusted
        self.allowsTruncated = allowsTruncated
        self.pixelLimit = pixelLimit
    }
}
