internal import CVips
internal import ZigguratSystem

extension SourceImage {
    /// Whether a file is worth trying: libvips knows its content, or its name says that it is an
    /// image.
    ///
    /// Tables of numbers, which libvips reads as well, do not count.
    public static func looksLikeImage(_ path: String) -> Bool {
        guard (try? VipsRuntime.start()) != nil else {
            // Whoever opens it is told why that cannot be.
            return imageEndings.contains(ending(of: path))
        }
        guard let loader = zig_foreign_find_load(path + "[]") else {
            zig_error_clear()
            return imageEndings.contains(ending(of: path))
        }
        let name = String(cString: loader)
        return !["Csv", "Matrix", "Raw"].contains { name.contains($0) }
    }

    /// Endings under which people keep pictures; a file of that name that is none deserves a word.
    private static let imageEndings: Set<String> = [
        "jpg", "jpeg", "png", "tif", "tiff", "webp", "gif", "heic", "heif", "avif", "jp2", "j2k",
        "jxl", "svg", "pdf", "svs", "ndpi", "ppm", "pgm", "pnm", "exr", "hdr", "fits",
    ]

    private static func ending(of path: String) -> String {
        guard let dot = path.lastIndex(of: ".") else { return "" }
        return path[path.index(after: dot)...].lowercased()
    }
}
