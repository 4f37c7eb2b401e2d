/// What libvips reads and writes HEIC, AVIF, JPEG XL, PDF, slides and ImageMagick's formats with.
///
/// Loading them is most of what the `vips` command does on small pictures, and hardly any needs them.
enum VipsModules {
    /// What keeps a command from loading them: libvips looks for them below this folder.
    static let none = ["VIPSHOME": "/nonexistent"]

    /// Words in names and operations that have to do with them.
    private static let words = [
        "heic", "heif", "avif", "jxl", "pdf", "slide", "svs", "mrxs", "magick", "gif", "bmp", "ico",
    ]

    /// Whether a command is one of libvips that can be tried without them.
    static func canBeLeftOut(of name: String, _ arguments: [String]) -> Bool {
        ["vips", "vipsheader"].contains(name)
            && !arguments.contains { argument in words.contains { argument.contains($0) } }
    }
}
