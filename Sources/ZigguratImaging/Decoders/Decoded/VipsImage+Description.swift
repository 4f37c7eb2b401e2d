internal import CVips

extension VipsImage {
    /// Sets the fields that a loader of libvips would have set. The image must not be in use yet.
    ///
    /// - Parameters:
    ///   - statedBits: kept for samples of 16 bits.
    ///   - exif: from Exif alone.
    func describe(
        _ format: String, pages: Int = 1, statedBits: Int, profile: [UInt8]?, xmp: [UInt8]?,
        exif: SourceHeader.Metadata?
    ) {
        setText(format + "load", of: "vips-loader")
        if pages > 1 { zig_image_set_int(pointer, VIPS_META_N_PAGES, Int32(clamping: pages)) }
        if self.format == VIPS_FORMAT_USHORT { self.statedBits = statedBits }
        if let profile { setBytes(profile, of: VIPS_META_ICC_NAME) }
        if let xmp { setBytes(xmp, of: VIPS_META_XMP_NAME) }
        for (name, text) in [
            ("exif-ifd0-ImageDescription", exif?.description), ("exif-ifd0-Artist", exif?.creator),
            ("exif-ifd0-Copyright", exif?.rights), ("exif-ifd2-DateTimeOriginal", exif?.date),
        ] {
            // The form that libvips gives Exif fields.
            if let text { setText("\(text) (\(text), ASCII, 1 components, 1 bytes)", of: name) }
        }
    }
}
