internal import ZigguratCore
internal import ZigguratSystem

/// An encoded tile. Tables and profile, which a TIFF file stores once, are separate.
struct TIFFTile {
    let encoding: TIFFEncoding
    /// The tables of a JPEG; empty in other formats.
    var tables: [UInt8] = []
    let bytes: [UInt8]
    /// The tile's ICC profile; empty if the tile has no profile.
    let profile: [UInt8]

    /// The tile with its tables.
    package var whole: [UInt8] {
        tables.isEmpty ? bytes : JPEGStream.joined(tables: tables, body: bytes)
    }

    /// - Parameter file: the tile as a separate file.
    /// - Returns: `nil` if the file is damaged, or a TIFF file cannot contain its format.
    init?(_ file: [UInt8], _ format: TileFormat) {
        switch format {
        case .jpeg: self.init(jpeg: file)
        case .webp: self.init(webp: file)
        case .tiff: self.init(tiff: file)
        default: return nil
        }
    }

    private init?(jpeg file: [UInt8]) {
        guard let stream = JPEGStream(file), let first = stream.components.first,
            [1, 3].contains(stream.components.count)
        else { return nil }
        let samples = stream.components.count
        let photometric = samples == 1 ? 1 : stream.isRGB ? 2 : 6
        encoding = TIFFEncoding(
            compression: TIFFEncoding.Compression.jpeg, samples: samples, photometric: photometric,
            chroma: photometric == 6 ? [first.across, first.down] : [])
        (tables, bytes, profile) = (stream.tables, stream.body, stream.profile)
    }

    /// Source: RFC 9649, section 2 (container).
    private init?(webp file: [UInt8]) {
        guard file.count >= 30, file.starts(with: Array("RIFF".utf8)) else { return nil }
        let chunk = String(decoding: file[12..<16], as: UTF8.self)
        let isExtended = chunk == "VP8X"
        let hasAlpha =
            isExtended ? file[20] & 0x10 != 0 : chunk == "VP8L" && file[24] & 0x10 != 0
        encoding = TIFFEncoding(
            compression: TIFFEncoding.Compression.webp, samples: hasAlpha ? 4 : 3, photometric: 2)
        bytes = file
        // The profile is the first chunk after the extended header.
        let hasProfile =
            isExtended && file[20] & 0x20 != 0
            && file[30..<min(34, file.count)].elementsEqual(
                Array("ICCP".utf8))
        profile = hasProfile ? Array(file.dropFirst(38).prefix(file.little(4, at: 34))) : []
    }

    /// Reads the single strip of a TIFF file.
    private init?(tiff file: [UInt8]) {
        let start = file.little(4, at: 4)
        guard let directory = try? TIFFDirectory(file, at: start, isBig: false),
            let strip = try? TIFFStrip(directory), strip.bytes.upperBound <= file.count
        else { return nil }
        encoding = strip.encoding
        bytes = Array(file[strip.bytes])
        profile = (try? directory.bytes(.iccProfile)) ?? []
    }
}

/// The single strip of a small TIFF file.
private struct TIFFStrip {
    let encoding: TIFFEncoding
    let bytes: Range<Int>

    init?(_ directory: TIFFDirectory) throws(ZigguratError) {
        guard let encoding = try TIFFEncoding(directory),
            let offset = try directory.integer(.stripOffsets),
            let length = try directory.integer(.stripByteCounts)
        else { return nil }
        self.encoding = encoding
        bytes = offset..<offset + length
    }
}

/// The encoding of tiles, as the fields of a directory state it.
struct TIFFEncoding: Hashable, Sendable {
    /// The numbers of compressions that are written or need special handling.
    enum Compression {
        static let jpeg = 7
        static let deflate = 8
        static let webp = 50_001
    }

    var compression: Int
    var samples: Int
    var bits: Int
    /// The photometric interpretation: 1 grey, 2 RGB, 6 YCbCr.
    var photometric: Int
    /// The chroma subsampling, across and down.
    var chroma: [Int] = []
    /// The predictor: 1 no predictor, 2 horizontal differencing.
    var predictor: Int

    init(
        compression: Int, samples: Int, bits: Int = 8, photometric: Int, chroma: [Int] = [],
        predictor: Int = 1
    ) {
        (self.compression, self.samples, self.bits) = (compression, samples, bits)
        (self.photometric, self.chroma, self.predictor) = (photometric, chroma, predictor)
    }

    var hasAlpha: Bool { samples.isMultiple(of: 2) }

    /// Returns the encoding of a level with tiles of both encodings; `nil` if one level cannot have
    /// both.
    ///
    /// WebP tiles may differ in alpha: an opaque tile of a transparent image has no alpha.
    func joined(with other: TIFFEncoding) -> TIFFEncoding? {
        if self == other { return self }
        var (one, two) = (self, other)
        (one.samples, two.samples) = (0, 0)
        guard one == two, compression == Compression.webp else { return nil }
        return samples > other.samples ? self : other
    }

    /// The fields of a directory, unsorted.
    var fields: [TIFFField] {
        var fields: [TIFFField] = [
            .short(.bitsPerSample, Array(repeating: bits, count: samples)),
            .short(.compression, compression), .short(.photometric, photometric),
            .short(.samplesPerPixel, samples), .short(.planarConfiguration, 1),
        ]
        if predictor != 1 { fields.append(.short(.predictor, predictor)) }
        // 2: alpha that is not premultiplied.
        if hasAlpha { fields.append(.short(.extraSamples, 2)) }
        if !chroma.isEmpty { fields.append(.short(.chromaSubsampling, chroma)) }
        return fields
    }

    /// Reads the encoding from a directory; `nil` if the compression is missing.
    init?(_ directory: TIFFDirectory) throws(ZigguratError) {
        guard let compression = try directory.integer(.compression) else { return nil }
        self.compression = compression
        samples = try directory.integer(.samplesPerPixel) ?? 1
        bits = try directory.integer(.bitsPerSample) ?? 1
        photometric = try directory.integer(.photometric) ?? 1
        predictor = try directory.integer(.predictor) ?? 1
    }
}
