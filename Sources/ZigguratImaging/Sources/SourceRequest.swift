public import ZigguratCore
internal import ZigguratSystem

/// What is wanted of a source: which page, which part of it, which way up and how large.
///
/// The steps follow one another in this order: the page is opened, turned upright as its Exif
/// orientation says, rotated, cropped, and reduced.
public struct SourceRequest: Hashable, Sendable {
    /// A rotation clockwise, in degrees.
    public enum Rotation: Int, Hashable, Sendable, Codable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    /// What becomes of the colours of an embedded profile.
    public enum ColourRule: String, Hashable, Sendable, Codable, CaseIterable {
        /// They are converted to sRGB.
        case srgb
        /// Pixels stay as they are, and every tile carries the profile.
        case keep
    }

    /// The page or frame, from 1; `nil` is the one that the file shows first.
    public var page: Int?
    /// Dots an inch at which PDF and SVG are drawn; `nil` is 300 for PDF and 72, the size that it
    /// gives itself in pixels, for SVG. Of no meaning for anything else.
    public var density: Double?
    public var rotation: Rotation
    /// The part to read, in pixels of the picture as it is seen after ``rotation``; `nil` is all.
    public var crop: PixelRegion?
    /// A box that the picture is to fit into. Pixels are only ever reduced; PDF and SVG are drawn
    /// at that size, unless they are cropped.
    public var fit: PixelSize?
    /// The most that the decoded picture may take, in millions of bytes: width × height × bytes a
    /// pixel. A larger one is reduced to that area.
    public var megabyteLimit: Double?
    /// How the colours of an embedded profile become those of sRGB; black stays black.
    public var intent: RenderingIntent
    /// Which values become black and white. Of no meaning for CMYK and CIELAB.
    public var range: SampleRange
    public var colour: ColourRule
    /// Bits a sample of what is read: 8, or 16 for tiles that have as many.
    public var sampleBits: Int
    /// One of the further images of a slide, by its name there: `label`; `nil` is the slide itself.
    public var associatedImage: String?
    /// Whether what the file says of its picture is shown to visitors.
    public var showsMetadata: Bool

    public init(
        page: Int? = nil, density: Double? = nil, rotation: Rotation = .none,
        crop: PixelRegion? = nil, fit: PixelSize? = nil, megabyteLimit: Double? = nil,
        intent: RenderingIntent = .relative, range: SampleRange = .stored,
        colour: ColourRule = .srgb, sampleBits: Int = 8, associatedImage: String? = nil,
        showsMetadata: Bool = true
    ) {
        self.page = page
        self.density = density
        self.rotation = rotation
        self.crop = crop
        self.fit = fit
        self.megabyteLimit = megabyteLimit
        self.intent = intent
        self.range = range
        self.colour = colour
        self.sampleBits = sampleBits
        self.associatedImage = associatedImage
        self.showsMetadata = showsMetadata
    }
}

extension SourceRequest: Codable {
    /// What an older export did not know of has its usual value.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            page: try fields.decodeIfPresent(Int.self, forKey: .page),
            density: try fields.decodeIfPresent(Double.self, forKey: .density),
            rotation: try fields.decode(Rotation.self, forKey: .rotation),
            crop: try fields.decodeIfPresent(PixelRegion.self, forKey: .crop),
            fit: try fields.decodeIfPresent(PixelSize.self, forKey: .fit),
            megabyteLimit: try fields.decodeIfPresent(Double.self, forKey: .megabyteLimit),
            intent: try fields.decode(RenderingIntent.self, forKey: .intent),
            range: try fields.decode(SampleRange.self, forKey: .range),
            colour: try fields.decodeIfPresent(ColourRule.self, forKey: .colour) ?? .srgb,
            sampleBits: try fields.decodeIfPresent(Int.self, forKey: .sampleBits) ?? 8,
            associatedImage: try fields.decodeIfPresent(String.self, forKey: .associatedImage),
            showsMetadata: try fields.decode(Bool.self, forKey: .showsMetadata))
    }
}
