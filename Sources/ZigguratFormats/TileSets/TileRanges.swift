internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

/// The zooms of a tile database, and the columns and rows of its highest zoom, collected tile by
/// tile.
struct TileRanges {
    private var lowestZoom = Int.max
    private var zoom = -1
    private var columns = 0...0
    private var rows = 0...0

    init(_ tiles: some Sequence<Tile.Address> = []) {
        for tile in tiles { add(tile) }
    }

    /// The highest zoom and its cells; `nil` without tiles.
    var top: (zoom: Int, cells: MapTiles.Cells)? {
        zoom < 0 ? nil : (zoom: zoom, cells: (columns: columns, rows: rows))
    }

    /// The lowest and the highest zoom; `nil` without tiles.
    var zooms: ClosedRange<Int>? { zoom < 0 ? nil : lowestZoom...zoom }

    /// Whether the tiles of the highest zoom lie in an area. One column or row beyond the area is
    /// allowed: some programs also store the tiles next to an edge.
    func lie(in area: MapArea) -> Bool {
        guard let top else { return true }
        let cells = area.cells(ofZoom: top.zoom)
        return zip([cells.columns, cells.rows], [top.cells.columns, top.cells.rows]).allSatisfy {
            $0.lowerBound - 1 <= $1.lowerBound && $1.upperBound <= $0.upperBound + 1
        }
    }

    /// Whether the tiles of the highest zoom end exactly at the edges of an area.
    func reachEdges(of area: MapArea) -> Bool {
        guard let top else { return false }
        return area.cells(ofZoom: top.zoom) == top.cells
    }

    mutating func add(_ tile: Tile.Address) {
        lowestZoom = min(lowestZoom, tile.level)
        if tile.level < zoom { return }
        if tile.level > zoom {
            (zoom, columns, rows) = (tile.level, tile.column...tile.column, tile.row...tile.row)
            return
        }
        columns = min(columns.lowerBound, tile.column)...max(columns.upperBound, tile.column)
        rows = min(rows.lowerBound, tile.row)...max(rows.upperBound, tile.row)
    }

    /// Returns the grid of the tiles.
    ///
    /// - Parameters:
    ///   - place: The database, for messages.
    ///   - bytes: Returns the bytes of a tile.
    func grid(
        of place: String, _ bytes: (Tile.Address) throws(ZigguratError) -> [UInt8]?
    ) throws(ZigguratError) -> TileGrid {
        guard zoom >= 0 else { throw ZigguratError(ArchiveFault.noTiles, place) }
        let corners = [
            Tile.Address(level: zoom, column: columns.lowerBound, row: rows.lowerBound),
            Tile.Address(level: zoom, column: columns.upperBound, row: rows.upperBound),
        ]
        var images: [TileImage?] = []
        for corner in corners {
            let image = try bytes(corner).flatMap { bytes throws(ZigguratError) in
                try TileImage.read(bytes)
            }
            images.append(image)
        }
        guard let known = images[0] ?? images[1] else {
            throw ZigguratError(ArchiveFault.damagedCornerTiles, place)
        }
        let size = known.size
        guard columns.upperBound < PixelSize.maximumSide / max(1, size.width),
            rows.upperBound < PixelSize.maximumSide / max(1, size.height)
        else { throw ZigguratError(ArchiveFault.outOfBounds, place) }
        return TileGrid(
            zooms: lowestZoom...zoom, columns: columns, rows: rows, first: images[0] ?? known,
            last: images[1] ?? known, place: place)
    }
}
