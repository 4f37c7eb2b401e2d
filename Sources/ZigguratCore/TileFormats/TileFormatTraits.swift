/// What a tile format is and what it can do. An enumeration without cases conforms to it: a
/// ``TileFormat`` stays a plain value that threads copy without counting references.
package protocol TileFormatTraits: SendableMetatype {
    /// The name on the command line and in manifests, in lower case.
    static var name: String { get }
    /// The name in sentences: `JPEG XL`.
    static var title: String { get }
    /// The file extensions in lower case, without the dot. Ziggurat writes the first one.
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
    /// Whether a small tile can be the placeholder of a page, which is a JPEG.
    static var servesAsPlaceholder: Bool { get }
    /// The tile type in the header of a PMTiles archive; `nil` if it has none.
    static var pmtilesType: UInt8? { get }
    /// Whether the MBTiles specification names the format.
    static var isInMBTiles: Bool { get }
    /// The size of a photograph, relative to a JPEG of the same quality.
    static var relativeSize: Double { get }
    /// The size of a photograph without loss, in bits for each pixel.
    static var losslessBitsPerPixel: Double { get }
    /// The processor time to encode the tiles of a megapixel, in seconds; see
    /// `Benchmarks/shards costs`.
    static var secondsPerMegapixel: Double { get }

    /// Whether an image can be encoded strip by strip, in memory for a few rows.
    static func encodesStrips(_ encoding: TileEncoding) -> Bool
    /// Whether a file that begins with these bytes has this format.
    static func recognises(_ bytes: [UInt8]) -> Bool
    /// Whether a file of this format has its end. Bytes after the end are allowed.
    static func hasEnd(_ bytes: [UInt8]) -> Bool
    /// The name of a file with options by which libvips chooses its encoder, such as
    /// `.jxl[Q=85]`; `nil` if another library encodes it.
    static func vipsSuffix(_ encoding: TileEncoding) -> String?
}

/// What ``TileEncoding/lossless`` means to a format.
package enum LosslessMode: Sendable {
    /// The format is always lossless.
    case always
    /// Every pixel keeps its value.
    case exact
    /// Colours change by a step or two, since luminance and chrominance are rounded.
    case nearly
    /// Tiles of full resolution are cut out of the source's coefficients without decoding them.
    /// Tiles of smaller levels are lossy.
    case cutsSource
}

extension TileFormatTraits {
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
