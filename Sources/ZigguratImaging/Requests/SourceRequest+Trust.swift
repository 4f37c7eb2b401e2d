extension SourceRequest {
    /// Which sources are refused because they may be hostile, damaged or too large.
    public struct Trust: Hashable, Sendable {
        /// Whether to read formats whose decoders are not safe with hostile files, such as PDF, SVG,
        /// slides and JPEG 2000; `nil` reads them if ``isolation`` is set.
        public var allowsUntrusted: Bool?
        /// Whether ImageMagick reads formats that have no decoder of their own, such as PCX and DDS.
        public var allowsImageMagick = false
        /// Whether to read damaged and truncated files, and to fill missing pixels. Such a file is decoded
        /// once more, to find where its damage begins.
        public var allowsDamaged: Bool
        /// Whether the damage has been found.
        var knowsDamage = false
        /// The largest number of pixels. A small file can claim any size.
        public var pixelLimit: Int
        /// How untrusted decoders run in processes of their own; `nil` runs them in this process, which
        /// they can crash.
        public var isolation: SourceRequest.Isolation?

        /// 20 gigapixels.
        public static let defaultPixelLimit = 20_000_000_000

        public init(
            allowsUntrusted: Bool? = nil, allowsDamaged: Bool = false,
            pixelLimit: Int = Self.defaultPixelLimit, isolation: SourceRequest.Isolation? = nil
        ) {
            self.allowsUntrusted = allowsUntrusted
            self.allowsDamaged = allowsDamaged
            self.pixelLimit = pixelLimit
            self.isolation = isolation
        }

        var readsUntrusted: Bool { allowsUntrusted ?? (isolation != nil) }
    }
}
