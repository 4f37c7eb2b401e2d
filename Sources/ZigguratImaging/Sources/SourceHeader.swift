public import ZigguratCore

/// What the header of a source says, before any pixel is read.
public struct SourceHeader: Hashable, Sendable, Codable {
    /// How the samples are meant.
    public enum Colour: String, Hashable, Sendable, Codable {
        case grey, rgb, cmyk, lab, other
    }

    /// The loader's word for the format: `jpeg`, `tiff`, `png`, …
    public let format: String
    /// The size as the picture is seen: after the Exif orientation.
    public let size: PixelSize
    /// Samples a pixel, alpha included.
    public let bands: Int
    public let bitsPerSample: Int
    public let colour: Colour
    public let hasAlpha: Bool
    public let hasProfile: Bool
    /// The Exif orientation, 1 (upright) to 8.
    public let orientation: Int
    /// How many pages or frames the file has; the first one is read.
    public let pages: Int

    public init(
        format: String, size: PixelSize, bands: Int, bitsPerSample: Int, colour: Colour,
        hasAlpha: Bool, hasProfile: Bool, orientation: Int, pages: Int
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
    }

    /// The decoded picture as it is stored, in bytes.
    public var decodedBytes: Int { size.pixelCount * bands * ((bitsPerSample + 7) / 8) }

    /// What is done to the pixels on the way to 8-bit sRGB, one step a sentence; nothing where they
    /// are used as they are.
    public var conversions: [String] {
        var steps: [String] = []
        if orientation != 1 { steps.append("turned upright (Exif orientation \(orientation))") }
        if hasProfile {
            steps.append("converted from the embedded colour profile to sRGB")
        } else if colour == .cmyk {
            steps.append("converted from CMYK to sRGB by a general press profile")
        } else if colour == .lab {
            steps.append("converted from CIELAB to sRGB")
        }
        if bitsPerSample > 8 { steps.append("reduced from \(bitsPerSample) to 8 bits a sample") }
        return steps
    }
}
