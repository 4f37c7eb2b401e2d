package import ZigguratCore
internal import ZigguratSystem

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
