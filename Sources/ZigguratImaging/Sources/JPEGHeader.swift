internal import CTurboJPEG
internal import ZigguratCore

/// The header of a plain JPEG, by libjpeg-turbo itself: with libvips out of it from start to end,
/// such a picture is exported before libvips would have been loaded.
enum JPEGHeader {
    /// What libvips would say of the file.
    ///
    /// - Returns: `nil` where libvips has to say it: the file is no JPEG, or one with Exif, XMP, a
    ///   colour profile, other colours than grey and RGB, or damage.
    static func plain(_ path: String) -> SourceHeader? {
        guard let file = try? SourceFile(path: path) else { return nil }
        var message = [CChar](repeating: 0, count: Int(ZIG_JPEG_MESSAGE_SIZE))
        guard let reader = zig_jpeg_reader_open(file.descriptor, &message) else { return nil }
        defer { zig_jpeg_reader_close(reader) }
        guard zig_jpeg_reader_is_plain(reader) != 0 else { return nil }
        let bands = Int(zig_jpeg_reader_bands(reader))
        return SourceHeader(
            format: "jpeg",
            size: PixelSize(
                width: Int(zig_jpeg_reader_width(reader)),
                height: Int(zig_jpeg_reader_height(reader))),
            bands: bands, bitsPerSample: 8, colour: bands == 1 ? .grey : .rgb, hasAlpha: false,
            hasProfile: false, orientation: 1, pages: 1)
    }
}
