internal import Synchronization
package import ZigguratCore
package import ZigguratImaging
package import ZigguratSources
package import ZigguratSystem

/// Reads regions of an image's levels. The pixels equal the pixels of an export.
///
/// A region of a smaller level is halved from a region of the next larger level. Parts that the
/// file does not store are not read.
package final class LevelReader: Sendable {
    /// A store for decoded parts of smaller levels.
    package protocol Store: Sendable {
        /// Whether a part is stored.
        func holds(_ name: String) -> Bool
        /// Returns the bytes of a part; `nil` if it is not stored.
        func contents(of name: String) -> [UInt8]?
        /// Stores the bytes of a part.
        func store(_ bytes: [UInt8], _ name: String)
    }

    package let source: RegionSource
    package let grid: LevelGrid
    let cache: LevelCache
    /// The number of the image in the cache.
    package let image: Int
    let store: (any Store)?
    /// The pixel of parts that the file does not store.
    let blank = Mutex<PixelBlock?>(nil)

    /// - Parameters:
    ///   - keepsAlpha: whether transparency is kept; otherwise the image is blended with the
    ///     background.
    ///   - longestLook: the longest time to search for the range of 16-bit samples.
    ///   - store: a store for parts of smaller levels, so that larger levels are decoded only once.
    /// - Returns: `nil` if regions of the source cannot be read independently.
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

    /// Whether reading a region decodes few pixels outside the region.
    package var readsColumns: Bool { source.readsColumns }

    /// Returns the number of pixels that the decoder reads in a processor time, in seconds.
    package func pixelCount(inSeconds seconds: Double) -> Int {
        Int(seconds / source.source.decoder.traits.secondsPerMegapixel * 1_000_000)
    }

    /// Encodes a region of a level as one image.
    ///
    /// - Parameters:
    ///   - builder: a builder with one pass of one level.
    ///   - isWanted: called from time to time; returns `false` to cancel.
    package func encoded(
        _ region: PixelRegion, _ reduction: Int, by builder: PyramidBuilder, isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8] {
        let block = try block(of: region, reduction, isWanted: isWanted)
        let memory = InMemoryTileSink()
        try builder.build(
            .rows(PixelBlockReader(block)), profile: try source.source.keptProfile(), into: memory
        ) { _ in isWanted() }
        return memory.tiles[Tile.Address(level: 0, column: 0, row: 0)] ?? []
    }

    /// Returns a region of a level as an image that can be resized and turned.
    package func image(
        of region: PixelRegion, _ reduction: Int, isWanted: () -> Bool
    ) throws(ZigguratError) -> RegionImage {
        RegionImage(try block(of: region, reduction, isWanted: isWanted))
    }

    /// Returns the pixels of a region of a level.
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
    /// Returns the pixels that are in both regions; `nil` if the regions are disjoint.
    fileprivate func intersection(_ other: PixelRegion) -> PixelRegion? {
        let (columns, rows) = (
            columns.clamped(to: other.columns), rows.clamped(to: other.rows)
        )
        return columns.isEmpty || rows.isEmpty ? nil : PixelRegion(columns: columns, rows: rows)
    }
}

/// Counting of the pixels to decode for a region, and the choice of cells to store.
extension LevelReader {
    /// The interval of levels with stored cells. At 3, a tile needs at most 64 stored cells.
    private static let storedReductions = 3
    /// The smallest number of decoded pixels for each pixel of a stored cell.
    private static let pixelsOfStored = 16

    /// Returns the number of full-resolution pixels to decode for a region of a level. Counting
    /// stops when it exceeds the limit.
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

    /// Whether a cell is stored. Only cells that are decoded from many pixels are stored.
    func isStored(_ cell: LevelGrid.Cell) -> Bool {
        guard cell.reduction > 0, cell.reduction.isMultiple(of: Self.storedReductions) else {
            return false
        }
        let limit = Self.pixelsOfStored * grid.region(of: cell).size.pixelCount
        var count = 0
        addStored(cell, to: &count, limit)
        return count > limit
    }

    /// Adds the number of full-resolution pixels that the file stores of a cell.
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
    package static func name(of cell: LevelGrid.Cell) -> String {
        "\(cell.reduction)-\(cell.column)-\(cell.row)"
    }
}
