internal import ZigguratSystem

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
