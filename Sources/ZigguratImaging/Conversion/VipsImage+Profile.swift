internal import CVips
package import ZigguratSystem

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

    /// The embedded colour profile, if it has the colour space of the samples.
    package var profile: ColourProfile? {
        guard format == VIPS_FORMAT_UCHAR || format == VIPS_FORMAT_USHORT,
            let colours = StoredPixels.Colours(interpretation),
            let data = withBytes(of: VIPS_META_ICC_NAME, { [UInt8]($0) })
        else { return nil }
        let sampleBytes = format == VIPS_FORMAT_UCHAR ? 1 : 2
        return ColourProfile(data, of: StoredPixels(colours: colours, sampleBytes: sampleBytes))
    }
}

extension StoredPixels.Colours {
    fileprivate init?(_ interpretation: VipsInterpretation) {
        switch interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: self = .grey
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16:
            self = .rgb
        case VIPS_INTERPRETATION_CMYK: self = .cmyk
        default: return nil
        }
    }
}
