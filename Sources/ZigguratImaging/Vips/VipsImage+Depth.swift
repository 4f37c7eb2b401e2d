internal import CVips
internal import ZigguratSystem

extension VipsImage {
    private static let bitsField = "ziggurat-bits"

    /// The depth that a file states for samples which are scaled to 16 bits; `nil` if it is not known.
    var statedBits: Int? {
        get { text(Self.bitsField).flatMap { Int($0) } }
        set { if let newValue { setText("\(newValue)", of: Self.bitsField) } }
    }

    func bitsPerSample() throws(ZigguratError) -> Int {
        if let statedBits { return statedBits }
        switch format {
        case VIPS_FORMAT_UCHAR, VIPS_FORMAT_CHAR: return 8
        case VIPS_FORMAT_USHORT, VIPS_FORMAT_SHORT: return 16
        case VIPS_FORMAT_UINT, VIPS_FORMAT_INT, VIPS_FORMAT_FLOAT: return 32
        case VIPS_FORMAT_DOUBLE: return 64
        default: throw ZigguratError(SourceFailure.complexSamples)
        }
    }

    func bytesPerSample() throws(ZigguratError) -> Int { (try bitsPerSample() + 7) / 8 }
}
