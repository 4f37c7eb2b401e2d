internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Which columns and rows there are on the highest zoom, gathered tile by tile.
struct TileRanges {
    private var lowestZoom = Int.max
    private var zoom = -1
    private var columns = 0...0
    private var rows = 0...0

    mutating func add(_ tile: TileAddress) {
        lowestZoom = min(lowestZoom, tile.level)
        if tile.level < zoom { return }
        if tile.level > zoom {
            (zoom, columns, rows) = (tile.level, tile.column...tile.column, tile.row...tile.row)
            return
        }
        columns = min(columns.lowerBound, tile.column)...max(columns.upperBound, tile.column)
        rows = min(rows.lowerBound, tile.row)...max(rows.upperBound, tile.row)
    }

    /// - Parameters:
    ///   - place: what messages call it.
    ///   - bytes: the bytes of a tile.
    func grid(
        of place: String, _ bytes: (TileAddress) throws(ZigguratError) -> [UInt8]?
    ) throws(ZigguratError) -> TileGrid {
        guard zoom >= 0 else {
            throw ZigguratError(.invalidPyramid, place, "there is no tile in it")
        }
        let corners = [
            TileAddress(level: zoom, column: columns.lowerBound, row: rows.lowerBound),
            TileAddress(level: zoom, column: columns.upperBound, row: rows.upperBound),
        ]
        var pictures: [TilePicture?] = []
        for corner in corners {
            guard let bytes = try bytes(corner) else {
                pictures.append(nil)
                continue
            }
            pictures.append(try TileInspection.header(of: bytes))
        }
        guard let some = pictures[0] ?? pictures[1] else {
            throw ZigguratError(
                .invalidPyramid, place, "the tiles at the corners of the highest zoom are damaged")
        }
        return TileGrid(
            zooms: lowestZoom...zoom, columns: columns, rows: rows, first: pictures[0] ?? some,
            last: pictures[1] ?? some, place: place)
    }
}
