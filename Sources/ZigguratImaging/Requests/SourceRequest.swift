public import ZigguratCore
internal import ZigguratSystem

/// The page and region of a source to export, and its rotation, size and colours.
///
/// Regions and sizes refer to the turned image: upright by its Exif orientation, then rotated.
public struct SourceRequest: Hashable, Sendable {
    /// A rotation clockwise, in degrees.
    public enum Rotation: Int, Hashable, Sendable, Codable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    /// The treatment of an embedded profile's colours.
    public enum ColourRule: String, Hashable, Sendable, Codable, CaseIterable {
        /// Convert the colours to sRGB.
        case srgb
        /// Keep the pixels unchanged, and embed the profile in every tile.
        case keep
    }

    /// The page or frame, from 1; `nil` means the file's primary page.
    public var page: Int?
    /// The resolution for PDF and SVG, in dots per inch. `nil` means 300 for PDF; for SVG it means
    /// 72, which gives the size that the SVG states in pixels. Other formats ignore the value.
    public var density: Double?
    public var rotation: Rotation
    /// The region to export, in pixels of the turned image; `nil` means the whole image.
    public var crop: PixelRegion?
    /// A size into which the image has to fit. Images are never enlarged. PDF and SVG are drawn at
    /// this size unless they are cropped.
    public var fit: PixelSize?
    /// The largest size of the decoded image, in millions of bytes: width × height × bytes per
    /// pixel. A larger image is reduced.
    public var megabyteLimit: Double?
    /// The rendering intent of colour conversion, with black point compensation.
    public var intent: SourceRequest.Intent
    /// The values that become black and white. CMYK and CIELAB ignore this option.
    public var range: SourceRequest.ValueRange
    public var colour: ColourRule
    /// The number of bits per sample in tiles: 8 or 16.
    public var sampleBits: Int
    /// The name of a slide's associated image, such as `label`; `nil` means the slide itself.
    public var associatedImage: String?
    /// Whether visitors see the file's metadata.
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
    /// Decodes a request. Fields that older manifests lack get their default values.
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
    /// The mapping of colours outside sRGB.
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
    /// Which sources are rejected because they may be hostile, damaged or too large.
    public struct Trust: Hashable, Sendable {
        /// Whether to read formats whose decoders are not safe with hostile files, such as PDF,
        /// SVG, slides and JPEG 2000. If `nil`, these formats are read only if ``isolation`` is
        /// set.
        public var allowsUntrusted: Bool?
        /// Whether ImageMagick reads formats without another decoder, such as PCX and DDS.
        public var allowsImageMagick = false
        /// Whether to read damaged and truncated files and fill missing pixels. Such a file is
        /// decoded twice, to find where its damage begins.
        public var allowsDamaged: Bool
        /// Whether the position of the damage is already known.
        package var knowsDamage = false
        /// The largest number of pixels. Even a small file can state any size.
        public var pixelLimit: Int
        /// The settings of the processes in which untrusted decoders run. If `nil`, they run in
        /// this process and can crash it.
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

        package var readsUntrusted: Bool { allowsUntrusted ?? (isolation != nil) }
    }
}

extension SourceRequest {
    /// The values of a source that become black and white.
    ///
    /// The text form on the command line and in documents is `stored`, `auto` or `MIN,MAX`.
    public enum ValueRange: Hashable, Sendable, Codable, RawRepresentable {
        /// The range of the samples' depth: 0 to 255, 0 to 65535, or 0 to 1 for linear light.
        ///
        /// 16-bit samples that use only the lowest 12 bits or fewer are read with this bit depth.
        /// Other numbers have no range: if all values are from 0 to 1, or from 0 to 255, this is
        /// the range. Otherwise the range is the range of ``automatic``.
        case stored
        /// The range from the quantile 0.02 of the samples to the quantile 0.98.
        case automatic
        /// The range from one value to another value. Values outside become black or white.
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

        /// Returns a number as text, without “.0” if it is an integer.
        package static func text(_ number: Double) -> String {
            Int(exactly: number).map { String($0) } ?? String(number)
        }
    }
}

extension SourceRequest {
    /// The settings of decoder processes. If a hostile file crashes a decoder, only its process
    /// ends, not the program.
    ///
    /// Decoders of JPEG, PNG, TIFF and WebP run in the program, unless libvips has to read the
    /// file. Each other decoder runs in a process that cannot write files, start programs or use
    /// the network. The process has limits for memory and time.
    ///
    /// A decoder process runs an executable that calls ``serveIfAsked()`` first:
    ///
    ///     SourceRequest.Isolation.serveIfAsked()
    ///     var exporter = Exporter()
    ///     exporter.options.trust.isolation = SourceRequest.Isolation()
    public struct Isolation: Hashable, Sendable {
        /// The path of the executable.
        public var program: String
        /// The arguments of the executable.
        package var arguments: [String]
        /// The memory limit of a process, in bytes. `Exporter.Options.memoryLimit` can lower it.
        public var memoryLimit = Int.max
        /// The private memory limit of a process before its image is planned, in bytes. The limit
        /// applies if it exceeds the memory that any process needs.
        package var unplannedMemory = Int.max
        /// The longest time without an answer from a process, in seconds. Large images get one more
        /// second for each megapixel. While other programs use the processors, a process gets up to
        /// ten times as long.
        public var secondsWithoutProgress = 60

        /// Whether a process gets a low priority if its task takes long.
        package var yields = false

        /// - Parameter program: the executable; the default is the running program.
        public init(program: String = "/proc/self/exe") {
            self.program = program
            arguments = [Self.argument]
        }

        /// The first argument of a process that decodes.
        package static let argument = "decode-for-parent"
    }
}
