internal import CVips
internal import ZigguratSystem

extension VipsImage {
    private static let bitsField = "ziggurat-bits"

    /// The depth that a file states for samples which are scaled to 16 bits; `nil` if it is not known.
    var statedBits: Int? {
        get { text(Self.bitsField).flatMap { Int($0) } }
        set { if let newValue { setText("\(newValue)", of: Self.bitsField) } }
    }

    private static let premultipliedField = "ziggurat-premultiplied"

    /// Whether colours are floating-point numbers that are multiplied by alpha.
    var isPremultiplied: Bool { has(Self.premultipliedField) && hasAlpha }

    /// The alpha of opaque pixels, if the loader has one of its own.
    var statedOpacity: Double? { text(Self.premultipliedField).flatMap { Double($0) } }

    /// The image must not be in use yet.
    ///
    /// - Parameter opacity: the alpha of opaque pixels; `nil` follows the range of the colours.
    func markPremultiplied(opacity: Double? = nil) {
        setText(opacity.map { "\($0)" } ?? "", of: Self.premultipliedField)
    }

    /// Whether alpha is 0 in all pixels. This reads the image.
    func isTransparent() throws(ZigguratError) -> Bool {
        let alpha = try bands(colourBands, count: 1).applying("cast") {
            zig_image_cast($0, $1, VIPS_FORMAT_FLOAT)
        }
        var clearRows = 0
        func isClear(_ row: UnsafeRawPointer) -> Bool {
            let samples = UnsafeBufferPointer(
                start: row.assumingMemoryBound(to: Float.self), count: width)
            guard samples.allSatisfy({ $0 == 0 }) else { return false }
            clearRows += 1
            return true
        }
        try alpha.forEachRow(isWanted: { true }, isClear)
        return clearRows == height
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
