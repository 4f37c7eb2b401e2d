/// How a kind of source is read.
extension SourceKind {
    /// The kinds that only libvips reads.
    static let general = [
        "press.jpg", "lab.tif", "labs.tif", "press.tif", "frames.webp",
    ]

    var hasReader: Bool {
        ["jpg", "png", "tif", "webp", "jp2", "heic", "avif", "jxl"]
            .contains(file.split(separator: ".").last)
    }

    /// Whether the format's own reader reads it.
    var isDirect: Bool {
        hasReader && !Self.general.contains(file)
    }

    /// The largest difference of a sample. Little CMS has coarse tables for CMYK and for 16 bits.
    var limit: Int {
        ["cmyk.jpg", "cmyk.tif", "absolute.tif", "p3-16.tif"].contains(file) ? 16 : 1
    }
}
