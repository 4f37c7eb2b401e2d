/// The modules of libvips for HEIC, AVIF, JPEG XL, PDF, slides and ImageMagick's formats.
///
/// Loading them takes most of the time of the `vips` command on small images, and few images need them.
enum VipsModules {
    /// The environment variable that hides the modules: libvips searches this missing folder.
    static let none = ["VIPSHOME": "/nonexistent"]

    /// Parts of file names and operations that need a module.
    private static let words = [
        "heic", "heif", "avif", "jxl", "pdf", "slide", "svs", "mrxs", "magick", "gif", "bmp", "ico",
    ]

    /// Whether a command belongs to libvips and probably needs no module.
    static func canBeLeftOut(of name: String, _ arguments: [String]) -> Bool {
        ["vips", "vipsheader"].contains(name)
            && !arguments.contains { argument in words.contains { argument.contains($0) } }
    }
}
