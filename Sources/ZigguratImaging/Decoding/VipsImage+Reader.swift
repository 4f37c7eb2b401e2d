internal import CVips
internal import ZigguratCore
package import ZigguratSystem

extension VipsImage {
    /// Creates an image whose rows come from a decoder, from the top.
    package static func rows(
        of stored: any RowReader, _ pixels: StoredPixels
    ) throws(ZigguratError) -> VipsImage {
        try stored.size.checkReadable()
        let reader = try unpremultiplied(stored, pixels)
        let feed = RowFeed(reader)
        let context = Unmanaged.passRetained(feed).toOpaque()
        let fill: ZigFillRow = { context, _, y, _, row in
            guard let context, let row else { return -1 }
            let feed = Unmanaged<RowFeed>.fromOpaque(context).takeUnretainedValue()
            return feed.fill(row, y: Int(y)) ? 0 : -1
        }
        let release: GDestroyNotify = { context in
            if let context { Unmanaged<RowFeed>.fromOpaque(context).release() }
        }
        do throws(DecoderMessages) {
            let image = VipsImage(
                owning: try VipsCall.run {
                    zig_image_from_rows(
                        Int32(reader.size.width), Int32(reader.size.height), Int32(pixels.bands),
                        pixels.format, pixels.interpretation, fill, context, release)
                }, feed: feed)
            if pixels.isPremultiplied, pixels.isFloat { image.markPremultiplied() }
            return image
        } catch {
            throw ZigguratError(
                SourceError.conversionFailed(operation: "sequential"), cause: error.cause)
        }
    }

    /// Returns an image with the header of this image, and rows from a decoder.
    ///
    /// - Returns: `nil` if the size, the bands or the format of the rows differ from this image.
    package func replacingPixels(by rows: StoredRows) throws(ZigguratError) -> VipsImage? {
        guard rows.reader.size == size, rows.pixels.bands == bands, rows.pixels.format == format
        else { return nil }
        let image = try Self.rows(of: rows.reader, rows.pixels)
        zig_image_copy_fields(pointer, image.pointer)
        return image
    }

    /// Divides integer colours by alpha, as libvips' loaders do. Returns other readers unchanged.
    private static func unpremultiplied(
        _ reader: any RowReader, _ pixels: StoredPixels
    ) throws(ZigguratError) -> any RowReader {
        let target = ReadingTarget(sampleBytes: pixels.sampleBytes)
        guard pixels.isPremultiplied, !pixels.isFloat,
            let conversion = try RowConversion(pixels, profile: nil, target)
        else { return reader }
        return ConvertingRowReader(reader, conversion)
    }

    /// Sets a text field of the header. The image must not be in use yet.
    func setText(_ text: String, of name: String) {
        zig_image_set_string(pointer, name, text)
    }

    func setBytes(_ bytes: [UInt8], of name: String) {
        zig_image_set_blob_copy(pointer, name, bytes, bytes.count)
    }
}

extension StoredPixels {
    fileprivate var format: VipsBandFormat {
        switch sampleBytes {
        case 1: VIPS_FORMAT_UCHAR
        case 2: VIPS_FORMAT_USHORT
        default: VIPS_FORMAT_FLOAT
        }
    }

    fileprivate var interpretation: VipsInterpretation {
        switch (colours, sampleBytes) {
        case (.grey, 2): VIPS_INTERPRETATION_GREY16
        case (.grey, _): VIPS_INTERPRETATION_B_W
        case (.rgb, 1): VIPS_INTERPRETATION_sRGB
        case (.rgb, 2): VIPS_INTERPRETATION_RGB16
        case (.rgb, _): isLight ? VIPS_INTERPRETATION_scRGB : VIPS_INTERPRETATION_sRGB
        case (.cmyk, _): VIPS_INTERPRETATION_CMYK
        }
    }
}

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
