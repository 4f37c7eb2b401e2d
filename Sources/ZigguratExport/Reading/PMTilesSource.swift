internal import ZigguratCore
internal import ZigguratImaging

/// The pyramid in a PMTiles file.
final class PMTilesSource: TileSource {
    let kind = "PMTiles"
    let pyramid: Pyramid
    let assumptions: [String]
    private let archive: PMTilesArchive

    /// - Parameter known: the pyramid, where somebody knows it; the tiles tell otherwise.
    init(_ archive: PMTilesArchive, known: Pyramid?) throws(ZigguratError) {
        self.archive = archive
        guard let format = PMTilesArchive.formats[archive.header.tileType] else {
            throw ZigguratError(
                .invalidPyramid, archive.file.path, "it holds no pictures",
                remedy: "tiles of PNG, JPEG, WebP and AVIF can be read")
        }
        if let known {
            pyramid = known
            assumptions = []
            return
        }
        let found = try Self.grid(of: archive, format).reading(naming: .template("{z}/{x}/{y}"))
        let reading = try found.get()
        pyramid = reading.pyramid
        assumptions = reading.assumptions
    }

    var place: String { archive.file.path }

    func bytes(of tile: Tile) throws(ZigguratError) -> [UInt8]? {
        try archive.entry(of: Self.number(of: tile)).map { entry throws(ZigguratError) in
            try archive.bytes(of: entry)
        }
    }

    func place(of tile: Tile) -> String {
        "\(place), tile \(tile.level.index)/\(tile.column)/\(tile.row)"
    }

    private static func number(of tile: Tile) -> Int {
        HilbertCurve.number(zoom: tile.level.index, column: tile.column, row: tile.row)
    }

    /// Columns and rows of the highest zoom, and the tiles at both ends of it.
    private static func grid(
        of archive: PMTilesArchive, _ format: TileFormat
    ) throws(ZigguratError) -> TileGrid {
        var ranges = TileRanges()
        for entry in archive.entries {
            for number in entry.number..<entry.number + min(entry.runLength, 1 << 24) {
                guard let tile = HilbertCurve.tile(of: number) else { continue }
                ranges.add(zoom: tile.zoom, column: tile.column, row: tile.row)
            }
        }
        return try ranges.grid(of: archive.file.path) { zoom, column, row throws(ZigguratError) in
            let number = HilbertCurve.number(zoom: zoom, column: column, row: row)
            return try archive.entry(of: number).map { entry throws(ZigguratError) in
                try archive.bytes(of: entry)
            }
        }
    }
}

/// Which columns and rows there are on the highest zoom, gathered tile by tile.
struct TileRanges {
    private var lowestZoom = Int.max
    private var zoom = -1
    private var columns = 0...0
    private var rows = 0...0

    mutating func add(zoom: Int, column: Int, row: Int) {
        lowestZoom = min(lowestZoom, zoom)
        if zoom < self.zoom { return }
        if zoom > self.zoom {
            (self.zoom, columns, rows) = (zoom, column...column, row...row)
            return
        }
        columns = min(columns.lowerBound, column)...max(columns.upperBound, column)
        rows = min(rows.lowerBound, row)...max(rows.upperBound, row)
    }

    func grid(
        of place: String,
        _ bytes: (_ zoom: Int, _ column: Int, _ row: Int) throws(ZigguratError) -> [UInt8]?
    ) throws(ZigguratError) -> TileGrid {
        guard zoom >= 0 else {
            throw ZigguratError(.invalidPyramid, place, "there is no tile in it")
        }
        let first = try bytes(zoom, columns.lowerBound, rows.lowerBound)
        let last = try bytes(zoom, columns.upperBound, rows.upperBound)
        let pictures = [first, last].map { $0.flatMap { TileInspection.header(of: $0) } }
        guard let some = pictures[0] ?? pictures[1] else {
            throw ZigguratError(
                .invalidPyramid, place, "the tiles at the corners of the highest zoom are damaged")
        }
        return TileGrid(
            zooms: lowestZoom...zoom, columns: columns, rows: rows, first: pictures[0] ?? some,
            last: pictures[1] ?? some, place: place)
    }
}
