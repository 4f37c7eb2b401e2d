internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A task for a decoder process.
struct DecoderTask: Codable {
    enum Work: Codable {
        case header
        case values
        case profile
        case contents
        case rows(Target)
        /// Finds which files look like images.
        case recognition([String])
    }

    /// The form in which rows are delivered.
    struct Target: Codable {
        let keepsAlpha: Bool
        let background: RGBColor
        let lowerLimit: Double?
        let upperLimit: Double?
        /// The number of rows in the ring.
        let ringRows: Int
        /// The first row to deliver.
        let firstRow: Int

        var limits: ClosedRange<Double>? {
            guard let lowerLimit, let upperLimit, lowerLimit <= upperLimit else { return nil }
            return lowerLimit...upperLimit
        }
    }

    let work: Work
    package let path: String
    let request: SourceRequest
    let allowsUntrusted: Bool
    let allowsImageMagick: Bool
    let allowsDamaged: Bool
    let pixelLimit: Int

    init(
        _ work: Work, _ path: String, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) {
        self.work = work
        self.path = path
        self.request = request
        allowsUntrusted = trust.readsUntrusted
        allowsImageMagick = trust.allowsImageMagick
        allowsDamaged = trust.allowsDamaged
        pixelLimit = trust.pixelLimit
    }

    var trust: SourceRequest.Trust {
        var trust = SourceRequest.Trust(
            allowsUntrusted: allowsUntrusted, allowsDamaged: allowsDamaged,
            pixelLimit: pixelLimit)
        trust.allowsImageMagick = allowsImageMagick
        trust.knowsDamage = true
        return trust
    }
}

/// The answer of a decoder process, which precedes any rows.
enum DecoderAnswer: Codable {
    case header(SourceHeader, DecodePlan)
    case values(lower: Double?, upper: Double?, ConversionStep?)
    case profile([UInt8])
    case contents(DocumentContents?)
    case rows(PixelSize, bands: Int, sampleBytes: Int)
    /// The results for the next file or files.
    case recognition([Bool])
}
