package import CVips
package import ZigguratCore
package import ZigguratSystem

/// Operations for the conversion to sRGB with 8 or 16 bits. An operation that changes no pixel
/// returns the image itself.
extension VipsImage {
    package func cropped(to region: PixelRegion) throws(ZigguratError) -> VipsImage {
        try applying("extract_area") {
            zig_image_extract_area(
                $0, $1, Int32(region.x), Int32(region.y), Int32(region.width), Int32(region.height))
        }
    }

    /// Resizes an image with 8- or 16-bit samples. Transparent pixels do not colour their
    /// neighbours.
    package func resized(to size: PixelSize) throws(ZigguratError) -> VipsImage {
        let hasAlpha = bands == 2 || bands == 4
        return try applying("resize") {
            zig_image_resize($0, $1, Int32(size.width), Int32(size.height), hasAlpha ? 1 : 0)
        }
    }

    /// Converts the image to another colour space with 8 bits per sample.
    package func to(_ space: VipsInterpretation) throws(ZigguratError) -> VipsImage {
        interpretation == space && format == VIPS_FORMAT_UCHAR ? self : try converted(to: space)
    }

    package func bands(_ first: Int, count: Int) throws(ZigguratError) -> VipsImage {
        first == 0 && count == bands
            ? self
            : try applying("extract_band") {
                zig_image_extract_bands($0, $1, Int32(first), Int32(count))
            }
    }

    func scaled(by factor: Double) throws(ZigguratError) -> VipsImage {
        try applying("linear") { zig_image_stretch($0, $1, factor, 0, VIPS_FORMAT_FLOAT) }
    }

    /// Converts samples to 8 bits: the upper half of 16 bits; other numbers are clipped to 0 to
    /// 255.
    func eightBit() throws(ZigguratError) -> VipsImage {
        format == VIPS_FORMAT_UCHAR ? self : try applying("cast") { zig_image_eight_bits($0, $1) }
    }

    /// Converts the image to another colour space with 16 bits per sample.
    func toWide(_ space: VipsInterpretation) throws(ZigguratError) -> VipsImage {
        if format == VIPS_FORMAT_USHORT, interpretation == space { return self }
        let isEightBit =
            [VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_B_W]
            .contains(interpretation)
        if format == VIPS_FORMAT_UCHAR, isEightBit { return try sixteenBit() }
        return try converted(to: space).sixteenBit()
    }

    /// Converts samples to 16 bits: 16-bit samples are unchanged; other numbers are converted to 8
    /// bits and scaled.
    func sixteenBit() throws(ZigguratError) -> VipsImage {
        if format == VIPS_FORMAT_USHORT { return self }
        return try eightBit().applying("linear") {
            zig_image_stretch($0, $1, 257, 0, VIPS_FORMAT_USHORT)
        }
    }

    /// Appends the band of another image.
    package func joined(with alpha: VipsImage) throws(ZigguratError) -> VipsImage {
        try applying("bandjoin") { zig_image_bandjoin2($0, alpha.pointer, $1) }
    }

    /// Appends alpha: 0 where a sample of the mask is 0, otherwise opaque.
    package func masked(by mask: any RowReader) throws(ZigguratError) -> VipsImage {
        let rows = try VipsImage.rows(of: mask, StoredPixels(colours: .grey))
        // The opaque alpha at the samples' depth.
        let opaque = format.largestInteger ?? 255
        // Samples above 1 are clipped.
        let alpha = try rows.applying("linear") {
            zig_image_stretch($0, $1, 255, 0, VIPS_FORMAT_UCHAR)
        }.applying("linear") { zig_image_stretch($0, $1, opaque / 255, 0, format) }
        return try joined(with: alpha).fed(by: feed)
    }

    /// Returns an image of floating-point samples as CIELAB. A fourth band is alpha from 0 to 255.
    package func asCIELAB() throws(ZigguratError) -> VipsImage {
        try applying("copy") { zig_image_lab($0, $1) }.fed(by: feed)
    }

    /// Returns the image with samples of another type.
    package func cast(to format: VipsBandFormat) throws(ZigguratError) -> VipsImage {
        try applying("cast") { zig_image_cast($0, $1, format) }.fed(by: feed)
    }

    /// Returns the image with another orientation.
    ///
    /// - Parameter orientation: a number of Exif, 1 (upright) to 8.
    package func with(orientation: Int) throws(ZigguratError) -> VipsImage {
        let copy = try applying("copy") { zig_image_copy($0, $1) }
        zig_image_set_int(copy.pointer, VIPS_META_ORIENTATION, Int32(orientation))
        return copy
    }

    /// Returns the image without alpha.
    package func withoutAlpha() throws(ZigguratError) -> VipsImage {
        hasAlpha ? try bands(0, count: colourBands).fed(by: feed) : self
    }

    /// Returns this image with the row reader of the image from which it is computed.
    private func fed(by feed: RowFeed?) -> VipsImage {
        g_object_ref(pointer)
        return VipsImage(owning: pointer, feed: feed)
    }

    /// Divides premultiplied floating-point colours by alpha.
    func unassociated(_ association: zig_association) throws(ZigguratError) -> VipsImage {
        var association = association
        return try applying("unassociate") { zig_image_unassociate($0, $1, &association) }
    }

    /// Blends the image with a background by the last band, alpha, and removes that band.
    func flattened(on background: RGBColor) throws(ZigguratError) -> VipsImage {
        let isGrey = bands == 2
        let isWide = format == VIPS_FORMAT_USHORT
        if isGrey && !background.isGrey {
            return try converted(to: isWide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB)
                .flattened(on: background)
        }
        let colour = [background.red, background.green, background.blue].prefix(isGrey ? 1 : 3)
            .map { Double($0) * (isWide ? 257 : 1) }
        return try applying("flatten") { zig_image_flatten($0, $1, colour, Int32(colour.count)) }
    }

    private func converted(to space: VipsInterpretation) throws(ZigguratError) -> VipsImage {
        try applying("colourspace") { zig_image_colourspace($0, $1, space) }
    }
}

extension VipsBandFormat {
    /// The largest number of the type; `nil` for floating-point numbers.
    package var largestInteger: Double? {
        switch self {
        case VIPS_FORMAT_UCHAR: 255
        case VIPS_FORMAT_USHORT: 65_535
        case VIPS_FORMAT_CHAR: 127
        case VIPS_FORMAT_SHORT: 32_767
        case VIPS_FORMAT_INT: Double(Int32.max)
        case VIPS_FORMAT_UINT: Double(UInt32.max)
        default: nil
        }
    }
}
