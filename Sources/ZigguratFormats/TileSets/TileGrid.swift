package import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

/// The zooms of a pyramid without a descriptor, and the columns, rows and tile size of its highest
/// zoom. These values follow from the names and the tiles.
package struct TileGrid {
    let zooms: ClosedRange<Int>
    let columns: ClosedRange<Int>
    let rows: ClosedRange<Int>
    let fileExtension: String
    /// The first tile of the highest zoom.
    let first: TileImage
    let last: TileImage
    let place: String

    /// - Parameters:
    ///   - last: the tile of the last column and row of the highest zoom.
    ///   - place: the path for messages.
    package init(
        zooms: ClosedRange<Int>, columns: ClosedRange<Int>, rows: ClosedRange<Int>,
        first: TileImage, last: TileImage, place: String
    ) {
        (self.zooms, self.columns, self.rows) = (zooms, columns, rows)
        (self.first, self.last, self.place) = (first, last, place)
        fileExtension = first.format.fileExtension
    }

    /// The tile that libvips writes once instead of all skipped tiles.
    static let blank = "blank.png"

    /// - Parameter rowFirst: whether the folders of a zoom are rows, not columns.
    /// - Returns: `nil` if the files have no `z/x/y` folders.
    init?(in files: any BundleFiles, rowFirst: Bool = false) throws(ZigguratError) {
        let zoomFolders = try Self.folders(in: files, "")
        guard let top = zoomFolders.max(), let bottom = zoomFolders.min(), top < 31 else {
            return nil
        }
        let columns = try Self.folders(in: files, "\(top)").sorted()
        guard let left = try Self.firstWithTiles(columns, of: top, in: files),
            let right = try Self.firstWithTiles(columns.reversed(), of: top, in: files)
        else { return nil }
        var rows: [Int] = []
        var endings: Set<String> = []
        // A tile can be missing in one of the two columns; the other column then shows the image's
        // height.
        for column in Set([left, right]) {
            for tile in try Self.tiles(of: column, of: top, in: files) {
                rows.append(tile.row)
                endings.insert(tile.ending)
            }
        }
        guard let upper = rows.min(), let lower = rows.max(), let ending = endings.min() else {
            return nil
        }
        let last = try files.tileImage(at: "\(top)/\(right)/\(lower).\(ending)")
        let first = try files.tileImage(at: "\(top)/\(left)/\(upper).\(ending)")
        guard let known = first ?? last else { return nil }
        self.first = first ?? known
        self.last = last ?? known
        zooms = bottom...top
        self.columns = rowFirst ? upper...lower : left...right
        self.rows = rowFirst ? left...right : upper...lower
        fileExtension = ending
        place = files.place(of: "\(top)")
    }

    /// Returns the pyramid of the tiles.
    ///
    /// - Parameter known: the image's size, if metadata state it; ignored if it contradicts the
    ///   number of tiles.
    package func reading(
        naming: any NamingStrategy, imageSize known: PixelSize? = nil, isSparse: Bool = false
    ) -> PyramidReading {
        let tile = first.size
        guard columns.lowerBound == 0, rows.lowerBound == 0 else {
            return .failure(
                ZigguratError(
                    DescriptorError.partOfMap(
                        column: columns.lowerBound, row: rows.lowerBound), place))
        }
        let isCropped = last.size != tile
        if let known,
            known.width.dividedRoundingUp(by: tile.width) == columns.upperBound + 1,
            known.height.dividedRoundingUp(by: tile.height) == rows.upperBound + 1
        {
            return .success(FoundPyramid(pyramid(of: known, isCropped: isCropped), naming: naming))
        }
        let size = PixelSize(
            width: columns.upperBound * tile.width + last.size.width,
            height: rows.upperBound * tile.height + last.size.height)
        return .success(
            FoundPyramid(
                pyramid(of: size, isCropped: isCropped), naming: naming, isSparse: isSparse,
                sizeOrigin: .tiles(mayBePadded: !isCropped)))
    }

    private func pyramid(of size: PixelSize, isCropped: Bool) -> Pyramid {
        let tiling = Tiling(
            tileSize: first.size, edge: isCropped ? .crop : .pad,
            encoding: TileEncoding(first.format))
        return Pyramid(name: "", imageSize: size, tiling: tiling, levels: zooms)
    }

    /// Returns the first column that has tiles: gdal2tiles leaves empty folders behind.
    private static func firstWithTiles(
        _ columns: [Int], of zoom: Int, in files: any BundleFiles
    ) throws(ZigguratError) -> Int? {
        for column in columns {
            guard try tiles(of: column, of: zoom, in: files).isEmpty else { return column }
        }
        return nil
    }

    /// Returns the tiles in the folder of a column.
    private static func tiles(
        of column: Int, of zoom: Int, in files: any BundleFiles
    ) throws(ZigguratError) -> [(row: Int, ending: String)] {
        try files.names(in: "\(zoom)/\(column)").compactMap { name in
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let row = number(parts[0]),
                TileFormat(fileExtension: String(parts[1])) != nil
            else { return nil }
            return (row, String(parts[1]))
        }
    }

    /// Returns the pyramid in folders of tiles, or a failure for vector tiles; empty if no tiles
    /// exist.
    static func readings(
        in files: any BundleFiles, rowFirst: Bool = false, _ reading: (TileGrid) -> PyramidReading
    ) throws(ZigguratError) -> [PyramidReading] {
        if let grid = try TileGrid(in: files, rowFirst: rowFirst) { return [reading(grid)] }
        guard try hasVectorTiles(files) else { return [] }
        return [.failure(ZigguratError(DescriptorError.vectorTiles, files.place(of: "")))]
    }

    /// Whether the highest zoom of `z/x/y` folders has vector tiles.
    private static func hasVectorTiles(_ files: any BundleFiles) throws(ZigguratError) -> Bool {
        guard let top = try folders(in: files, "").max(),
            let column = try folders(in: files, "\(top)").first
        else { return false }
        return try files.names(in: "\(top)/\(column)").contains { name in
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 2 && number(parts[0]) != nil
                && MapTileFormat.isVector(String(parts[1]))
        }
    }

    /// Returns the numbers in the names of folders.
    private static func folders(
        in files: any BundleFiles, _ folder: String
    ) throws(ZigguratError) -> [Int] {
        try files.names(in: folder).filter { $0.hasSuffix("/") }.compactMap {
            number($0.dropLast())
        }
    }

    /// Returns a name's number: digits without leading zeros.
    static func number(_ text: some StringProtocol) -> Int? {
        guard let number = Int(text), number >= 0, String(number) == text else { return nil }
        return number
    }
}

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
        guard zoom >= 0 else { throw ZigguratError(ArchiveError.noTiles, place) }
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
            throw ZigguratError(ArchiveError.damagedCornerTiles, place)
        }
        let size = known.size
        guard columns.upperBound < PixelSize.maximumSide / max(1, size.width),
            rows.upperBound < PixelSize.maximumSide / max(1, size.height)
        else { throw ZigguratError(ArchiveError.outOfBounds, place) }
        return TileGrid(
            zooms: lowestZoom...zoom, columns: columns, rows: rows, first: images[0] ?? known,
            last: images[1] ?? known, place: place)
    }
}
