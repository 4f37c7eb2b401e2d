package import ZigguratSystem

/// A tile format with its settings.
public struct TileEncoding: Hashable, Sendable {
    /// The chroma subsampling of a JPEG.
    public enum Subsampling: String, Hashable, Sendable, Codable, CaseIterable {
        /// 4:2:0 below quality 90 and 4:4:4 otherwise, as in libvips.
        case automatic = "auto"
        /// 4:2:0: colour at half the resolution.
        case half = "420"
        /// 4:4:4: colour at full resolution.
        case full = "444"
    }

    /// An option that only some formats have.
    public enum Option: String, Hashable, Sendable, CaseIterable {
        case progressive, subsampling, compression, palette
        case sixteenBits = "bits"
    }

    /// How transparent images are encoded in formats with alpha.
    public enum Alpha: String, Hashable, Sendable, Codable, CaseIterable {
        /// Tiles keep the transparency of the image.
        case keep
        /// The image is blended with the background.
        case flatten
    }

    public var format: TileFormat
    /// The quality from 1 (smallest file) to 100 (best quality). Lossless formats ignore it.
    public var quality: Int
    /// Whether tiles are lossless, in formats that have both modes (WebP, JPEG XL; nearly lossless
    /// in AVIF). For JPEG, tiles of full resolution are cut out of a JPEG source without decoding,
    /// and tiles of smaller levels are lossy.
    public var lossless: Bool
    public var subsampling: Subsampling
    /// Whether a JPEG is progressive. Most progressive tiles are smaller, but take longer to encode
    /// and decode.
    public var progressive: Bool
    /// The compression level of a PNG: 1 (fastest) to 12 (smallest file).
    public var compression: Int
    /// Whether each PNG tile has a palette of at most 256 colours; ``quality`` sets the number of
    /// colours.
    public var palette: Bool
    /// Bits per sample: 8, or 16 in PNG.
    public var bits: Int

    public init(
        _ format: TileFormat, quality: Int = 85, lossless: Bool = false,
        subsampling: Subsampling = .automatic, progressive: Bool = false, compression: Int = 1,
        palette: Bool = false, bits: Int = 8
    ) {
        self.format = format
        self.quality = quality
        self.lossless = lossless
        self.subsampling = subsampling
        self.progressive = progressive
        self.compression = compression
        self.palette = palette
        self.bits = bits
    }

    /// Returns these settings for another format, without the options that the format lacks.
    package func changed(to format: TileFormat) -> TileEncoding {
        let options = format.traits.options
        return TileEncoding(
            format, quality: quality, lossless: lossless, subsampling: subsampling,
            progressive: progressive && options.contains(.progressive),
            compression: options.contains(.compression) ? compression : 1,
            palette: palette && options.contains(.palette), bits: bits)
    }

    /// Whether tiles of full resolution are cut out of the source without decoding.
    public var cutsSource: Bool { lossless && format.traits.losslessMode == .cutsSource }

    /// Whether an image can be encoded strip by strip while its rows arrive.
    public var encodesStrips: Bool { format.traits.encodesStrips(self) }

    package var sampleBytes: Int { bits / 8 }
}

extension TileEncoding: Codable {
    /// Decodes the fields. Fields that older manifests lack have default values; values out of
    /// range are errors.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try fields.decode(TileFormat.self, forKey: .format),
            quality: try fields.decode(Int.self, forKey: .quality),
            lossless: try fields.decode(Bool.self, forKey: .lossless),
            subsampling: try fields.decode(Subsampling.self, forKey: .subsampling),
            progressive: try fields.decodeIfPresent(Bool.self, forKey: .progressive) ?? false,
            compression: try fields.decodeIfPresent(Int.self, forKey: .compression) ?? 1,
            palette: try fields.decodeIfPresent(Bool.self, forKey: .palette) ?? false,
            bits: try fields.decodeIfPresent(Int.self, forKey: .bits) ?? 8)
        if let failure {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(failure)"))
        }
    }
}

/// The reason why tiles cannot have the settings of a ``TileEncoding``.
package enum TileEncodingError: ErrorReason {
    /// A number is outside its range.
    case outOfRange(field: String, value: Int, range: ClosedRange<Int>)
    /// Samples have neither 8 nor 16 bits.
    case bitDepth(Int)
    /// The format does not have the option; the given formats have it.
    case unsupported(TileEncoding.Option, TileFormat, formats: [TileFormat])
    /// Tiles with a palette cannot have 16 bits per sample.
    case paletteOfSixteenBits

    package var code: ZigguratError.Code { .invalidOptions }
}

extension TileEncodingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .outOfRange(let field, let value, _): "invalid \(field) \(value)"
        case .bitDepth(let bits): "invalid bit depth \(bits)"
        case .unsupported(let option, let format, _):
            "unsupported: \(format.name) tiles have no option --\(option.rawValue)"
        case .paletteOfSixteenBits: "unsupported: a palette with 16 bits per sample"
        }
    }
}

extension TileEncoding {
    /// The options in use that only some formats have. ``subsampling`` is missing: the command line
    /// always sets it, and other formats ignore it.
    var usedOptions: [Option] {
        var options: [Option] = []
        if progressive { options.append(.progressive) }
        if compression > 1 { options.append(.compression) }
        if palette { options.append(.palette) }
        if bits != 8 { options.append(.sixteenBits) }
        return options
    }

    /// Checks that the format supports the options in use and that all numbers are in range.
    ///
    /// - Throws: ``ZigguratError`` with a ``TileEncodingError`` and without a subject.
    package func check() throws(ZigguratError) {
        if let failure { throw ZigguratError(failure) }
    }

    var failure: TileEncodingError? {
        if !(1...100).contains(quality) {
            return .outOfRange(field: "quality", value: quality, range: 1...100)
        }
        if !(1...12).contains(compression) {
            return .outOfRange(field: "compression", value: compression, range: 1...12)
        }
        if bits != 8 && bits != 16 { return .bitDepth(bits) }
        for option in usedOptions where !format.traits.options.contains(option) {
            return .unsupported(
                option, format,
                formats: TileFormat.all.filter { $0.traits.options.contains(option) })
        }
        return bits == 16 && palette ? .paletteOfSixteenBits : nil
    }
}
