internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// The ICC profile that an image carries, where it is one for the samples that the image has.
///
/// A grey picture with the profile of a screen, or numbers that no profile is made for, is seen as
/// if there were none: that is what everybody else shows.
struct ColourProfile {
    private let picture: VipsImage
    private let bytes: UnsafeRawBufferPointer

    /// - Returns: `nil` where there is no profile, or one of another kind of picture.
    init?(of picture: VipsImage) {
        var profile: UnsafeRawPointer?
        var length = 0
        guard picture.hasProfile,
            picture.format == VIPS_FORMAT_UCHAR || picture.format == VIPS_FORMAT_USHORT,
            zig_image_get_blob(picture.pointer, VIPS_META_ICC_NAME, &profile, &length) == 0
        else { return nil }
        // The bytes belong to the image, which is kept beside them.
        self.picture = picture
        bytes = UnsafeRawBufferPointer(start: profile, count: length)
        guard let wanted = Self.space(of: picture.interpretation), space == wanted else {
            return nil
        }
    }

    /// The signature of the colour space that it converts from: bytes 16 to 19 (ICC.1, 7.2.6).
    private var space: String? {
        guard bytes.count >= 128 else { return nil }
        return String(decoding: bytes[16..<20], as: UTF8.self)
    }

    private static func space(of interpretation: VipsInterpretation) -> String? {
        switch interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: "GRAY"
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16: "RGB "
        case VIPS_INTERPRETATION_CMYK: "CMYK"
        default: nil
        }
    }

    /// As it stands in the file.
    var data: [UInt8] { [UInt8](bytes) }

    /// Whether it says anything else than sRGB. Most photographs carry a profile that is sRGB
    /// itself; applying it would cost more than reading the file.
    ///
    /// Judged by trying: a cube of 9 × 9 × 9 colours through the profile, of which none may move by
    /// more than one step, which is what rounding does.
    var changesPixels: Bool {
        guard picture.format == VIPS_FORMAT_UCHAR, space == "RGB " else { return true }
        let steps = (0..<9).map { UInt8(min(255, $0 * 32)) }
        var cube: [UInt8] = []
        for red in steps {
            for green in steps { for blue in steps { cube += [red, green, blue] } }
        }
        let pixelCount = cube.count / 3
        let probe = cube.withUnsafeBytes { bytes in
            zig_image_new_from_memory_copy(
                bytes.baseAddress, bytes.count, Int32(pixelCount), 1, 3, VIPS_FORMAT_UCHAR)
        }
        guard let probe else { return true }
        let source = VipsImage(owning: probe)
        probe.pointee.Type = VIPS_INTERPRETATION_sRGB
        zig_image_set_blob_copy(probe, VIPS_META_ICC_NAME, bytes.baseAddress, bytes.count)
        let converted = try? source.applying("try the colour profile") {
            zig_image_icc_to_srgb($0, $1, "srgb", VIPS_INTENT_RELATIVE, 8)
        }
        guard let converted, converted.bands == 3 else {
            zig_error_clear()
            return true
        }
        var size = 0
        guard let memory = zig_image_write_to_memory(converted.pointer, &size), size == cube.count
        else {
            zig_error_clear()
            return true
        }
        defer { zig_free(memory) }
        let moved = UnsafeRawBufferPointer(start: memory, count: size)
        return zip(cube, moved).contains { abs(Int($0) - Int($1)) > 1 }
    }
}
