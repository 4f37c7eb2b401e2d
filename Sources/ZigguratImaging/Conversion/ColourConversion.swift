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
    /// The alpha of opaque pixels; `nil` means the alpha that follows from the samples and limits.
    package var opacity: Double?
    /// Bits per sample of the result, 8 or 16.
    package var bits = 8
    /// Whether colours keep the embedded profile.
    var keepsProfile = false

    package init(
        keepsAlpha: Bool, background: RGBColor,
        intent: SourceRequest.Intent = SourceRequest.Intent.relative,
        limits: ClosedRange<Double>? = nil, opacity: Double? = nil, bits: Int = 8,
        keepsProfile: Bool = false
    ) {
        self.keepsAlpha = keepsAlpha
        self.background = background
        self.intent = intent
        self.limits = limits
        self.opacity = opacity
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
            of: image.bands(colourBands, count: 1), opacity: opacity(of: image))
        let joined = try colour(of: bare).joined(with: alpha)
        return keepsAlpha ? joined : try joined.flattened(on: background)
    }

    /// Divides colours by alpha. Colours in linear light are blended with the background in linear
    /// light.
    private func unassociated(_ image: VipsImage) throws(ZigguratError) -> VipsImage {
        let isUnit = image.interpretation == VIPS_INTERPRETATION_scRGB
        let isLight = isUnit && image.profile == nil
        let colourBands = image.colourBands
        let low = limits?.lowerBound ?? 0
        let white = (limits?.upperBound ?? (isUnit ? 1 : 255)) - low
        let levels = background.pixel(bands: colourBands).map { level in
            let part = Double(level) / 255
            return Float(white * (isLight ? zig_linear_light(part) : part))
        }
        let opacity = opacity(of: image)
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
    /// with a profile get 16 bits, except unsigned 8-bit samples; other samples without a range get
    /// the bit depth of the result.
    private func stretched(_ image: VipsImage) throws(ZigguratError) -> VipsImage {
        guard let limits = limits ?? image.profiledRange, !image.hasOwnRange else { return image }
        let (format, most): (VipsBandFormat, Double) =
            if image.interpretation == VIPS_INTERPRETATION_scRGB, image.profile == nil {
                (VIPS_FORMAT_FLOAT, 1)
            } else if isWide || image.format != VIPS_FORMAT_UCHAR && image.hasProfile {
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

    /// Returns the alpha of opaque pixels in an image.
    private func opacity(of image: VipsImage) -> Double {
        if image.interpretation == VIPS_INTERPRETATION_scRGB { return 1 }
        // The limits do not apply to CIELAB.
        if image.interpretation == VIPS_INTERPRETATION_LAB { return 255 }
        if let opacity { return opacity }
        if let range = image.profiledRange { return range.upperBound }
        switch image.format {
        case VIPS_FORMAT_CHAR: return 127
        case VIPS_FORMAT_USHORT: return 65_535
        // Floating-point alpha is opaque at 1 if colours are white at 1.
        case VIPS_FORMAT_FLOAT: return (limits?.upperBound ?? 255) <= 1 ? 1 : 255
        default: return 255
        }
    }

    private func alpha(of band: VipsImage, opacity: Double) throws(ZigguratError) -> VipsImage {
        let isPlain = band.format == VIPS_FORMAT_UCHAR || band.format == VIPS_FORMAT_USHORT
        if isPlain, opacity == band.format.largestInteger {
            return isWide ? try band.sixteenBit() : try band.eightBit()
        }
        let most: Double = isWide ? 65_535 : 255
        let format = isWide ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR
        // The conversion to integers truncates, so half a step is added to round.
        return try band.applying("linear") {
            zig_image_stretch($0, $1, most / opacity, 0.5, format)
        }
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
