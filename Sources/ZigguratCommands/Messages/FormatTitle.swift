/// The names of source formats for messages.
enum FormatTitle {
    private static let titles = [
        "heif": "HEIC or AVIF", "jp2k": "JPEG 2000", "jxl": "JPEG XL", "openexr": "OpenEXR",
        "openslide": "slides", "rad": "Radiance HDR", "magick": "formats of ImageMagick",
        "webp": "WebP",
    ]

    /// - Parameter format: the name of the format in headers and manifests.
    static func of(_ format: String) -> String { titles[format] ?? format.uppercased() }
}
