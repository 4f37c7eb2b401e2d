/// The settings of a libvips loader.
package struct DecoderSettings: Hashable, Sendable, Codable {
    /// The index of the page or frame, from 0; `nil` for the loader's default.
    package var page: Int?
    /// The resolution at which PDF and SVG are drawn, in dots per inch.
    package var dotsPerInch: Double?
    /// The unit of the coordinates of a page, in 1/72 inch; `nil` is 1.
    package var unit: Double?
    /// The level of the pyramid in the file, where 0 is full resolution; `nil` is 0.
    package var level: Int?
    /// The option of libvips' loader that selects the level.
    package var levelOption = LevelOption.level
    /// The associated image that is read instead of the slide.
    package var associatedImage: String?
    /// Whether the image is shown without alpha, because alpha is 0 everywhere.
    package var ignoresAlpha = false
    package var allowsUntrusted = false
    package var allowsImageMagick = false
    package var allowsDamaged = false

    package init(
        page: Int? = nil, dotsPerInch: Double? = nil, unit: Double? = nil, level: Int? = nil,
        levelOption: LevelOption = LevelOption.level, associatedImage: String? = nil,
        ignoresAlpha: Bool = false, allowsUntrusted: Bool = false, allowsImageMagick: Bool = false,
        allowsDamaged: Bool = false
    ) {
        self.page = page
        self.dotsPerInch = dotsPerInch
        self.unit = unit
        self.level = level
        self.levelOption = levelOption
        self.associatedImage = associatedImage
        self.ignoresAlpha = ignoresAlpha
        self.allowsUntrusted = allowsUntrusted
        self.allowsImageMagick = allowsImageMagick
        self.allowsDamaged = allowsDamaged
    }

    package enum LevelOption: String, Hashable, Sendable, Codable {
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
