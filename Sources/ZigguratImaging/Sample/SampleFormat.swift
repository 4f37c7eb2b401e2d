internal import ZigguratSystem

/// The file formats that a sample can be written in, chosen by the ending of the file's name.
enum SampleFormat: CaseIterable {
    case jpeg, png, tiff, webp

    var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .tiff: "TIFF"
        case .webp: "WebP"
        }
    }

    var suffixes: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg"]
        case .png: ["png"]
        case .tiff: ["tif", "tiff"]
        case .webp: ["webp"]
        }
    }

    /// Options of libvips' savers.
    ///
    /// JPEG keeps its colours at full resolution: the picture has much detail of one pixel in pure
    /// colours. PNG and TIFF are made smaller, but quickly. TIFF has tiles of 256 × 256 and is a
    /// BigTIFF, so that a large picture fits.
    var options: String {
        switch self {
        case .jpeg: "Q=90,subsample_mode=off"
        case .png: "compression=1,filter=sub"
        case .tiff:
            "tile,tile_width=256,tile_height=256,compression=lzw,predictor=horizontal,bigtiff"
        case .webp: "Q=90,effort=2"
        }
    }

    /// The largest width and height that the format can express.
    var largestSide: Int {
        switch self {
        case .jpeg: 65_500
        case .png, .tiff: SampleImage.largestSide
        case .webp: 16_383
        }
    }

    static var suffixes: [String] { allCases.flatMap(\.suffixes) }

    /// The format of a path, or nil where its ending is not known; case does not matter.
    init?(path: String) {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        let suffix = path[path.index(after: dot)...].lowercased()
        guard let format = Self.allCases.first(where: { $0.suffixes.contains(suffix) }) else {
            return nil
        }
        self = format
    }
}
