public import ZigguratCore
internal import ZigguratSystem

/// Which page and part of a source to export, how to turn it and how large.
///
/// The region and the sizes are those of the image after it is turned upright, as its Exif
/// orientation says, and rotated.
public struct SourceRequest: Hashable, Sendable {
    /// A rotation clockwise, in degrees.
    public enum Rotation: Int, Hashable, Sendable, Codable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    /// How to treat the colours of an embedded profile.
    public enum ColourRule: String, Hashable, Sendable, Codable, CaseIterable {
        /// Convert them to sRGB.
        case srgb
        /// Keep pixels as they are, and embed the profile in every tile.
        case keep
    }

    /// The page or frame, from 1; `nil` is the file's primary one.
    public var page: Int?
    /// Dots an inch at which PDF and SVG are drawn; `nil` is 300 for PDF, and 72 for SVG, which gives
    /// the size that it states in pixels. Other formats ignore it.
    public var density: Double?
    public var rotation: Rotation
    /// The region to export, in pixels of the turned image; `nil` is the whole image.
    public var crop: PixelRegion?
    /// A box that the image has to fit into. Images are never enlarged; PDF and SVG are drawn at that
    /// size, unless they are cropped.
    public var fit: PixelSize?
    /// The largest size of the decoded image, in millions of bytes: width × height × bytes a pixel. A
    /// larger image is reduced.
    public var megabyteLimit: Double?
    /// The rendering intent of colour conversion, with black point compensation.
    public var intent: SourceRequest.Intent
    /// Which values become black and white. CMYK and CIELAB ignore it.
    public var range: SourceRequest.ValueRange
    public var colour: ColourRule
    /// Bits a sample of the tiles: 8 or 16.
    public var sampleBits: Int
    /// The name of a slide's associated image, such as `label`; `nil` is the slide itself.
    public var associatedImage: String?
    /// Whether visitors see the metadata of the file.
    public var showsMetadata: Bool

    public init(
        page: Int? = nil, density: Double? = nil, rotation: Rotation = .none,
        crop: PixelRegion? = nil, fit: PixelSize? = nil, megabyteLimit: Double? = nil,
        intent: SourceRequest.Intent = .relative, range: SourceRequest.ValueRange = .stored,
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
    /// Fields that older manifests lack get their defaults.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            page: try fields.decodeIfPresent(Int.self, forKey: .page),
            density: try fields.decodeIfPresent(Double.self, forKey: .density),
            rotation: try fields.decode(Rotation.self, forKey: .rotation),
            crop: try fields.decodeIfPresent(PixelRegion.self, forKey: .crop),
            fit: try fields.decodeIfPresent(PixelSize.self, forKey: .fit),
            megabyteLimit: try fields.decodeIfPresent(Double.self, forKey: .megabyteLimit),
            intent: try fields.decode(SourceRequest.Intent.self, forKey: .intent),
            range: try fields.decode(SourceRequest.ValueRange.self, forKey: .range),
            colour: try fields.decodeIfPresent(ColourRule.self, forKey: .colour) ?? .srgb,
            sampleBits: try fields.decodeIfPresent(Int.self, forKey: .sampleBits) ?? 8,
            associatedImage: try fields.decodeIfPresent(String.self, forKey: .associatedImage),
            showsMetadata: try fields.decode(Bool.self, forKey: .showsMetadata))
    }
}

extension SourceRequest {
    /// How colours outside sRGB are mapped into it.
    ///
    /// Source: ICC.1:2010, 6.2.
    public enum Intent: String, Hashable, Sendable, Codable, CaseIterable {
        case perceptual
        case relative
        case saturation
        case absolute
    }
}

extension SourceRequest {
    /// Which sources are refused because they may be hostile, damaged or too large.
    public struct Trust: Hashable, Sendable {
        /// Whether to read formats whose decoders are not safe with hostile files, such as PDF, SVG,
        /// slides and JPEG 2000; `nil` reads them if ``isolation`` is set.
        public var allowsUntrusted: Bool?
        /// Whether ImageMagick reads formats that have no decoder of their own, such as PCX and DDS.
        public var allowsImageMagick = false
        /// Whether to read damaged and truncated files, and to fill missing pixels. Such a file is decoded
        /// once more, to find where its damage begins.
        public var allowsDamaged: Bool
        /// Whether the damage has been found.
        var knowsDamage = false
        /// The largest number of pixels. A small file can claim any size.
        public var pixelLimit: Int
        /// How untrusted decoders run in processes of their own; `nil` runs them in this process, which
        /// they can crash.
        public var isolation: SourceRequest.Isolation?

        /// 20 gigapixels.
        public static let defaultPixelLimit = 20_000_000_000

        public init(
            allowsUntrusted: Bool? = nil, allowsDamaged: Bool = false,
            pixelLimit: Int = Self.defaultPixelLimit, isolation: SourceRequest.Isolation? = nil
        ) {
            self.allowsUntrusted = allowsUntrusted
            self.allowsDamaged = allowsDamaged
            self.pixelLimit = pixelLimit
            self.isolation = isolation
        }

        var readsUntrusted: Bool { allowsUntrusted ?? (isolation != nil) }
    }
}

extension SourceRequest {
    /// Which values of a source become black and white.
    ///
    /// The text form, also in documents, is `stored`, `auto` or `MIN,MAX`.
    public enum ValueRange: Hashable, Sendable, Codable, RawRepresentable {
        /// The range of the samples' depth: 0 to 255, 0 to 65535, or 0 to 1 for linear light.
        ///
        /// 16-bit samples that use no more than the lowest 12 bits are read as so many bits. Other numbers
        /// have no range: if all lie in 0 to 1 or in 0 to 255, that is the range, else that of
        /// ``automatic``.
        case stored
        /// From the quantile 0.001 of the samples to the quantile 0.999.
        case automatic
        /// From one value to another; values outside become black or white.
        case limits(Double, Double)

        public init?(rawValue: String) {
            switch rawValue {
            case "stored": self = .stored
            case "auto": self = .automatic
            default:
                let parts = rawValue.split(separator: ",", omittingEmptySubsequences: false)
                let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
                guard parts.count == 2, numbers.count == 2, numbers[0] < numbers[1] else {
                    return nil
                }
                self = .limits(numbers[0], numbers[1])
            }
        }

        public var rawValue: String {
            switch self {
            case .stored: "stored"
            case .automatic: "auto"
            case .limits(let low, let high): "\(Self.text(low)),\(Self.text(high))"
            }
        }

        /// A number, without “.0” if it is whole.
        static func text(_ number: Double) -> String {
            Int(exactly: number).map { String($0) } ?? String(number)
        }
    }
}
