internal import ZigguratSystem

/// A file format of sample images. libvips encodes all of them.
struct SampleFormat: Sendable {
    let name: String
    let extensions: [String]
    /// The largest width and height, in pixels.
    let maximumSide: Int
    /// The options of libvips' encoder.
    let options: String

    static let all = [
        SampleFormat(
            name: "JPEG", extensions: ["jpg", "jpeg"], maximumSide: 65_500,
            options: "Q=90,subsample_mode=off"),
        SampleFormat(
            name: "PNG", extensions: ["png"], maximumSide: SampleImage.maximumSide,
            options: "compression=1,filter=sub"),
        // BigTIFF, since a TIFF has at most 4 GB.
        SampleFormat(
            name: "TIFF", extensions: ["tif", "tiff"], maximumSide: SampleImage.maximumSide,
            options: "tile,tile_width=256,tile_height=256,compression=lzw,predictor=horizontal,"
                + "bigtiff"),
        SampleFormat(
            name: "WebP", extensions: ["webp"], maximumSide: 16_383, options: "Q=90,effort=2"),
    ]

    /// The format of a file's extension, in upper or lower case; `nil` if it is unknown.
    static func of(_ path: String) -> SampleFormat? {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        let ending = path[path.index(after: dot)...].lowercased()
        return all.first { $0.extensions.contains(ending) }
    }
}
