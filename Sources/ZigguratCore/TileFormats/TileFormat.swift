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
