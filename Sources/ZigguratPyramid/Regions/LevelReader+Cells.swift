internal import Synchronization
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Makes cells: decodes a cell, or halves cells of the next larger level.
extension LevelReader {
    func key(_ cell: LevelGrid.Cell) -> LevelCache.Key {
        LevelCache.Key(image: image, cell: cell)
    }

    /// Whether the file stores no pixel of a cell.
    func isEmpty(_ cell: LevelGrid.Cell) -> Bool { source.isEmpty(grid.imageRegion(of: cell)) }

    /// Returns the pixels of a cell that the file stores.
    ///
    /// - Parameters:
    ///   - cell: a cell that is not empty.
    ///   - isAsked: whether a region shows the cell; `false` if the cell is only needed for
    ///     halving.
    func part(
        _ cell: LevelGrid.Cell, isAsked: Bool, _ isWanted: () -> Bool
    ) throws(ZigguratError) -> LevelPart {
        // The many cells of the largest levels would displace the other cells.
        try cache.part(
            key(cell), isKept: isAsked || cell.reduction > 1, isWanted: isWanted
        ) { () throws(ZigguratError) in
            let region = grid.region(of: cell)
            guard cell.reduction > 0 else {
                let stored = source.storedPart(of: region)
                return LevelPart(stored, try source.read(stored, isWanted: isWanted))
            }
            guard let store, isStored(cell) else { return try halved(cell, isWanted) }
            let name = Self.name(of: cell)
            if let bytes = store.contents(of: name),
                let part = try LevelPart(stored: bytes, in: region)
            {
                return part
            }
            let part = try halved(cell, isWanted)
            store.store(part.storedBytes(in: region), name)
            return part
        }
    }

    private func halved(
        _ cell: LevelGrid.Cell, _ isWanted: () -> Bool
    ) throws(ZigguratError) -> LevelPart {
        guard isWanted() else { throw ZigguratError(Cancelled()) }
        let cells = grid.parts(of: cell).filter { !isEmpty($0) }
        let parts = try cache.workers.map(below: cells.count, isWanted: isWanted) {
            number, isWanted throws(ZigguratError) in
            try self.part(cells[number], isAsked: false, isWanted).halved()
        }
        let place = Self.place(of: parts.map(\.region), in: grid.region(of: cell))
        if let only = parts.first, only.region == place { return only }
        let image = try block(
            place, of: cell.reduction, like: parts.first?.block,
            isFilled: parts.reduce(0) { $0 + $1.region.size.pixelCount } == place.size.pixelCount,
            isWanted)
        for part in parts {
            let corner = (part.region.x - place.x, part.region.y - place.y)
            image.copy(PixelRegion(whole: part.region.size), of: part.block, to: corner)
        }
        return LevelPart(place, image)
    }

    /// Returns the smallest region that contains some regions and has even bounds, or ends with the
    /// cell.
    private static func place(of parts: [PixelRegion], in cell: PixelRegion) -> PixelRegion {
        func range(_ ranges: [Range<Int>], _ cell: Range<Int>) -> Range<Int> {
            let start = ranges.map(\.lowerBound).min() ?? cell.lowerBound
            let end = ranges.map(\.upperBound).max() ?? cell.upperBound
            return (start..<end).extendedToEven(within: cell)
        }
        return PixelRegion(
            columns: range(parts.map(\.columns), cell.columns),
            rows: range(parts.map(\.rows), cell.rows))
    }

    /// Returns a block for a region of a level.
    ///
    /// - Parameters:
    ///   - other: a block with the sample format of the result; `nil` if the file stores no pixel
    ///     of the region.
    ///   - isFilled: whether the caller fills the block; otherwise the blank pixel fills it.
    func block(
        _ region: PixelRegion, of reduction: Int, like other: PixelBlock?, isFilled: Bool,
        _ isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelBlock {
        if isFilled, let other { return try PixelBlock(region.size, like: other) }
        let pixel = try blankPixel(in: region, reduction, isWanted)
        let image = try PixelBlock(region.size, like: pixel)
        image.fill(PixelRegion(whole: region.size), with: pixel.firstPixel)
        return image
    }

    /// Returns the pixel that stands for parts that the file does not store, in a level.
    ///
    /// - Parameters:
    ///   - region: a part of the level that shows a part of the image missing in the file.
    ///   - reduction: the reduction of the level. Halving removes the colour of transparent pixels.
    private func blankPixel(
        in region: PixelRegion, _ reduction: Int, _ isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelBlock {
        let stored: PixelBlock
        if let known = blank.withLock({ $0 }) {
            stored = known
        } else {
            let place = emptyPlace(in: region, reduction)
            stored = try source.read(
                PixelRegion(x: place.x, y: place.y, width: 1, height: 1), isWanted: isWanted)
            blank.withLock { $0 = stored }
        }
        return reduction > 0 ? try stored.halved() : stored
    }

    /// Returns a position in the image that the file does not store.
    private func emptyPlace(in region: PixelRegion, _ reduction: Int) -> (x: Int, y: Int) {
        var cells = grid.cells(of: region, reduction)
        while let cell = cells.popLast() {
            let whole = grid.imageRegion(of: cell)
            guard !source.isEmpty(whole) else { return (whole.x, whole.y) }
            if cell.reduction > 0 {
                cells += grid.parts(of: cell)
                continue
            }
            let stored = source.storedPart(of: whole)
            if stored.x > whole.x || stored.y > whole.y { return (whole.x, whole.y) }
            if stored != whole {
                let isLower = stored.maxY < whole.maxY
                return (isLower ? whole.x : whole.maxX - 1, isLower ? whole.maxY - 1 : whole.y)
            }
        }
        preconditionFailure("the file leaves out a part of the region")
    }
}

extension LevelPart {
    /// Returns this part in the next smaller level.
    fileprivate func halved() throws(ZigguratError) -> LevelPart {
        let (columns, rows) = (region.columns, region.rows)
        return LevelPart(
            PixelRegion(
                columns: columns.lowerBound / 2..<(columns.upperBound + 1) / 2,
                rows: rows.lowerBound / 2..<(rows.upperBound + 1) / 2), try block.halved())
    }
}
