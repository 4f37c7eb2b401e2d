/// The tile paths that a viewer requests, to compare with the files of a pyramid.
public struct TileAddresses: Sendable {
    /// The size of the image according to the viewer.
    public let width: Int
    public let height: Int
    /// The columns and rows of each level, by the viewer's level number.
    public let levels: [Int: (columns: Int, rows: Int)]
    /// The path of each tile in the pyramid, percent-decoded.
    public let paths: [String]

    /// Requested tiles without a file.
    public func missing(among files: some Sequence<String>) -> [String] {
        Set(paths).subtracting(files).sorted()
    }

    /// Files that are never requested.
    public func leftOver(among files: some Sequence<String>) -> [String] {
        Set(files).subtracting(paths).sorted()
    }
}

extension TileAddresses {
    /// The tiles that Leaflet requests from an XYZ pyramid: `{z}/{x}/{y}.{ending}`. Level 0 is one
    /// tile, rows count downwards, and the image begins at the top left.
    ///
    /// Native zoom Z = max(0, ⌈log2(max(W, H) / T)⌉); at zoom z the image is ⌈W / 2^(Z−z)⌉ pixels
    /// wide. Leaflet's `bounds` exclude tiles outside the image.
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
