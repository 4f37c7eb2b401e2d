internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// The embedded ICC profile of an image, if it is made for the samples that the image has.
///
/// A grey image with a screen's profile is treated as if it had none, as other programs do.
struct ColourProfile {
    private let image: VipsImage
    /// The profile as it is embedded.
    let data: [UInt8]

    /// - Returns: `nil` if there is no profile, or one for another kind of samples.
    init?(of image: VipsImage) {
        guard image.format == VIPS_FORMAT_UCHAR || image.format == VIPS_FORMAT_USHORT,
            let data = image.withBytes(of: VIPS_META_ICC_NAME, { [UInt8]($0) })
        else { return nil }
        self.image = image
        self.data = data
        guard let wanted = Self.space(of: image.interpretation), space == wanted else {
            return nil
        }
    }

    /// The signature of the colour space that it converts from. Source: ICC.1:2010, 7.2.6.
    private var space: String? {
        data.count < 128 ? nil : String(decoding: data[16..<20], as: UTF8.self)
    }

    private static func space(of interpretation: VipsInterpretation) -> String? {
        switch interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: "GRAY"
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16: "RGB "
        case VIPS_INTERPRETATION_CMYK: "CMYK"
        default: nil
        }
    }

    /// Whether it differs from sRGB. Most photographs carry sRGB itself, and applying that would cost
    /// more than reading the file.
    ///
    /// A cube of 9 × 9 × 9 colours is converted; rounding moves none of them by more than one step.
    var changesPixels: Bool {
        guard image.format == VIPS_FORMAT_UCHAR, space == "RGB " else { return true }
        let steps = (0..<9).map { UInt8(min(255, $0 * 32)) }
        var cube: [UInt8] = []
        for red in steps {
            for green in steps { for blue in steps { cube += [red, green, blue] } }
        }
        let pointer = cube.withUnsafeBytes { bytes in
            zig_image_new_from_memory_copy(
                bytes.baseAddress, bytes.count, Int32(bytes.count / 3), 1, 3, VIPS_FORMAT_UCHAR)
        }
        guard let pointer else { return true }
        pointer.pointee.Type = VIPS_INTERPRETATION_sRGB
        zig_image_set_blob_copy(pointer, VIPS_META_ICC_NAME, data, data.count)
        let converted = try? VipsImage(owning: pointer).applying("icc_transform") {
            zig_image_icc_to_srgb($0, $1, "srgb", VIPS_INTENT_RELATIVE, 8)
        }
        let isSame = try? converted?.withSamples { samples in
            samples.count == cube.count
                && zip(cube, samples).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
        }
        return isSame != true
    }
}
