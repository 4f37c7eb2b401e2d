public import ZigguratCore

/// The header of a source, read before any pixel.
public struct SourceHeader: Hashable, Sendable, Codable {
    /// The colour space of the samples.
    public enum Colour: String, Hashable, Sendable, Codable {
        case grey, rgb, cmyk, lab, other
    }

    /// The format: `jpeg`, `tiff`, `png`, …
    public let format: String
    /// The size of the image as it is exported: turned, cropped and reduced.
    public internal(set) var size: PixelSize
    /// Samples a pixel, alpha included.
    public let bands: Int
    public let bitsPerSample: Int
    public let colour: Colour
    public let hasAlpha: Bool
    public internal(set) var hasProfile = false
    /// The Exif orientation, 1 (upright) to 8.
    public internal(set) var orientation = 1
    /// The number of pages or frames; smaller copies of a page do not count.
    public internal(set) var pages = 1
    /// The page that is read, from 1.
    public internal(set) var page = 1
    /// What is done to the image on the way to its tiles; empty if pixels are used as they are.
    package internal(set) var conversions: [ConversionStep] = []
    /// What the file says about its image for visitors; empty if that is not shown.
    public internal(set) var metadata = SourceHeader.Metadata()
    /// The size of the temporary file that turning the whole image needs, in bytes; 0 if it needs
    /// none. The header of a plan says what its export needs.
    public internal(set) var temporaryBytes = 0
    /// How many bytes the decoder holds because it cannot decode row by row; `nil` if it can.
    public internal(set) var decoderBytes: Int?
    /// The size of the colour profile that every tile carries, in bytes; `nil` if they carry none.
    public internal(set) var profileBytes: Int?
    /// The micrometres that a pixel covers of the object; `nil` if they are not known.
    public internal(set) var micronsPerPixel: Double?
    /// Whether the file has georeferencing tags.
    package internal(set) var isGeoreferenced: Bool?
    /// The georeference of the image as exported; `nil` if it is unknown.
    package internal(set) var georeference: Georeference?
    /// The names of a slide's associated images; `nil` without any.
    public internal(set) var associatedImages: [String]?
    /// The colour of a slide where the scanner recorded nothing; `nil` if the slide does not say it.
    public internal(set) var background: RGBColor?

    /// The size of the decoded image at its stored depth, in bytes.
    public var decodedBytes: Int { size.pixelCount * bytesPerPixel }

    /// With further steps at the end.
    package func adding(_ steps: [ConversionStep]) -> SourceHeader {
        var header = self
        header.conversions += steps
        return header
    }

    /// Of an image that is turned tile by tile.
    package func withoutTemporaryFile() -> SourceHeader {
        var header = self
        header.temporaryBytes = 0
        return header
    }

    /// With the steps that reading the pixels has found, in place of the one that was open.
    package func finding(_ steps: [ConversionStep]) -> SourceHeader {
        guard let place = conversions.firstIndex(where: \.isOpen), !steps.isEmpty else {
            return adding(steps)
        }
        var header = self
        header.conversions.replaceSubrange(place...place, with: steps)
        return header
    }

    var bytesPerPixel: Int { bands * ((bitsPerSample + 7) / 8) }
}

extension SourceHeader {
    /// The header of an image of which only size and samples are known.
    package init(format: String, size: PixelSize, bands: Int, hasAlpha: Bool) {
        self.init(
            format: format, size: size, bands: bands, bitsPerSample: 8, colour: .rgb,
            hasAlpha: hasAlpha)
    }
}
