internal import CVips

extension VipsImage {
    /// Sets the header fields that a libvips loader would have set. The image must not be in use
    /// yet.
    ///
    /// - Parameter statedBits: bits per sample as the file states them; stored only for 16-bit
    ///   samples.
    package func describe(
        _ format: String, pages: Int = 1, statedBits: Int, _ embedded: EmbeddedData
    ) {
        setText(format + "load", of: "vips-loader")
        if pages > 1 { zig_image_set_int(pointer, VIPS_META_N_PAGES, Int32(clamping: pages)) }
        if self.format == VIPS_FORMAT_USHORT { self.statedBits = statedBits }
        for (name, bytes) in [
            (VIPS_META_ICC_NAME, embedded.profile), (VIPS_META_XMP_NAME, embedded.xmp),
            (VIPS_META_IPTC_NAME, embedded.iptc),
        ] {
            if let bytes { setBytes(bytes, of: name) }
        }
        let exif = embedded.exif?.metadata
        for (name, text) in [
            ("exif-ifd0-ImageDescription", exif?.description), ("exif-ifd0-Artist", exif?.creator),
            ("exif-ifd0-Copyright", exif?.rights), ("exif-ifd2-DateTimeOriginal", exif?.date),
        ] {
            // libvips stores Exif fields in this form.
            if let text { setText("\(text) (\(text), ASCII, 1 components, 1 bytes)", of: name) }
        }
    }
}
