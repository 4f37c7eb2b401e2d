internal import CVips
internal import ZigguratCore

/// Brings any picture to 8 bits a sample in sRGB or grey, as a person sees it.
///
/// Colour and alpha go separate ways: a profile says nothing of transparency, whose range follows
/// the samples' depth.
struct ColourConversion {
    let keepsAlpha: Bool
    let background: RGBColor

    func apply(to picture: VipsPicture) throws(ZigguratError) -> VipsPicture {
        let colourBands = picture.colourBands
        let bare = try picture.bands(0, count: colourBands)
        guard picture.hasAlpha else { return try Self.colour(of: bare) }
        let alpha = try Self.alpha(
            of: picture.bands(colourBands, count: 1), like: picture.interpretation)
        let joined = try Self.colour(of: bare).joined(with: alpha)
        return keepsAlpha ? joined : try joined.flattened(on: background)
    }

    private static func colour(of picture: VipsPicture) throws(ZigguratError) -> VipsPicture {
        let interpretation = picture.interpretation
        let isCMYK = interpretation == VIPS_INTERPRETATION_CMYK
        if isCMYK || ColourProfile(of: picture)?.changesPixels == true {
            return try picture.applying("apply the colour profile") {
                zig_image_icc_to_srgb($0, $1, isCMYK ? "cmyk" : "srgb")
            }
        }
        switch interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16:
            return try picture.to(VIPS_INTERPRETATION_B_W).eightBit()
        case VIPS_INTERPRETATION_MULTIBAND, VIPS_INTERPRETATION_MATRIX,
            VIPS_INTERPRETATION_HISTOGRAM:
            return try picture.eightBit()
        default:
            return try picture.to(VIPS_INTERPRETATION_sRGB).eightBit()
        }
    }

    private static func alpha(
        of band: VipsPicture, like interpretation: VipsInterpretation
    ) throws(ZigguratError) -> VipsPicture {
        interpretation == VIPS_INTERPRETATION_scRGB
            ? try band.scaled(by: 255).eightBit() : try band.eightBit()
    }
}
