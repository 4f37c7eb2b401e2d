internal import ZigguratSystem

/// How a tile's bytes are written: the image format and what to know of it.
///
/// A new format is one static member here, and one encoder in the imaging module.
public struct TileFormat: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name on the command line: `jpeg`.
    public let name: String
    /// The ending of a tile's file name, without the dot: `jpg`.
    public let fileExtension: String
    /// `image/jpeg`.
    public let mediaType: String
    /// Whether a tile can be transparent; where it cannot, pictures are flattened on the
    /// background.
    public let keepsAlpha: Bool
    /// The longest side that the format can hold, in pixels.
    public let maximumSide: Int

    public static let jpeg = TileFormat(
        name: "jpeg", fileExtension: "jpg", mediaType: "image/jpeg", keepsAlpha: false,
        maximumSide: 65_500)
    public static let png = TileFormat(
        name: "png", fileExtension: "png", mediaType: "image/png", keepsAlpha: true,
        maximumSide: 1_000_000)
    public static let webp = TileFormat(
        name: "webp", fileExtension: "webp", mediaType: "image/webp", keepsAlpha: true,
        maximumSide: 16_383)
    public static let avif = TileFormat(
        name: "avif", fileExtension: "avif", mediaType: "image/avif", keepsAlpha: true,
        maximumSide: 16_384)
    public static let jxl = TileFormat(
        name: "jxl", fileExtension: "jxl", mediaType: "image/jxl", keepsAlpha: true,
        maximumSide: 262_144)

    /// Every format there is, in the order in which help texts list them.
    public static let all: [TileFormat] = [.jpeg, .png, .webp, .avif, .jxl]

    public init?(named name: String) {
        guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
        self = format
    }

    public var description: String { name }

    private init(
        name: String, fileExtension: String, mediaType: String, keepsAlpha: Bool, maximumSide: Int
    ) {
        self.name = name
        self.fileExtension = fileExtension
        self.mediaType = mediaType
        self.keepsAlpha = keepsAlpha
        self.maximumSide = maximumSide
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let format = TileFormat(named: name) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "there is no tile format named “\(name)”")
        }
        self = format
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
