internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// An image of libvips: a description of how its pixels come about, computed when a region is asked
/// for.
///
/// `@unchecked Sendable`: libvips images never change once built and count their references
/// atomically.
final class VipsImage: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<CVips.VipsImage>

    /// Takes over the caller's reference.
    init(owning pointer: UnsafeMutablePointer<CVips.VipsImage>) {
        self.pointer = pointer
    }

    deinit {
        zig_object_unref(pointer)
    }

    var width: Int { Int(zig_image_get_width(pointer)) }
    var height: Int { Int(zig_image_get_height(pointer)) }
    var bands: Int { Int(zig_image_get_bands(pointer)) }
    var format: VipsBandFormat { zig_image_get_format(pointer) }
    var interpretation: VipsInterpretation { zig_image_guess_interpretation(pointer) }
    /// How many of the bands make the colour: one for grey, four for CMYK, three for everything
    /// else. Where nobody said what the samples mean, three or more are taken for RGB.
    var colourBands: Int {
        switch interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: 1
        case VIPS_INTERPRETATION_CMYK: min(4, bands)
        default: bands < 3 ? 1 : 3
        }
    }
    /// Whether the band behind the colour is alpha; whatever follows is not part of the picture. Of
    /// measured bands that were never meant as colours none is.
    var hasAlpha: Bool {
        bands > colourBands && interpretation != VIPS_INTERPRETATION_MULTIBAND
    }
    /// The Exif orientation, 1 (upright) to 8.
    var orientation: Int { Int(zig_image_get_orientation(pointer)) }
    var pages: Int { max(1, Int(zig_image_get_n_pages(pointer))) }
    var hasProfile: Bool { zig_image_has(pointer, VIPS_META_ICC_NAME) != 0 }

    /// A text field of the header, such as the loader's name.
    func text(_ name: String) -> String? {
        var value: UnsafePointer<CChar>?
        guard zig_image_has(pointer, name) != 0,
            zig_image_get_string(pointer, name, &value) == 0, let value
        else { return nil }
        return String(cString: value)
    }

    /// The image that an operation of libvips makes of this one.
    func applying(
        _ step: String,
        _ operation: (
            UnsafeMutablePointer<CVips.VipsImage>,
            UnsafeMutablePointer<UnsafeMutablePointer<CVips.VipsImage>?>
        ) -> Int32
    ) throws(ZigguratError) -> VipsImage {
        var result: UnsafeMutablePointer<CVips.VipsImage>?
        guard operation(pointer, &result) == 0, let result else {
            throw ZigguratError(
                .invalidSource, "", "libvips could not \(step): \(VipsRuntime.takeError())")
        }
        return VipsImage(owning: result)
    }
}
