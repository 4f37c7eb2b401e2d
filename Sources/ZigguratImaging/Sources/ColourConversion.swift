internal import CVips
internal import ZigguratCore

/// Brings any picture to 8 bits a sample in sRGB or grey, as a person sees it.
///
/// Colour and alpha go separate ways: a profile says nothing of transparency, whose range follows the
/// samples' depth.
struct ColourConversion {
    let keepsAlpha: Bool
    let background: RGBColor

    func apply(to picture: VipsPicture) throws(ZigguratError) -> VipsPicture {
        guard picture.hasAlpha else { return try Self.colour(of: picture) }
        let colourBands = picture.bands - 1
        let bare = try picture.bands(0, count: colourBands)
        let alpha = try Self.alpha(
            of: picture.bands(colourBands, count: 1), like: picture.interpretation)
        let joined = try Self.colour(of: bare).joined(with: alpha)
        return keepsAlpha ? joined : try joined.flattened(on: background)
    }

    private static func colour(of picture: VipsPicture) throws(ZigguratError) -> VipsPicture {
        let interpretation = picture.interpretation
        let isCMYK = interpretation == VIPS_INTERPRETATION_CMYK
        if isCMYK || (picture.hasProfile && changesPixels(of: picture)) {
            return try picture.applying("apply the colour profile") {
                zig_image_icc_to_srgb($0, $1, isCMYK ? "cmyk" : "srgb")
            }
        }
        switch interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16:
            return try picture.to(VIPS_INTERPRETATION_B_W).eightBit()
        case VIPS_INTERPRETATION_MULTIBAND, VIPS_INTERPRETATION_MATRIX,
            VIPS_INTERPRETATION_HISTOGRAM:
            // Nobody said what the samples mean: three or more are taken for RGB, fewer for grey.
            return try picture.bands(0, count: picture.bands >= 3 ? 3 : 1).eightBit()
        default:
            return try picture.to(VIPS_INTERPRETATION_sRGB).eightBit()
        }
    }

    private static func alpha(
        of band: VipsPicture, like interpretation: VipsInterpretation
    ) throws(ZigguratError) -> VipsPicture {
        switch interpretation {
        case VIPS_INTERPRETATION_RGB16, VIPS_INTERPRETATION_GREY16:
            try band.scaled(by: 1 / 257).eightBit()
        case VIPS_INTERPRETATION_scRGB:
            try band.scaled(by: 255).eightBit()
        default:
            try band.eightBit()
        }
    }

    /// Whether the embedded profile says anything else than sRGB. Most photographs carry a profile that is
    /// sRGB itself; applying it would cost more than reading the file.
    ///
    /// Judged by trying: a cube of 9 × 9 × 9 colours through the profile, of which none may move by more
    /// than one step, which is what rounding does.
    static func changesPixels(of picture: VipsPicture) -> Bool {
        guard picture.format == VIPS_FORMAT_UCHAR,
            picture.interpretation == VIPS_INTERPRETATION_sRGB
                || picture.interpretation == VIPS_INTERPRETATION_RGB
        else { return true }
        var profile: UnsafeRawPointer?
        var length = 0
        guard vips_image_get_blob(picture.pointer, VIPS_META_ICC_NAME, &profile, &length) == 0
        else {
            return true
        }
        let steps = (0..<9).map { UInt8(min(255, $0 * 32)) }
        var cube: [UInt8] = []
        for red in steps {
            for green in steps { for blue in steps { cube += [red, green, blue] } }
        }
        let pixelCount = cube.count / 3
        let probe = cube.withUnsafeBytes { bytes in
            vips_image_new_from_memory_copy(
                bytes.baseAddress, bytes.count, Int32(pixelCount), 1, 3, VIPS_FORMAT_UCHAR)
        }
        guard let probe else { return true }
        let source = VipsPicture(owning: probe)
        probe.pointee.Type = VIPS_INTERPRETATION_sRGB
        vips_image_set_blob_copy(probe, VIPS_META_ICC_NAME, profile, length)
        let converted = try? source.applying("try the colour profile") {
            zig_image_icc_to_srgb($0, $1, "srgb")
        }
        guard let converted, converted.bands == 3 else {
            vips_error_clear()
            return true
        }
        var size = 0
        guard let memory = vips_image_write_to_memory(converted.pointer, &size), size == cube.count
        else {
            vips_error_clear()
            return true
        }
        defer { g_free(memory) }
        let moved = UnsafeRawBufferPointer(start: memory, count: size)
        return zip(cube, moved).contains { abs(Int($0) - Int($1)) > 1 }
    }
}

extension VipsPicture {
    func upright() throws(ZigguratError) -> VipsPicture {
        orientation == 1
            ? self : try applying("turn the picture upright") { zig_image_autorot($0, $1) }
    }

    fileprivate func to(_ space: VipsInterpretation) throws(ZigguratError) -> VipsPicture {
        interpretation == space && format == VIPS_FORMAT_UCHAR
            ? self
            : try applying("convert the colours") { zig_image_colourspace($0, $1, space) }
    }

    fileprivate func bands(_ first: Int, count: Int) throws(ZigguratError) -> VipsPicture {
        first == 0 && count == bands
            ? self
            : try applying("separate the bands") {
                zig_image_extract_bands($0, $1, Int32(first), Int32(count))
            }
    }

    fileprivate func scaled(by factor: Double) throws(ZigguratError) -> VipsPicture {
        try applying("scale the samples") { zig_image_linear($0, $1, [factor], 1) }
    }

    fileprivate func eightBit() throws(ZigguratError) -> VipsPicture {
        format == VIPS_FORMAT_UCHAR
            ? self : try applying("reduce to 8 bits") { zig_image_cast($0, $1, VIPS_FORMAT_UCHAR) }
    }

    fileprivate func joined(with alpha: VipsPicture) throws(ZigguratError) -> VipsPicture {
        try applying("join the bands") { zig_image_bandjoin2($0, alpha.pointer, $1) }
    }

    fileprivate func flattened(on background: RGBColor) throws(ZigguratError) -> VipsPicture {
        let isGrey = bands == 2
        let isGreyBackground =
            background.red == background.green && background.red == background.blue
        if isGrey && !isGreyBackground {
            let coloured = try applying("convert the colours") {
                zig_image_colourspace($0, $1, VIPS_INTERPRETATION_sRGB)
            }
            return try coloured.flattened(on: background)
        }
        let colour = [background.red, background.green, background.blue].prefix(isGrey ? 1 : 3)
            .map(Double.init)
        guard let array = vips_array_double_new(colour, Int32(colour.count)) else {
            throw ZigguratError(.invalidSource, "", "there is no memory for a colour")
        }
        defer {
            vips_area_unref(UnsafeMutableRawPointer(array).assumingMemoryBound(to: VipsArea.self))
        }
        return try applying("flatten the transparency") { zig_image_flatten($0, $1, array) }
    }
}
