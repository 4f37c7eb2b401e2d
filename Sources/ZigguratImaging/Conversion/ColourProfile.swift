internal import CVips
package import ZigguratSystem

/// The ICC profile of an image, for samples of the image's colour space.
///
/// A screen profile in a grey image is ignored, as in other programs.
package struct ColourProfile: Hashable, Sendable {
    /// The bytes of the embedded profile.
    package let data: [UInt8]
    private let pixels: StoredPixels

    /// Creates a profile.
    ///
    /// - Returns: `nil` if the profile has another colour space than the pixels.
    init?(_ data: [UInt8], of pixels: StoredPixels) {
        guard data.count >= 128, data[16..<20].elementsEqual(pixels.profileSpace.utf8) else {
            return nil
        }
        self.data = data
        self.pixels = pixels
    }

    /// Returns the conversion step that a request leads to.
    package func step(for request: SourceRequest) -> ConversionStep {
        guard request.colour != .keep else { return .keptProfile(byteCount: data.count) }
        return CodedColour.made(data)
            ? .codedToSRGB : .profileToSRGB(usedIntent(request.intent) ?? request.intent)
    }

    /// Whether the profile can be applied. Damaged and degenerate profiles cannot.
    package func isUsable(_ intent: SourceRequest.Intent) -> Bool { usedIntent(intent) != nil }

    /// Whether the header or the list of tables of a profile is damaged.
    package static func isDamaged(_ data: [UInt8]) -> Bool { ICCProfile.isDamaged(data) }

    /// Whether an embedded profile is ignored because it is damaged or degenerate. A profile for
    /// other samples is ignored, too, but it need not be damaged.
    package static func isUnusable(
        _ data: [UInt8], of pixels: StoredPixels, _ intent: SourceRequest.Intent
    ) -> Bool {
        ColourProfile(data, of: pixels).map { !$0.isUsable(intent) } ?? isDamaged(data)
    }

    /// Whether the profile changes pixels. Most photographs contain a profile of sRGB itself, so a
    /// conversion would only take time.
    package func changesPixels(_ intent: SourceRequest.Intent) -> Bool {
        isPlainRGB ? plainTransform(intent).map { !$0.isIdentity } ?? false : isUsable(intent)
    }

    /// Returns the profile with tables for an intent that it lacks. libvips ignores profiles
    /// without these tables.
    ///
    /// - Returns: `nil` if the profile has the tables.
    func completed(for intent: SourceRequest.Intent) -> [UInt8]? {
        ICCProfile(data, intent, of: pixels)?.completed
    }

    private var isPlainRGB: Bool { pixels.colours == .rgb && pixels.sampleBytes == 1 }

    private func plainTransform(_ intent: SourceRequest.Intent) -> ColourTransform? {
        ColourTransform.shared(data, intent, from: StoredPixels(colours: .rgb))
    }

    private func usedIntent(_ wanted: SourceRequest.Intent) -> SourceRequest.Intent? {
        isPlainRGB
            ? plainTransform(wanted)?.intent
            : ColourTransform.intent(of: data, wanted: wanted, from: pixels)
    }
}

extension VipsImage {
    /// Returns the image with another colour profile, or without a profile if the bytes are `nil`.
    package func with(profile bytes: [UInt8]?) throws(ZigguratError) -> VipsImage {
        let copy = try applying("copy") { zig_image_copy($0, $1) }
        if let bytes {
            copy.setBytes(bytes, of: VIPS_META_ICC_NAME)
        } else {
            _ = zig_image_remove(copy.pointer, VIPS_META_ICC_NAME)
        }
        return copy
    }

    /// Whether the embedded colour profile is ignored because it is damaged or degenerate.
    package func hasUnusableProfile(_ intent: SourceRequest.Intent) -> Bool {
        withBytes(of: VIPS_META_ICC_NAME) { bytes in
            let data = [UInt8](bytes)
            return profiledPixels.map { ColourProfile.isUnusable(data, of: $0, intent) }
                ?? ColourProfile.isDamaged(data)
        } ?? false
    }

    /// The embedded colour profile, if it has the colour space of the samples. A profile
    /// decides which floating-point, signed or 32-bit samples are black and white, so an unusable
    /// profile of such samples counts as missing.
    package var profile: ColourProfile? {
        guard let pixels = profiledPixels,
            let data = withBytes(of: VIPS_META_ICC_NAME, { [UInt8]($0) }),
            let profile = ColourProfile(data, of: pixels)
        else { return nil }
        return needsScaling && !profile.isUsable(.relative) ? nil : profile
    }

    /// The samples to which a profile applies. Floating-point, signed and 32-bit samples are scaled to
    /// 16 bits first.
    private var profiledPixels: StoredPixels? {
        StoredPixels.Colours(interpretation).map {
            StoredPixels(colours: $0, sampleBytes: format == VIPS_FORMAT_UCHAR ? 1 : 2)
        }
    }

    /// Whether the samples are floating-point, signed or 32-bit.
    private var needsScaling: Bool { format != VIPS_FORMAT_UCHAR && format != VIPS_FORMAT_USHORT }

    /// The values that become black and white if a profile applies to floating-point, signed or
    /// 32-bit samples: 0 and the largest number of an integer type, or 0 and 1 in floating-point RGB.
    ///
    /// - Returns: `nil` for other samples, and for floating-point grey, whose range is searched.
    package var profiledRange: ClosedRange<Double>? {
        guard needsScaling, profile != nil else { return nil }
        if interpretation == VIPS_INTERPRETATION_scRGB { return 0...1 }
        return format.largestInteger.map { 0...$0 }
    }
}

extension StoredPixels.Colours {
    fileprivate init?(_ interpretation: VipsInterpretation) {
        switch interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: self = .grey
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16,
            VIPS_INTERPRETATION_scRGB:
            self = .rgb
        case VIPS_INTERPRETATION_CMYK: self = .cmyk
        default: return nil
        }
    }
}
