package import CVips
internal import Synchronization
package import ZigguratCore
package import ZigguratSystem

/// An image of libvips: a description of how pixels are computed. libvips computes pixels when a
/// region is read.
///
/// `@unchecked Sendable`: libvips does not change an image after it is built, and counts references
/// atomically.
package final class VipsImage: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<CVips.VipsImage>
    /// The reader of the image's rows if libvips does not decode the image.
    package let feed: RowFeed?

    /// Takes ownership of the caller's reference.
    package init(owning pointer: UnsafeMutablePointer<CVips.VipsImage>, feed: RowFeed? = nil) {
        self.pointer = pointer
        self.feed = feed
    }

    deinit {
        g_object_unref(pointer)
    }

    package var width: Int { Int(pointer.pointee.Xsize) }
    package var height: Int { Int(pointer.pointee.Ysize) }
    package var size: PixelSize { PixelSize(width: width, height: height) }
    package var bands: Int { Int(pointer.pointee.Bands) }
    package var format: VipsBandFormat { pointer.pointee.BandFmt }
    package var interpretation: VipsInterpretation { zig_image_guess_interpretation(pointer) }

    /// The number of colour bands: one for grey, four for CMYK, three for all others. Three or more
    /// bands without a meaning count as RGB.
    var colourBands: Int {
        switch colour {
        case .grey: 1
        case .cmyk: min(4, bands)
        default: bands < 3 ? 1 : 3
        }
    }

    package var colour: SourceHeader.Colour {
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

    /// Whether the band after the colour bands is alpha. Further bands are not part of the image.
    /// Measured bands, which are not colours, have no alpha.
    package var hasAlpha: Bool {
        bands > colourBands && interpretation != VIPS_INTERPRETATION_MULTIBAND
    }
    /// The Exif orientation, 1 (upright) to 8.
    package var orientation: Int { Int(zig_image_get_orientation(pointer)) }
    package var pages: Int { max(1, Int(zig_image_get_n_pages(pointer))) }
    var hasProfile: Bool { has(VIPS_META_ICC_NAME) }

    /// Whether the samples' depth and meaning, or a profile, define which values are black and
    /// white.
    package var takesValuesAsStored: Bool {
        format == VIPS_FORMAT_UCHAR || hasOwnRange || format == VIPS_FORMAT_USHORT && hasProfile
            || (statedBits ?? 16) < 16 || interpretation == VIPS_INTERPRETATION_scRGB
            || profiledRange != nil
    }

    /// Whether the samples are coordinates of a colour rather than amounts of light.
    package var hasOwnRange: Bool {
        colour == .cmyk || colour == .lab || interpretation == VIPS_INTERPRETATION_XYZ
    }

    /// Returns whether the header has a field.
    package func has(_ name: String) -> Bool { zig_image_get_typeof(pointer, name) != 0 }

    /// Returns a text field of the header; `nil` if it is missing.
    package func text(_ name: String) -> String? {
        var value: UnsafePointer<CChar>?
        guard has(name), zig_image_get_string(pointer, name, &value) == 0, let value else {
            return nil
        }
        return String(cString: value)
    }

    /// Calls the body with the bytes of a field, which the image owns.
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
    /// - Throws: ``DecoderMessages`` if the image cannot be computed.
    package func withSamples<Value>(_ body: (UnsafeRawBufferPointer) -> Value)
        throws(DecoderMessages)
        -> Value
    {
        var length = 0
        let memory = try VipsCall.run { zig_image_write_to_memory(pointer, &length) }
        defer { g_free(memory) }
        return body(UnsafeRawBufferPointer(start: memory, count: length))
    }

    /// Returns the image that an operation computes from this image.
    ///
    /// - Parameter name: the operation's name in libvips.
    package func applying(
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
                SourceError.conversionFailed(operation: name), cause: error.cause)
        }
    }
}

extension VipsImage {
    private static let bitsField = "ziggurat-bits"

    /// The depth that a file states for samples that are scaled to 16 bits; `nil` if unknown.
    var statedBits: Int? {
        get { text(Self.bitsField).flatMap { Int($0) } }
        set { if let newValue { setText("\(newValue)", of: Self.bitsField) } }
    }

    private static let premultipliedField = "ziggurat-premultiplied"

    /// Whether colours are floating-point numbers that are premultiplied by alpha.
    package var isPremultiplied: Bool { has(Self.premultipliedField) && hasAlpha }

    /// The alpha of opaque pixels if the loader states it; otherwise `nil`.
    var statedOpacity: Double? { text(Self.premultipliedField).flatMap { Double($0) } }

    /// Marks the image as premultiplied. The image must not be in use yet.
    ///
    /// - Parameter opacity: the alpha of opaque pixels; `nil` means that it follows from the range
    ///   of the colours.
    package func markPremultiplied(opacity: Double? = nil) {
        setText(opacity.map { "\($0)" } ?? "", of: Self.premultipliedField)
    }

    /// Returns whether alpha is 0 in all pixels. Reads the whole image.
    package func isTransparent() throws(ZigguratError) -> Bool {
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

    package func bitsPerSample() throws(ZigguratError) -> Int {
        if let statedBits { return statedBits }
        switch format {
        case VIPS_FORMAT_UCHAR, VIPS_FORMAT_CHAR: return 8
        case VIPS_FORMAT_USHORT, VIPS_FORMAT_SHORT: return 16
        case VIPS_FORMAT_UINT, VIPS_FORMAT_INT, VIPS_FORMAT_FLOAT: return 32
        case VIPS_FORMAT_DOUBLE: return 64
        default: throw ZigguratError(SourceError.complexSamples)
        }
    }

    package func bytesPerSample() throws(ZigguratError) -> Int { (try bitsPerSample() + 7) / 8 }
}

/// A reader for libvips, and the number of rows read so far.
///
/// `@unchecked Sendable`: libvips requests rows on one thread at a time; the failure has a lock.
package final class RowFeed: @unchecked Sendable {
    private let reader: any RowReader
    private var nextRow = 0
    private let known = Mutex<ZigguratError?>(nil)

    init(_ reader: any RowReader) { self.reader = reader }

    /// The error of a row that could not be read; otherwise `nil`.
    package var failure: ZigguratError? { known.withLock { $0 } }

    /// Reads a row. Rows between the last read row and this row are skipped.
    func fill(_ row: UnsafeMutablePointer<UInt8>, y: Int) -> Bool {
        guard y >= nextRow, failure == nil else { return false }
        do throws(ZigguratError) {
            while nextRow <= y {
                try reader.read([row][...])
                nextRow += 1
            }
            return true
        } catch {
            known.withLock { $0 = error }
            if let cause = error.cause { zig_error_add(cause.description) }
            return false
        }
    }
}
