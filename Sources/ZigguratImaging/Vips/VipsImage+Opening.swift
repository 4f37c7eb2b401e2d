internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

extension VipsImage {
    /// Opens a file; reads its header only.
    ///
    /// - Parameter sequential: whether its pixels will be asked for from the top; else they may be
    ///   asked for in any order.
    static func open(
        _ path: String, _ options: LoadingOptions = LoadingOptions(), sequential: Bool
    ) throws(ZigguratError) -> VipsImage {
        try VipsRuntime.start()
        let nameWithOptions = path + "[]"
        guard options.allowsUntrusted || zig_needs_trust(nameWithOptions) == 0 else {
            throw ZigguratError(
                .untrustedSource, path,
                "the decoder of its format is not held to be safe with files that mean harm",
                remedy: "allow it with --allow-untrusted if you trust whoever made the file")
        }
        let pointer = zig_image_open(
            path, nameWithOptions, sequential ? 1 : 0, options.allowsTruncated ? 1 : 0,
            Int32(clamping: options.page ?? -1), options.dotsPerInch ?? 0,
            Int32(clamping: options.level ?? -1),
            options.associatedImage)
        guard let pointer else {
            throw ZigguratError(.unknownFormat, path, VipsRuntime.takeError())
        }
        let picture = VipsImage(owning: pointer)
        // The page of a PDF is drawn on white, and libvips puts the slide's background where the
        // scanner saw nothing: their alpha says nothing.
        if picture.text("vips-loader")?.hasPrefix("pdfload") == true || picture.isSlide {
            return try picture.bands(0, count: 3)
        }
        // Packed samples, as Radiance files have them, become ordinary ones.
        return try picture.applying("unpack the samples") { zig_image_decode($0, $1) }
    }
}
