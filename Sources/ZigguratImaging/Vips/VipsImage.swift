internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// An image of libvips: a description of how its pixels are computed, which happens when a region is
/// read.
///
/// `@unchecked Sendable`: libvips never changes an image once it is built, and counts references
/// atomically.
final class VipsImage: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<CVips.VipsImage>
    /// The reader of its rows, if libvips does not decode it.
    let feed: RowFeed?

    /// Takes over the caller's reference.
    init(owning pointer: UnsafeMutablePointer<CVips.VipsImage>, feed: RowFeed? = nil) {
        self.pointer = pointer
        self.feed = feed
    }

    deinit {
        g_object_unref(pointer)
    }

    var width: Int { Int(pointer.pointee.Xsize) }
    var height: Int { Int(pointer.pointee.Ysize) }
    var size: PixelSize { PixelSize(width: width, height: height) }
    var bands: Int { Int(pointer.pointee.Bands) }
    var format: VipsBandFormat { pointer.pointee.BandFmt }
    var interpretation: VipsInterpretation { zig_image_guess_interpretation(pointer) }

    /// The number of bands that make the colour: one for grey, four for CMYK, three for everything
    /// else. Three or more bands without a meaning are taken for RGB.
    var colourBands: Int {
        switch colour {
        case .grey: 1
        case .cmyk: min(4, bands)
        default: bands < 3 ? 1 : 3
        }
    }

    var colour: SourceHeader.Colour {
        switch interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: .grey
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16,
            VIPS_INTERPRETATION_scRGB:
            .rgb
        case VIPS_INTERPRETATION_CMYK: .cmyk
        case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABQ, VIPS_INTERPRETATION_LABS: .lab
        default: .other
        }
    }

    /// Whether the band after the colour is alpha. Further bands are not part of the image, and
    /// measured bands, which are not colours, have no alpha.
    var hasAlpha: Bool {
        bands > colourBands && interpretation != VIPS_INTERPRETATION_MULTIBAND
    }
    /// The Exif orientation, 1 (upright) to 8.
    var orientation: Int { Int(zig_image_get_orientation(pointer)) }
    var pages: Int { max(1, Int(zig_image_get_n_pages(pointer))) }
    var hasProfile: Bool { has(VIPS_META_ICC_NAME) }

    /// Whether the samples' depth and meaning, or a profile, say which of them are black and white.
    var takesValuesAsStored: Bool {
        format == VIPS_FORMAT_UCHAR || hasOwnRange || hasProfile || (statedBits ?? 16) < 16
            || interpretation == VIPS_INTERPRETATION_scRGB
    }

    /// Whether the samples are coordinates of a colour rather than amounts of light.
    var hasOwnRange: Bool {
        colour == .cmyk || colour == .lab || interpretation == VIPS_INTERPRETATION_XYZ
    }

    /// Whether the header has a field.
    func has(_ name: String) -> Bool { zig_image_get_typeof(pointer, name) != 0 }

    /// A text field of the header.
    func text(_ name: String) -> String? {
        var value: UnsafePointer<CChar>?
        guard has(name), zig_image_get_string(pointer, name, &value) == 0, let value else {
            return nil
        }
        return String(cString: value)
    }

    /// Calls the body with the bytes of a field, which belong to the image.
    func withBytes<Value>(of name: String, _ body: (UnsafeRawBufferPointer) -> Value?) -> Value? {
        var bytes: UnsafeRawPointer?
        var length = 0
        guard has(name), zig_image_get_blob(pointer, name, &bytes, &length) == 0 else { return nil }
        return withExtendedLifetime(self) {
            body(UnsafeRawBufferPointer(start: bytes, count: length))
        }
    }

    /// Computes the whole image and calls the body with its samples.
    ///
    /// - Throws: ``DecoderMessages`` if a part of it cannot be computed.
    func withSamples<Value>(_ body: (UnsafeRawBufferPointer) -> Value) throws(DecoderMessages)
        -> Value
    {
        var length = 0
        let memory = try VipsCall.run { zig_image_write_to_memory(pointer, &length) }
        defer { g_free(memory) }
        return body(UnsafeRawBufferPointer(start: memory, count: length))
    }

    /// The image that an operation makes of this one.
    ///
    /// - Parameter name: the operation's name in libvips.
    func applying(
        _ name: String,
        _ operation: (
            UnsafeMutablePointer<CVips.VipsImage>,
            UnsafeMutablePointer<UnsafeMutablePointer<CVips.VipsImage>?>
        ) -> Int32
    ) throws(ZigguratError) -> VipsImage {
        do throws(DecoderMessages) {
            return VipsImage(
                owning: try VipsCall.run {
                    var result: UnsafeMutablePointer<CVips.VipsImage>?
                    return operation(pointer, &result) == 0 ? result : nil
                })
        } catch {
            throw ZigguratError(
                SourceFailure.conversionFailed(operation: name), cause: error.cause)
        }
    }
}

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
