public import ZigguratCore
internal import ZigguratSystem

/// What the header of a source says, before any pixel is read.
public struct SourceHeader: Hashable, Sendable, Codable {
    /// How the samples are meant.
    public enum Colour: String, Hashable, Sendable, Codable {
        case grey, rgb, cmyk, lab, other
    }

    /// The loader's word for the format: `jpeg`, `tiff`, `png`, …
    public let format: String
    /// The size of the picture as it is exported: turned, cropped and reduced.
    public let size: PixelSize
    /// Samples a pixel, alpha included.
    public let bands: Int
    public let bitsPerSample: Int
    public let colour: Colour
    public let hasAlpha: Bool
    public let hasProfile: Bool
    /// The Exif orientation, 1 (upright) to 8.
    public let orientation: Int
    /// How many pages or frames the file has; smaller copies of a page do not count.
    public let pages: Int
    /// Which of them is read, from 1.
    public let page: Int
    /// What is done to the picture on the way to 8-bit sRGB, one step a sentence that begins with
    /// “it is”; nothing where its pixels are used as they are.
    public internal(set) var conversions: [String]
    /// What the file says of its picture for visitors; nothing where that is not shown.
    public let metadata: SourceMetadata
    /// How many bytes a temporary file takes while the picture is exported; 0 where there is none.
    public let temporaryBytes: Int
    /// How many bytes the decoder keeps of the picture at once because it cannot go row by row;
    /// `nil` where it can.
    public let decoderBytes: Int?
    /// How large the colour profile is that every tile carries; `nil` where none does.
    public let profileBytes: Int?
    /// How much of what it shows a pixel covers, in micrometres, as slides say it; `nil` where
    /// nobody knows.
    public let micronsPerPixel: Double?
    /// The further images of a slide, by name; `nil` where there are none.
    public let associatedImages: [String]?
    /// What a slide shows where the scanner saw nothing; `nil` where it does not say it.
    public let background: RGBColor?

    public init(
        format: String, size: PixelSize, bands: Int, bitsPerSample: Int, colour: Colour,
        hasAlpha: Bool, hasProfile: Bool = false, orientation: Int = 1, pages: Int = 1,
        page: Int = 1, conversions: [String] = [], metadata: SourceMetadata = SourceMetadata(),
        temporaryBytes: Int = 0, decoderBytes: Int? = nil, profileBytes: Int? = nil,
        micronsPerPixel: Double? = nil, associatedImages: [String]? = nil,
        background: RGBColor? = nil
    ) {
        self.format = format
        self.size = size
        self.bands = bands
        self.bitsPerSample = bitsPerSample
        self.colour = colour
        self.hasAlpha = hasAlpha
        self.hasProfile = hasProfile
        self.orientation = orientation
        self.pages = pages
        self.page = page
        self.conversions = conversions
        self.metadata = metadata
        self.temporaryBytes = temporaryBytes
        self.decoderBytes = decoderBytes
        self.profileBytes = profileBytes
        self.micronsPerPixel = micronsPerPixel
        self.associatedImages = associatedImages
        self.background = background
    }

    /// The decoded picture in the depth in which it is stored, in bytes.
    public var decodedBytes: Int { size.pixelCount * bytesPerPixel }

    /// With further steps at the end.
    public func adding(_ steps: [String]) -> SourceHeader {
        var header = self
        header.conversions += steps
        return header
    }

    /// What a header says of a range that is found only when the picture is read.
    static let automaticRange =
        "stretched to the range of its values, but for a thousandth at either end"
    static let plausibleRange =
        "read as values from 0 to 1, from 0 to 255 or of the range that they have: "
        + "its numbers have none of their own"

    /// With what was found of the range of its values when the picture was read, in the place of
    /// what a header can say of it.
    public func finding(_ steps: [String]) -> SourceHeader {
        let place = conversions.firstIndex {
            [Self.automaticRange, Self.plausibleRange].contains($0)
        }
        guard let place, !steps.isEmpty else { return adding(steps) }
        var header = self
        header.conversions.replaceSubrange(place...place, with: steps)
        return header
    }

    var bytesPerPixel: Int { bands * ((bitsPerSample + 7) / 8) }
}
