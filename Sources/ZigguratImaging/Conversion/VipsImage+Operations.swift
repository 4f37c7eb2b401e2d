internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// Steps on the way to sRGB of 8 or 16 bits. An image that needs no change is returned as it is.
extension VipsImage {
    func cropped(to region: PixelRegion) throws(ZigguratError) -> VipsImage {
        try applying("extract_area") {
            zig_image_extract_area(
                $0, $1, Int32(region.x), Int32(region.y), Int32(region.width), Int32(region.height))
        }
    }

    /// Reduces samples of 8 or 16 bits to a size. Transparent pixels do not colour their neighbours.
    func resized(to size: PixelSize) throws(ZigguratError) -> VipsImage {
        let hasAlpha = bands == 2 || bands == 4
        return try applying("resize") {
            zig_image_resize($0, $1, Int32(size.width), Int32(size.height), hasAlpha ? 1 : 0)
        }
    }

    /// In another colour space, 8 bits a sample.
    func to(_ space: VipsInterpretation) throws(ZigguratError) -> VipsImage {
        interpretation == space && format == VIPS_FORMAT_UCHAR ? self : try converted(to: space)
    }

    func bands(_ first: Int, count: Int) throws(ZigguratError) -> VipsImage {
        first == 0 && count == bands
            ? self
            : try applying("extract_band") {
                zig_image_extract_bands($0, $1, Int32(first), Int32(count))
            }
    }

    func scaled(by factor: Double) throws(ZigguratError) -> VipsImage {
        try applying("linear") { zig_image_stretch($0, $1, factor, 0, VIPS_FORMAT_FLOAT) }
    }

    /// The upper half of 16 bits; other numbers are clipped to 0 to 255.
    func eightBit() throws(ZigguratError) -> VipsImage {
        format == VIPS_FORMAT_UCHAR ? self : try applying("cast") { zig_image_eight_bits($0, $1) }
    }

    /// In another colour space, 16 bits a sample.
    func toWide(_ space: VipsInterpretation) throws(ZigguratError) -> VipsImage {
        if format == VIPS_FORMAT_USHORT, interpretation == space { return self }
        let isEightBit =
            [VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_B_W]
            .contains(interpretation)
        if format == VIPS_FORMAT_UCHAR, isEightBit { return try sixteenBit() }
        return try converted(to: space).sixteenBit()
    }

    /// 16 bits as they are; other numbers as 8 bits spread over 16.
    func sixteenBit() throws(ZigguratError) -> VipsImage {
        if format == VIPS_FORMAT_USHORT { return self }
        return try eightBit().applying("linear") {
            zig_image_stretch($0, $1, 257, 0, VIPS_FORMAT_USHORT)
        }
    }

    /// With the band of another image behind its own.
    func joined(with alpha: VipsImage) throws(ZigguratError) -> VipsImage {
        try applying("bandjoin") { zig_image_bandjoin2($0, alpha.pointer, $1) }
    }

    /// With an alpha behind the bands: 0 where a sample of the mask is 0, otherwise opaque.
    func masked(by mask: any RowReader) throws(ZigguratError) -> VipsImage {
        let rows = try VipsImage.rows(of: mask, StoredPixels(colours: .grey))
        // The largest alpha of the samples' depth; larger numbers are clipped.
        let opaque = format == VIPS_FORMAT_USHORT ? 65_535.0 : 255
        let alpha = try rows.applying("linear") { zig_image_stretch($0, $1, opaque, 0, format) }
        return try joined(with: alpha).fed(by: feed)
    }

    /// The colours.
    func withoutAlpha() throws(ZigguratError) -> VipsImage {
        hasAlpha ? try bands(0, count: colourBands).fed(by: feed) : self
    }

    /// With the reader that delivers the rows of an image of which this one is made.
    private func fed(by feed: RowFeed?) -> VipsImage {
        g_object_ref(pointer)
        return VipsImage(owning: pointer, feed: feed)
    }

    /// Without the multiplication of floating-point colours by alpha.
    func unassociated(_ association: zig_association) throws(ZigguratError) -> VipsImage {
        var association = association
        return try applying("unassociate") { zig_image_unassociate($0, $1, &association) }
    }

    /// On a background, without the last band, which is alpha.
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
