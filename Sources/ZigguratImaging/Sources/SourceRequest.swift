public import ZigguratCore

/// What is wanted of a source: which page, which part of it, which way up and how large.
///
/// The steps follow one another in this order: the page is opened, turned upright as its Exif
/// orientation says, rotated, cropped, and reduced.
public struct SourceRequest: Hashable, Sendable, Codable {
    /// A rotation clockwise, in degrees.
    public enum Rotation: Int, Hashable, Sendable, Codable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
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
    /// Whether what the file says of its picture is shown to visitors.
    public var showsMetadata: Bool

    public init(
        page: Int? = nil, density: Double? = nil, rotation: Rotation = .none,
        crop: PixelRegion? = nil, fit: PixelSize? = nil, megabyteLimit: Double? = nil,
        intent: RenderingIntent = .relative, range: SampleRange = .stored,
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
        self.showsMetadata = showsMetadata
    }
}
