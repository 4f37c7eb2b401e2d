/// The settings of a libvips loader.
struct DecoderSettings: Hashable, Sendable, Codable {
    /// The index of the page or frame, from 0; `nil` for the loader's default.
    var page: Int?
    /// The resolution at which PDF and SVG are drawn, in dots per inch.
    var dotsPerInch: Double?
    /// The unit of the coordinates of a page, in 1/72 inch; `nil` is 1.
    var unit: Double?
    /// The level of the pyramid in the file, where 0 is full resolution; `nil` is 0.
    var level: Int?
    /// The option of libvips' loader that selects the level.
    var levelOption = LevelOption.level
    /// The associated image that is read instead of the slide.
    var associatedImage: String?
    /// Whether the image is shown without alpha, because alpha is 0 everywhere.
    var ignoresAlpha = false
    var allowsUntrusted = false
    var allowsImageMagick = false
    var allowsDamaged = false

    enum LevelOption: String, Hashable, Sendable, Codable {
        case level, page, subifd
        /// A factor by which JPEGs are reduced.
        case shrink
    }

    /// Whether the settings select no level, density or associated image, and do not allow damaged
    /// files. They may select a page.
    var isOrdinary: Bool {
        dotsPerInch == nil && level == nil && associatedImage == nil
            && !allowsDamaged
    }
}
