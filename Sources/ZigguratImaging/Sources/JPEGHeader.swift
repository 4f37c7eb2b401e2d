internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// The header of a plain JPEG, by libjpeg-turbo and libexif themselves: with libvips out of it from
/// start to end, such a picture is exported before libvips would have been loaded.
enum JPEGHeader {
    /// What libvips would say of the file, and the recipe that follows from it.
    ///
    /// - Returns: `nil` where libvips has to say it: the file is no JPEG, or one with a colour
    ///   profile, other colours than grey and RGB, or damage, or one that is not upright or says
    ///   more of itself than ``JPEGNotes`` read; or something else is wanted than the whole picture
    ///   as it is.
    static func plain(
        _ path: String, _ request: SourceRequest = SourceRequest(),
        _ trust: SourceTrust = SourceTrust()
    ) throws(ZigguratError) -> (header: SourceHeader, recipe: ReadingRecipe)? {
        guard (request.page ?? 1) == 1, request.rotation == .none, request.crop == nil,
            request.range == .stored, request.sampleBits == 8, !trust.allowsTruncated,
            let header = try header(path, request),
            header.size.pixelCount <= trust.pixelLimit
        else { return nil }
        let loading = LoadingOptions(
            page: request.page.map { $0 - 1 }, allowsUntrusted: trust.allowsUntrusted)
        let recipe = try? ReadingRecipe(
            request, loading: loading, storedSize: header.size, exifOrientation: 1,
            bytesPerPixel: header.bands)
        guard let recipe, recipe.isWhole else { return nil }
        return (header, recipe)
    }

    private static func header(
        _ path: String, _ request: SourceRequest
    ) throws(ZigguratError) -> SourceHeader? {
        guard let file = try? SourceFile(path: path) else { return nil }
        var message = [CChar](repeating: 0, count: Int(ZIG_JPEG_MESSAGE_SIZE))
        guard let reader = zig_jpeg_reader_open(file.descriptor, &message) else { return nil }
        defer { zig_jpeg_reader_close(reader) }
        guard zig_jpeg_reader_is_plain(reader) != 0 else { return nil }
        var metadata = SourceMetadata()
        if zig_jpeg_reader_has_notes(reader) != 0 {
            guard let notes = JPEGNotes(file) else { return nil }
            if request.showsMetadata { metadata = try notes.metadata() }
        }
        let bands = Int(zig_jpeg_reader_bands(reader))
        return SourceHeader(
            format: "jpeg",
            size: PixelSize(
                width: Int(zig_jpeg_reader_width(reader)),
                height: Int(zig_jpeg_reader_height(reader))),
            bands: bands, bitsPerSample: 8, colour: bands == 1 ? .grey : .rgb, hasAlpha: false,
            metadata: metadata)
    }
}
