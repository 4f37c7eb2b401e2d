internal import CVips
internal import ZigguratCore
package import ZigguratSystem

/// Converts an image to sRGB or grey with 8 or 16 bits per sample, through libvips.
///
/// Colour and alpha are converted separately: a profile does not apply to alpha, and the range of
/// alpha follows from the depth of the samples.
package struct ColourConversion {
    package let keepsAlpha: Bool
    package let background: RGBColor
    package var intent = SourceRequest.Intent.relative
    /// The values that become black and white; `nil` means the range of the samples' depth.
    package var limits: ClosedRange<Double>?
    /// Bits per sample of the result, 8 or 16.
    package var bits = 8
    /// Whether colours keep the embedded profile.
    var keepsProfile = false

    package init(
        keepsAlpha: Bool, background: RGBColor,
        intent: SourceRequest.Intent = SourceRequest.Intent.relative,
        limits: ClosedRange<Double>? = nil, bits: Int = 8, keepsProfile: Bool = false
    ) {
        self.keepsAlpha = keepsAlpha
        self.background = background
        self.intent = intent
        self.limits = limits
        self.bits = bits
        self.keepsProfile = keepsProfile
    }

    private var isWide: Bool { bits == 16 }

    package func apply(to stored: VipsImage) throws(ZigguratError) -> VipsImage {
        let image = stored.isPremultiplied ? try unassociated(stored) : stored
        let colourBands = image.colourBands
        let bare = try image.bands(0, count: colourBands)
        guard image.hasAlpha else { return try colour(of: bare) }
        let alpha = try alpha(
            of: image.bands(colourBands, count: 1), like: image.interpretation)
        let joined = try colour(of: bare).joined(with: alpha)
        return keepsAlpha ? joined : try joined.flattened(on: background)
    }

    /// Divides colours by alpha. Colours in linear light are blended with the background in linear
    /// light.
    private func unassociated(_ image: VipsImage) throws(ZigguratError) -> VipsImage {
        let isLight = image.interpretation == VIPS_INTERPRETATION_scRGB
        let colourBands = image.colourBands
        let low = limits?.lowerBound ?? 0
        let white = (limits?.upperBound ?? (isLight ? 1 : 255)) - low
        let levels = background.pixel(bands: colourBands).map { level in
            let part = Double(level) / 255
            return Float(white * (isLight ? zig_linear_light(part) : part))
        }
        let opacity = isUnit(image) ? 1.0 : 255
        return try image.unassociated(
            zig_association(
                // Grey on a coloured background becomes RGB. A later step does this.
                flattens: !keepsAlpha && (colourBands == 3 || background.isGrey) ? 1 : 0,
                background: (levels[0], levels[colourBands > 1 ? 1 : 0], levels[colourBands - 1]),
                white: Float(white), stored_opacity: Float(image.statedOpacity ?? opacity),
                opacity: Float(opacity)))
    }

    private func colour(of stored: VipsImage) throws(ZigguratError) -> VipsImage {
        let image = try stretched(stored)
        let isCMYK = image.colour == .cmyk
        let profile = image.profile
        if isCMYK || !keepsProfile && profile?.changesPixels(intent) == true {
            let completed = profile?.completed(for: intent)
            var source = image
            if image.hasUnusableProfile(intent) {
                // The general press profile replaces the embedded profile.
                source = try image.with(profile: nil)
            } else if let completed {
                source = try image.with(profile: completed)
            }
            return try source.applying("icc_transform") {
                zig_image_icc_to_srgb(
                    $0, $1, isCMYK ? "cmyk" : "srgb", intent.ofVips, completed == nil ? 1 : 0,
                    Int32(bits))
            }
        }
        switch image.interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16:
            return isWide
                ? try image.toWide(VIPS_INTERPRETATION_GREY16)
                : try image.to(VIPS_INTERPRETATION_B_W).eightBit()
        case VIPS_INTERPRETATION_MULTIBAND, VIPS_INTERPRETATION_MATRIX,
            VIPS_INTERPRETATION_HISTOGRAM:
            return isWide ? try image.sixteenBit() : try image.eightBit()
        default:
            return isWide
                ? try image.toWide(VIPS_INTERPRETATION_RGB16)
                : try image.to(VIPS_INTERPRETATION_sRGB).eightBit()
        }
    }

    /// Scales the limits to black and white at the samples' depth, or in linear light. Samples
    /// without a range get the bit depth of the result.
    private func stretched(_ image: VipsImage) throws(ZigguratError) -> VipsImage {
        guard let limits, !image.hasOwnRange else { return image }
        let (format, most): (VipsBandFormat, Double) =
            if image.interpretation == VIPS_INTERPRETATION_scRGB {
                (VIPS_FORMAT_FLOAT, 1)
            } else if isWide || image.format == VIPS_FORMAT_USHORT && image.hasProfile {
                (VIPS_FORMAT_USHORT, 65_535)
            } else {
                (VIPS_FORMAT_UCHAR, 255)
            }
        let factor = most / (limits.upperBound - limits.lowerBound)
        // The conversion to integers truncates, so half a step is added to round.
        let half = format == VIPS_FORMAT_FLOAT ? 0 : 0.5
        return try image.applying("linear") {
            zig_image_stretch($0, $1, factor, half - limits.lowerBound * factor, format)
        }
    }

    /// Whether alpha is opaque at 1. In floating-point images, this is the case if colours are
    /// white at 1.
    private func isUnit(_ image: VipsImage, _ interpretation: VipsInterpretation? = nil) -> Bool {
        let space = interpretation ?? image.interpretation
        // The limits do not apply to CIELAB.
        if space == VIPS_INTERPRETATION_LAB { return false }
        return space == VIPS_INTERPRETATION_scRGB
            || image.format == VIPS_FORMAT_FLOAT && (limits?.upperBound ?? 255) <= 1
    }

    private func alpha(
        of band: VipsImage, like interpretation: VipsInterpretation
    ) throws(ZigguratError) -> VipsImage {
        let factor =
            isUnit(band, interpretation) ? 255.0 : band.format == VIPS_FORMAT_CHAR ? 255.0 / 127 : 1
        let eight = factor > 1 ? try band.scaled(by: factor) : band
        return isWide ? try eight.sixteenBit() : try eight.eightBit()
    }
}

extension SourceRequest.Intent {
    var ofVips: VipsIntent {
        switch self {
        case .perceptual: VIPS_INTENT_PERCEPTUAL
        case .relative: VIPS_INTENT_RELATIVE
        case .saturation: VIPS_INTENT_SATURATION
        case .absolute: VIPS_INTENT_ABSOLUTE
        }
    }
}
