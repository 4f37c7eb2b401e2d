/// The image format of tiles, such as JPEG.
///
/// `TileFormatTraits` describes each format once. To add a format, write its traits, add a line to
/// ``all``, and, unless libvips can encode it, add an encoder to the imaging module.
public struct TileFormat: Sendable {
    package let traits: any TileFormatTraits.Type

    public static let jpeg = TileFormat(JPEGFormat.self)
    public static let png = TileFormat(PNGFormat.self)
    public static let webp = TileFormat(WebPFormat.self)
    public static let avif = TileFormat(AVIFFormat.self)
    public static let jxl = TileFormat(JXLFormat.self)
    public static let tiff = TileFormat(TIFFFormat.self)

    /// All formats, in the order in which help texts list them.
    public static let all: [TileFormat] = [.jpeg, .png, .webp, .avif, .jxl, .tiff]

    private init(_ traits: any TileFormatTraits.Type) { self.traits = traits }

    /// Returns the format with a name such as `jpeg`; `nil` if it is unknown.
    public init?(named name: String) { self.init { $0.name == name } }

    /// Returns the format with a file extension, in upper or lower case; `nil` if it is unknown.
    public init?(fileExtension: String) {
        let lowercased = fileExtension.lowercased()
        self.init { $0.fileExtensions.contains(lowercased) }
    }

    /// Returns the format of a file, judged by its first bytes; `nil` if it is not a tile format.
    package init?(of bytes: [UInt8]) { self.init { $0.recognises(bytes) } }

    /// Returns the first format whose traits satisfy a condition.
    package init?(where isWanted: (any TileFormatTraits.Type) -> Bool) {
        guard let format = Self.all.first(where: { isWanted($0.traits) }) else { return nil }
        self = format
    }

    /// The name on the command line and in manifests: `jpeg`.
    public var name: String { traits.name }

    /// The extension of a tile's file name, without the dot: `jpg`.
    public var fileExtension: String { traits.fileExtensions[0] }

    /// The media type: `image/jpeg`.
    public var mediaType: String { traits.mediaType }

    /// Whether tiles can be transparent. If not, images are blended with the background.
    public var keepsAlpha: Bool { traits.keepsAlpha }

    /// The largest width and height of a tile, in pixels.
    public var maximumSide: Int { traits.maximumSide }
}

extension TileFormat: Hashable, CustomStringConvertible {
    public static func == (one: TileFormat, other: TileFormat) -> Bool {
        one.traits == other.traits
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(traits)) }

    public var description: String { name }
}

extension TileFormat: Codable {
    /// Decodes the format's name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let format = TileFormat(named: name) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "unknown tile format “\(name)”")
        }
        self = format
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

/// The properties and abilities of a tile format. Enumerations without cases conform to this
/// protocol, so a ``TileFormat`` is a plain value that threads copy without reference counting.
package protocol TileFormatTraits: SendableMetatype {
    /// The name on the command line and in manifests, in lower case.
    static var name: String { get }
    /// The name in sentences: `JPEG XL`.
    static var title: String { get }
    /// The file extensions in lower case, without the dot. Ziggurat writes the first extension.
    static var fileExtensions: [String] { get }
    static var mediaType: String { get }
    /// The largest width and height, in pixels.
    static var maximumSide: Int { get }
    static var keepsAlpha: Bool { get }
    /// The options of ``TileEncoding`` that only some formats have.
    static var options: Set<TileEncoding.Option> { get }
    static var losslessMode: LosslessMode { get }
    /// Whether all current browsers show the format.
    static var isShownByAllBrowsers: Bool { get }
    /// Whether a small tile in this format can be a page's placeholder, which otherwise is a JPEG.
    static var servesAsPlaceholder: Bool { get }
    /// The tile type in the header of a PMTiles archive; `nil` if PMTiles has no such type.
    static var pmtilesType: UInt8? { get }
    /// Whether the MBTiles specification names the format.
    static var isInMBTiles: Bool { get }
    /// The size of a photograph relative to a JPEG of equal quality.
    static var relativeSize: Double { get }
    /// The size of a losslessly encoded photograph, in bits per pixel.
    static var losslessBitsPerPixel: Double { get }
    /// The processor time to encode the tiles of a megapixel, in seconds; see
    /// `Benchmarks/shards costs`.
    static var secondsPerMegapixel: Double { get }

    /// Whether an image can be encoded strip by strip, with only a few rows in memory.
    static func encodesStrips(_ encoding: TileEncoding) -> Bool
    /// Whether a file that begins with these bytes has this format.
    static func recognises(_ bytes: [UInt8]) -> Bool
    /// Whether a file of this format is complete. Some formats allow bytes after the end.
    static func hasEnd(_ bytes: [UInt8]) -> Bool
    /// Whether other bytes follow the end of the image, in a format that does not allow them.
    static func hasSurplus(_ bytes: [UInt8]) -> Bool
    /// Returns a file name suffix with options by which libvips chooses its encoder, such as
    /// `.jxl[Q=85]`; `nil` if another library encodes the format.
    static func vipsSuffix(_ encoding: TileEncoding) -> String?
}

/// The meaning of ``TileEncoding/lossless`` for a format.
package enum LosslessMode: Sendable {
    /// The format is always lossless.
    case always
    /// Every pixel keeps its value.
    case exact
    /// Rounding of luminance and chrominance changes colours by one or two steps.
    case nearly
    /// Tiles of full resolution are cut out of the source's coefficients without decoding. Tiles of
    /// smaller levels are lossy.
    case cutsSource
}

extension TileFormatTraits {
    package static func hasSurplus(_ bytes: [UInt8]) -> Bool { false }
    package static var options: Set<TileEncoding.Option> { [] }
    package static var losslessMode: LosslessMode { .exact }
    package static var isShownByAllBrowsers: Bool { true }
    package static var servesAsPlaceholder: Bool { false }
    package static var pmtilesType: UInt8? { nil }
    package static var isInMBTiles: Bool { false }
    package static var relativeSize: Double { 1 }
    package static var losslessBitsPerPixel: Double { 7 }

    package static func encodesStrips(_ encoding: TileEncoding) -> Bool { false }
    package static func vipsSuffix(_ encoding: TileEncoding) -> String? { nil }
}

/// The format and the size of an encoded image, read from its first bytes.
package struct TileImage: Hashable, Sendable {
    package let format: TileFormat
    package let size: PixelSize

    package init(format: TileFormat, size: PixelSize) {
        self.format = format
        self.size = size
    }
}
