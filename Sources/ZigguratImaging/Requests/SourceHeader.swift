public import ZigguratCore
package import ZigguratSystem

/// The header of a source, which is read before any pixel.
public struct SourceHeader: Hashable, Sendable, Codable {
    /// The colour space of the samples.
    public enum Colour: String, Hashable, Sendable, Codable {
        case grey, rgb, cmyk, lab, other
    }

    /// The format: `jpeg`, `tiff`, `png`, …
    public let format: String
    /// The size of the exported image: turned, cropped and reduced.
    public package(set) var size: PixelSize
    /// The number of samples per pixel, including alpha.
    public let bands: Int
    public let bitsPerSample: Int
    public let colour: Colour
    public let hasAlpha: Bool
    public internal(set) var hasProfile = false
    /// The Exif orientation, 1 (upright) to 8.
    public internal(set) var orientation = 1
    /// The number of pages or frames; smaller copies of a page do not count.
    public internal(set) var pages = 1
    /// The number of the page that is read, from 1.
    public internal(set) var page = 1
    /// The steps of the conversion from the image to its tiles; empty if pixels are unchanged.
    package var conversions: [ConversionStep] = []
    /// The embedded metadata for visitors; empty if it is not shown.
    public internal(set) var metadata = SourceHeader.Metadata()
    /// The size of the temporary file that turning the whole image needs, in bytes; 0 without a
    /// file. The header of a plan states the need of its export.
    public internal(set) var temporaryBytes = 0
    /// The memory of a decoder that cannot decode row by row, in bytes; otherwise `nil`.
    public package(set) var decoderBytes: Int?
    /// The size of the colour profile to embed in every tile, in bytes; `nil` without a profile.
    public internal(set) var profileBytes: Int?
    /// The size of a pixel on the object, in micrometres; `nil` if unknown.
    public package(set) var micronsPerPixel: Double?
    /// Whether the file has georeferencing tags.
    package var isGeoreferenced: Bool?
    /// The georeference of the exported image; `nil` if unknown.
    package var georeference: Georeference?
    /// The names of a slide's associated images; `nil` if the slide has none.
    public package(set) var associatedImages: [String]?
    /// The colour of a slide where the scanner recorded nothing; `nil` if the slide does not state
    /// it.
    public internal(set) var background: RGBColor?

    package init(
        format: String, size: PixelSize, bands: Int, bitsPerSample: Int, colour: Colour,
        hasAlpha: Bool, hasProfile: Bool = false, orientation: Int = 1, pages: Int = 1,
        page: Int = 1, conversions: [ConversionStep] = [],
        metadata: SourceHeader.Metadata = SourceHeader.Metadata(), temporaryBytes: Int = 0,
        decoderBytes: Int? = nil, profileBytes: Int? = nil, micronsPerPixel: Double? = nil,
        isGeoreferenced: Bool? = nil, georeference: Georeference? = nil,
        associatedImages: [String]? = nil, background: RGBColor? = nil
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
        self.isGeoreferenced = isGeoreferenced
        self.georeference = georeference
        self.associatedImages = associatedImages
        self.background = background
    }

    /// The size of the decoded image at its stored depth, in bytes.
    public var decodedBytes: Int { size.pixelCount * bytesPerPixel }

    /// Returns the header with further steps at the end.
    package func adding(_ steps: [ConversionStep]) -> SourceHeader {
        var header = self
        header.conversions += steps
        return header
    }

    /// Returns the header of an image that is turned tile by tile.
    package func withoutTemporaryFile() -> SourceHeader {
        var header = self
        header.temporaryBytes = 0
        return header
    }

    /// Returns the header with the steps that reading the pixels determined. The steps replace the
    /// open step.
    package func finding(_ steps: [ConversionStep]) -> SourceHeader {
        guard let place = conversions.firstIndex(where: \.isOpen), !steps.isEmpty else {
            return adding(steps)
        }
        var header = self
        header.conversions.replaceSubrange(place...place, with: steps)
        return header
    }

    package var bytesPerPixel: Int { bands * ((bitsPerSample + 7) / 8) }
}

extension SourceHeader {
    /// Creates the header of an image with a known size and number of samples.
    package init(format: String, size: PixelSize, bands: Int, hasAlpha: Bool) {
        self.init(
            format: format, size: size, bands: bands, bitsPerSample: 8, colour: .rgb,
            hasAlpha: hasAlpha)
    }
}

/// The sizes that decoders accept, independent of the header's values.
extension PixelSize {
    /// The longest side of a source, in pixels. At 16 bytes per pixel, a row then has fewer than
    /// 2³¹ bytes.
    package static let longestSourceSide = 100_000_000
    /// The largest number of pixels. Products with samples, bytes and memory factors then fit into
    /// an `Int`.
    private static let mostSourcePixels = 1 << 48

    /// Whether decoders can compute with the size.
    package var isReadable: Bool {
        min(width, height) >= 1 && longSide <= Self.longestSourceSide
            && pixelCount <= Self.mostSourcePixels
    }

    /// Throws ``SourceError/sides(width:height:)`` if decoders cannot compute with the size.
    package func checkReadable() throws(ZigguratError) {
        guard isReadable else {
            throw ZigguratError(SourceError.sides(width: width, height: height))
        }
    }
}
