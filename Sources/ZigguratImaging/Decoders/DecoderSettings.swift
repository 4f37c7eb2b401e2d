/// The settings of a loader of libvips.
struct DecoderSettings: Hashable, Sendable, Codable {
    /// The page or frame, from 0; `nil` is the loader's default.
    var page: Int?
    /// The resolution at which PDF and SVG are drawn.
    var dotsPerInch: Double?
    /// The unit of the coordinates of a page, in 1/72 inch; `nil` is 1.
    var unit: Double?
    /// The level of the file's own pyramid, where 0 is full resolution; `nil` is 0.
    var level: Int?
    /// The option of libvips' loader that selects the level.
    var levelOption = LevelOption.level
    /// The associated image that is read in place of the slide.
    var associatedImage: String?
    /// Whether alpha is 0 everywhere, and the colours are shown without it.
    var ignoresAlpha = false
    var allowsUntrusted = false
    var allowsImageMagick = false
    var allowsDamaged = false

    enum LevelOption: String, Hashable, Sendable, Codable {
        case level, page, subifd
        /// A factor by which JPEGs are reduced.
        case shrink
    }

    /// Whether the settings select at most a page: no level, density, associated image or truncated
    /// file.
    var isOrdinary: Bool {
        dotsPerInch == nil && level == nil && associatedImage == nil
            && !allowsDamaged
    }
}
