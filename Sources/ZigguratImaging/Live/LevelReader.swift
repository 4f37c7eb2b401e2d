internal import Synchronization
package import ZigguratCore
package import ZigguratSystem

/// Reads regions of the levels of an image, with the pixels that an export gives them.
///
/// A region of a smaller level is halved from the region of the next larger one. Parts that the
/// file leaves out are not read.
package final class LevelReader: Sendable {
    /// Keeps decoded parts of smaller levels.
    package protocol Store: Sendable {
        /// Whether a part is stored.
        func holds(_ name: String) -> Bool
        /// The bytes of a part; `nil` if it is not stored.
        func contents(of name: String) -> [UInt8]?
        /// Stores the bytes of a part.
        func store(_ bytes: [UInt8], _ name: String)
    }

    let source: RegionSource
    let grid: LevelGrid
    let cache: LevelCache
    /// The number of the image in the cache.
    let image: Int
    let store: (any Store)?
    /// The pixel of parts that the file leaves out.
    let blank = Mutex<PixelBlock?>(nil)

    /// - Parameters:
    ///   - keepsAlpha: `false` flattens the image on the background.
    ///   - longestLook: the longest time to search for values that tell the range of 16-bit samples.
    ///   - store: keeps parts of smaller levels, so that larger ones are decoded once.
    /// - Returns: `nil` if regions cannot be read on their own.
    /// - Throws: ``ZigguratError`` if the source cannot be read.
    package init?(
        _ source: SourceImage, keepsAlpha: Bool, background: RGBColor, longestLook: Duration,
        cache: LevelCache, store: (any Store)? = nil
    ) throws(ZigguratError) {
        guard
            let reader = try RegionSource(
                source, keepsAlpha: keepsAlpha, background: background, longestLook: longestLook)
        else { return nil }
        self.source = reader
        grid = LevelGrid(of: source.header.size, cell: reader.cell)
        (self.cache, self.store) = (cache, store)
        image = cache.makeImage()
    }

    /// Whether few pixels besides those of a region are decoded.
    package var readsColumns: Bool { source.readsColumns }

    /// The pixels that are decoded in a number of seconds of processor time.
    package func pixelCount(inSeconds seconds: Double) -> Int {
        Int(seconds / source.source.decoder.traits.secondsPerMegapixel * 1_000_000)
    }

    /// Encodes a region of a level as one image.
    ///
    /// - Parameters:
    ///   - builder: with one pass of one level.
    ///   - isWanted: asked now and then; an answer of `false` cancels.
    package func encoded(
        _ region: PixelRegion, _ reduction: Int, by builder: PyramidBuilder, isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8] {
        let block = try block(of: region, reduction, isWanted: isWanted)
        let memory = TileMemory()
        try builder.build(
            .rows(PixelBlockReader(block)), profile: try source.source.keptProfile(), into: memory
        ) { _ in isWanted() }
        return memory.tiles[Tile.Address(level: 0, column: 0, row: 0)] ?? []
    }

    /// A region of a level as an image that can be resized and turned.
    package func image(
        of region: PixelRegion, _ reduction: Int, isWanted: () -> Bool
    ) throws(ZigguratError) -> RegionImage {
        RegionImage(try block(of: region, reduction, isWanted: isWanted))
    }

    /// The pixels of a region of a level.
    func block(
        of region: PixelRegion, _ reduction: Int, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelBlock {
        guard isWanted() else { throw ZigguratError(Cancelled()) }
        let cells = grid.cells(of: region, reduction).filter { !isEmpty($0) }
        let parts = try cache.workers.run { () throws(ZigguratError) in
            try cache.workers.map(below: cells.count, isWanted: isWanted) {
                number, isWanted throws(ZigguratError) in
                try self.part(cells[number], isAsked: true, isWanted)
            }
        }
        let shown = parts.compactMap { part in
            part.region.intersection(region).map { (place: $0, part: part) }
        }
        let image = try block(
            region, of: reduction, like: shown.first?.part.block,
            isFilled: shown.reduce(0) { $0 + $1.place.size.pixelCount } == region.size.pixelCount,
            isWanted)
        for (place, part) in shown {
            image.copy(
                PixelRegion(
                    x: place.x - part.region.x, y: place.y - part.region.y, width: place.width,
                    height: place.height), of: part.block,
                to: (place.x - region.x, place.y - region.y))
        }
        return image
    }
}

extension PixelRegion {
    /// The pixels of both; `nil` if they share none.
    fileprivate func intersection(_ other: PixelRegion) -> PixelRegion? {
        let (columns, rows) = (
            columns.clamped(to: other.columns), rows.clamped(to: other.rows)
        )
        return columns.isEmpty || rows.isEmpty ? nil : PixelRegion(columns: columns, rows: rows)
    }
}

/// The pixels to decode for a region, and the cells that are stored.
extension LevelReader {
    /// Cells of every third level are stored: a tile needs at most 64 of them.
    private static let storedReductions = 3
    /// At least so many pixels of the file are decoded for each pixel of a stored cell.
    private static let pixelsOfStored = 16

    /// The number of pixels of full resolution to decode for a region of a level. Counting stops
    /// above a limit.
    package func pixelCount(of region: PixelRegion, _ reduction: Int, limit: Int) -> Int {
        var count = 0
        for cell in grid.cells(of: region, reduction) {
            add(cell, to: &count, limit)
        }
        return count
    }

    private func add(_ cell: LevelGrid.Cell, to count: inout Int, _ limit: Int) {
        let region = grid.imageRegion(of: cell)
        guard count <= limit, !source.isEmpty(region), !isDecoded(cell) else { return }
        guard cell.reduction > 0 else {
            count += region.size.pixelCount
            return
        }
        for part in grid.parts(of: cell) { add(part, to: &count, limit) }
    }

    private func isDecoded(_ cell: LevelGrid.Cell) -> Bool {
        if cache.holds(key(cell)) { return true }
        guard let store, cell.reduction > 0,
            cell.reduction.isMultiple(of: Self.storedReductions)
        else { return false }
        return store.holds(Self.name(of: cell))
    }

    /// Whether a cell is stored: only if it is decoded from many pixels.
    func isStored(_ cell: LevelGrid.Cell) -> Bool {
        guard cell.reduction > 0, cell.reduction.isMultiple(of: Self.storedReductions) else {
            return false
        }
        let limit = Self.pixelsOfStored * grid.region(of: cell).size.pixelCount
        var count = 0
        addStored(cell, to: &count, limit)
        return count > limit
    }

    /// Adds the pixels of full resolution that the file has in a cell.
    private func addStored(_ cell: LevelGrid.Cell, to count: inout Int, _ limit: Int) {
        let region = grid.imageRegion(of: cell)
        guard count <= limit, !source.isEmpty(region) else { return }
        guard cell.reduction > 0 else {
            count += region.size.pixelCount
            return
        }
        for part in grid.parts(of: cell) { addStored(part, to: &count, limit) }
    }

    /// The name of a stored cell.
    static func name(of cell: LevelGrid.Cell) -> String {
        "\(cell.reduction)-\(cell.column)-\(cell.row)"
    }
}
