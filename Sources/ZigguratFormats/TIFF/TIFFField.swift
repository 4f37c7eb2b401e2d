internal import ZigguratSystem

/// A field of a directory: a tag and its values.
///
/// Source: TIFF 6.0, section 2; BigTIFF (type 16).
struct TIFFField {
    /// The types of values that are written.
    enum Kind: UInt16 {
        case ascii = 2
        case short = 3
        case long = 4
        case rational = 5
        case bytes = 7
        case double = 12
        case long8 = 16
    }

    let tag: TIFFTag
    let kind: Kind
    let count: Int
    /// The values, each with its lowest byte first.
    let bytes: [UInt8]

    private init(_ tag: TIFFTag, _ kind: Kind, _ count: Int, _ bytes: [UInt8]) {
        (self.tag, self.kind, self.count, self.bytes) = (tag, kind, count, bytes)
    }

    /// Returns a field of 16-bit integers.
    static func short(_ tag: TIFFTag, _ values: [Int]) -> Self {
        integers(tag, .short, values, as: UInt16.self)
    }

    static func short(_ tag: TIFFTag, _ value: Int) -> Self { .short(tag, [value]) }

    /// Returns a field of 32-bit integers.
    static func long(_ tag: TIFFTag, _ values: [Int]) -> Self {
        integers(tag, .long, values, as: UInt32.self)
    }

    static func long(_ tag: TIFFTag, _ value: Int) -> Self { .long(tag, [value]) }

    /// Returns a field of 64-bit integers.
    static func long8(_ tag: TIFFTag, _ values: [Int]) -> Self {
        integers(tag, .long8, values, as: UInt64.self)
    }

    private static func integers<Stored: FixedWidthInteger>(
        _ tag: TIFFTag, _ kind: Kind, _ values: [Int], as type: Stored.Type
    ) -> Self {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.count * Stored.bitWidth / 8)
        for value in values { bytes.append(little: Stored(truncatingIfNeeded: value)) }
        return Self(tag, kind, values.count, bytes)
    }

    static func double(_ tag: TIFFTag, _ values: [Double]) -> Self {
        var bytes: [UInt8] = []
        for value in values { bytes.append(little: value.bitPattern) }
        return Self(tag, .double, values.count, bytes)
    }

    /// Returns a field with a fraction of two 32-bit integers.
    static func rational(_ tag: TIFFTag, _ value: Double) -> Self {
        // The largest power of ten is the denominator.
        var (numerator, denominator) = (value, 1.0)
        while denominator < 1e9, numerator * 10 < Double(UInt32.max) {
            (numerator, denominator) = (numerator * 10, denominator * 10)
        }
        var bytes: [UInt8] = []
        bytes.append(little: UInt32(numerator.rounded()))
        bytes.append(little: UInt32(denominator))
        return Self(tag, .rational, 1, bytes)
    }

    /// Returns a field with a text in UTF-8, ended by a zero byte. Zero bytes in the text are
    /// removed.
    static func text(_ tag: TIFFTag, _ text: String) -> Self {
        let bytes = text.utf8.filter { $0 != 0 } + [0]
        return Self(tag, .ascii, bytes.count, bytes)
    }

    static func bytes(_ tag: TIFFTag, _ bytes: [UInt8]) -> Self {
        Self(tag, .bytes, bytes.count, bytes)
    }
}

/// The tags of the directories of TIFF files.
///
/// Source: TIFF 6.0, appendix A; TIFF 6.0 supplement 2 (JPEG tables); GeoTIFF 1.1, section 7 and
/// annex B.
enum TIFFTag: UInt16 {
    case subfileType = 254
    case imageWidth = 256
    case imageLength = 257
    case bitsPerSample = 258
    case compression = 259
    case photometric = 262
    case imageDescription = 270
    case stripOffsets = 273
    case samplesPerPixel = 277
    case rowsPerStrip = 278
    case stripByteCounts = 279
    case xResolution = 282
    case yResolution = 283
    case planarConfiguration = 284
    case resolutionUnit = 296
    case software = 305
    case artist = 315
    case predictor = 317
    case tileWidth = 322
    case tileLength = 323
    case tileOffsets = 324
    case tileByteCounts = 325
    case extraSamples = 338
    case jpegTables = 347
    case chromaSubsampling = 530
    case copyright = 33_432
    case modelPixelScale = 33_550
    case modelTiePoint = 33_922
    case modelTransformation = 34_264
    case iccProfile = 34_675
    case geoKeyDirectory = 34_735
}
