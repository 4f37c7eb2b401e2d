/// The addresses that a viewer asks for, held against the files that are there.
public struct TileAddresses: Sendable {
    /// The size of the image that the viewer takes it to be.
    public let width: Int
    public let height: Int
    /// The number of columns and rows of each level, by the viewer's number of the level.
    public let levels: [Int: (columns: Int, rows: Int)]
    /// The path of each tile from the root of the pyramid, percent-decoded, as files are named.
    public let paths: [String]

    /// Asked for and not there.
    public func missing(among files: some Sequence<String>) -> [String] {
        Set(paths).subtracting(files).sorted()
    }

    /// There and never asked for.
    public func leftOver(among files: some Sequence<String>) -> [String] {
        Set(files).subtracting(paths).sorted()
    }
}

extension TileAddresses {
    /// What Leaflet asks an XYZ pyramid for: `{z}/{x}/{y}.{ending}`, where level 0 is one tile,
    /// rows grow downwards and the image lies at the top left.
    ///
    /// Native zoom Z = max(0, ⌈log2(max(W, H) / T)⌉); at zoom z the image is ⌈W / 2^(Z−z)⌉ pixels
    /// wide, and Leaflet's `bounds` keep it from asking for a tile that holds nothing of it.
    public static func xyz(
        width: Int, height: Int, tileSize: Int = 256, ending: String
    ) -> TileAddresses {
        var top = 0
        while max(width, height) > tileSize << top { top += 1 }
        var levels: [Int: (columns: Int, rows: Int)] = [:]
        var paths: [String] = []
        for zoom in 0...top {
            // The side of a tile in pixels of the full image.
            let side = tileSize << (top - zoom)
            let (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
            levels[zoom] = (columns, rows)
            for column in 0..<columns {
                for row in 0..<rows { paths.append("\(zoom)/\(column)/\(row).\(ending)") }
            }
        }
        return TileAddresses(width: width, height: height, levels: levels, paths: paths)
    }
}
