internal import ZigguratSystem

/// A tile format and how hard it presses.
public struct TileEncoding: Hashable, Sendable {
    /// How a JPEG keeps its colour.
    public enum Subsampling: String, Hashable, Sendable, Codable, CaseIterable {
        /// 4:2:0 below quality 90 and 4:4:4 from there on, as libvips chooses it.
        case automatic = "auto"
        /// Colour at half the resolution.
        case half = "420"
        /// Colour at full resolution.
        case full = "444"
    }

    public var format: TileFormat
    /// 1 (smallest file) to 100 (best picture); formats without loss do not read it.
    public var quality: Int
    /// Without loss, in formats that can do both (WebP, AVIF). With JPEG, tiles of full resolution
    /// are cut out of a JPEG source without decoding it, and those of smaller levels are ordinary
    /// ones.
    public var lossless: Bool
    public var subsampling: Subsampling
    /// Whether a JPEG is first shown whole and then sharper. Most such tiles are smaller, and take
    /// longer to write and to show.
    public var progressive: Bool
    /// How long a PNG is pressed: 1 (quickest) to 12 (smallest file).
    public var compression: Int
    /// Whether a PNG has a palette of at most 256 colours, each tile its own; ``quality`` says how
    /// many of them it takes.
    public var palette: Bool
    /// Bits a sample: 8, or 16 in PNG.
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

    /// Whether tiles of full resolution are cut out of the source as they are.
    public var cutsSource: Bool { lossless && format == .jpeg }

    /// Whether an image can be encoded while its rows come, so that none of them has to wait for the
    /// last one.
    public var takesRowsAsTheyCome: Bool { format == .jpeg && !progressive && !lossless }

    /// - Throws: ``ZigguratError`` without a subject, whose problem says what nobody can have of the
    /// format: a sentence about a layout without its beginning.
    func check() throws(ZigguratError) {
        try require(
            (1...100).contains(quality), "tiles of quality \(quality)", "a quality is 1 to 100")
        try require(
            (1...12).contains(compression), "tiles of compression level \(compression)",
            "a compression level is 1 to 12")
        try require(
            !progressive || format == .jpeg, "progressive \(format) tiles",
            "leave out --progressive, or take --format jpeg")
        try require(
            compression == 1 || format == .png, "\(format) tiles of a compression level",
            "leave out --compression, or take --format png")
        try require(
            !palette || format == .png, "\(format) tiles with a palette",
            "leave out --palette, or take --format png")
        try require(bits == 8 || bits == 16, "tiles of \(bits) bits a sample", "take 8 or 16")
        try require(
            bits == 8 || format == .png, "\(format) tiles of 16 bits a sample",
            "leave out --bits, or take --format png")
        try require(
            bits == 8 || !palette, "tiles of 16 bits with a palette",
            "leave out one of --bits and --palette")
    }

    private func require(
        _ isPossible: Bool, _ what: String, _ remedy: String
    ) throws(ZigguratError) {
        guard !isPossible else { return }
        throw ZigguratError(.invalidOptions, "", "cannot have \(what)", remedy: remedy)
    }
}

extension TileEncoding: Codable {
    /// What an older export did not know of has its usual value.
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
    }
}
