internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// Brings any picture to 8 or 16 bits a sample in sRGB or grey, as a person sees it.
///
/// Colour and alpha go separate ways: a profile says nothing of transparency, whose range follows
/// the samples' depth.
struct ColourConversion {
    let keepsAlpha: Bool
    let background: RGBColor
    var intent = RenderingIntent.relative
    /// The values that become black and white; `nil` leaves them as their depth says.
    var limits: ClosedRange<Double>?
    /// Bits a sample of the result: 8 or 16.
    var bits = 8
    /// Whether colours stay those of the embedded profile.
    var keepsProfile = false

    private var isWide: Bool { bits == 16 }

    func apply(to picture: VipsImage) throws(ZigguratError) -> VipsImage {
        let colourBands = picture.colourBands
        let bare = try picture.bands(0, count: colourBands)
        guard picture.hasAlpha else { return try colour(of: bare) }
        let alpha = try alpha(
            of: picture.bands(colourBands, count: 1), like: picture.interpretation)
        let joined = try colour(of: bare).joined(with: alpha)
        return keepsAlpha ? joined : try joined.flattened(on: background)
    }

    private func colour(of stored: VipsImage) throws(ZigguratError) -> VipsImage {
        let picture = try stretched(stored)
        let interpretation = picture.interpretation
        let isCMYK = interpretation == VIPS_INTERPRETATION_CMYK
        if isCMYK || !keepsProfile && ColourProfile(of: picture)?.changesPixels == true {
            return try picture.applying("apply the colour profile") {
                zig_image_icc_to_srgb(
                    $0, $1, isCMYK ? "cmyk" : "srgb", intent.ofVips, Int32(bits))
            }
        }
        switch interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16:
            return isWide
                ? try picture.toWide(VIPS_INTERPRETATION_GREY16)
                : try picture.to(VIPS_INTERPRETATION_B_W).eightBit()
        case VIPS_INTERPRETATION_MULTIBAND, VIPS_INTERPRETATION_MATRIX,
            VIPS_INTERPRETATION_HISTOGRAM:
            return isWide ? try picture.sixteenBit() : try picture.eightBit()
        default:
            return isWide
                ? try picture.toWide(VIPS_INTERPRETATION_RGB16)
                : try picture.to(VIPS_INTERPRETATION_sRGB).eightBit()
        }
    }

    /// With the limits where the depth of the samples, or linear light, has its own; samples that
    /// have no range become as many bits as are wanted.
    private func stretched(_ picture: VipsImage) throws(ZigguratError) -> VipsImage {
        guard let limits, !picture.hasOwnRange else { return picture }
        let (format, most): (VipsBandFormat, Double) =
            if picture.interpretation == VIPS_INTERPRETATION_scRGB {
                (VIPS_FORMAT_FLOAT, 1)
            } else if isWide || picture.format == VIPS_FORMAT_USHORT && picture.hasProfile {
                (VIPS_FORMAT_USHORT, 65_535)
            } else {
                (VIPS_FORMAT_UCHAR, 255)
            }
        let factor = most / (limits.upperBound - limits.lowerBound)
        // Half a step more: what follows cuts off.
        let half = format == VIPS_FORMAT_FLOAT ? 0 : 0.5
        return try picture.applying("stretch its values") {
            zig_image_stretch($0, $1, factor, half - limits.lowerBound * factor, format)
        }
    }

    private func alpha(
        of band: VipsImage, like interpretation: VipsInterpretation
    ) throws(ZigguratError) -> VipsImage {
        let eight =
            interpretation == VIPS_INTERPRETATION_scRGB ? try band.scaled(by: 255) : band
        return isWide ? try eight.sixteenBit() : try eight.eightBit()
    }
}

extension RenderingIntent {
    var ofVips: VipsIntent {
        switch self {
        case .perceptual: VIPS_INTENT_PERCEPTUAL
        case .relative: VIPS_INTENT_RELATIVE
        case .saturation: VIPS_INTENT_SATURATION
        case .absolute: VIPS_INTENT_ABSOLUTE
        }
    }
}
