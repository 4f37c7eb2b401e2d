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
    let memory: LevelMemory
    private let image: Int
    let store: (any Store)?
    /// The pixel of parts that the file leaves out.
    private let blank = Mutex<PixelBlock?>(nil)

    /// - Parameters:
    ///   - keepsAlpha: `false` flattens the image on the background.
    ///   - store: keeps parts of smaller levels, so that larger ones are decoded once.
    /// - Returns: `nil` if regions cannot be read on their own.
    /// - Throws: ``ZigguratError`` if the source cannot be read.
    package init?(
        _ source: SourceImage, keepsAlpha: Bool, background: RGBColor, memory: LevelMemory,
        store: (any Store)? = nil
    ) throws(ZigguratError) {
        guard
            let reader = try RegionSource(source, keepsAlpha: keepsAlpha, background: background)
        else { return nil }
        self.source = reader
        grid = LevelGrid(of: source.header.size, cell: reader.cell)
        (self.memory, self.store) = (memory, store)
        image = memory.makeImage()
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
        var shown: [(place: PixelRegion, part: LevelPart)] = []
        for cell in grid.cells(of: region, reduction) {
            guard let part = try part(cell, isAsked: true, isWanted),
                let place = part.region.intersection(region)
            else { continue }
            shown.append((place, part))
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

    func key(_ cell: LevelGrid.Cell) -> LevelMemory.Key {
        LevelMemory.Key(image: image, cell: cell)
    }

    /// The pixels of a cell; `nil` if the file leaves them out.
    ///
    /// - Parameter isAsked: whether a region shows the cell; otherwise a cell is halved from it.
    private func part(
        _ cell: LevelGrid.Cell, isAsked: Bool, _ isWanted: () -> Bool
    ) throws(ZigguratError) -> LevelPart? {
        guard !source.isEmpty(grid.imageRegion(of: cell)) else { return nil }
        // Cells of the largest levels, of which there are many, would displace the others.
        return try memory.part(
            key(cell), isKept: isAsked || cell.reduction > 1, isWanted: isWanted
        ) { () throws(ZigguratError) in
            let region = grid.region(of: cell)
            guard cell.reduction > 0 else {
                return LevelPart(
                    region: region, block: try source.read(region, isWanted: isWanted))
            }
            guard let store, isStored(cell) else { return try halved(cell, isWanted) }
            let name = Self.name(of: cell)
            if let bytes = store.contents(of: name),
                let block = try PixelBlock(stored: bytes, region.size)
            {
                return LevelPart(region: region, block: block)
            }
            let part = try halved(cell, isWanted)
            if part.region == region { store.store(part.block.storedBytes, name) }
            return part
        }
    }

    private func halved(
        _ cell: LevelGrid.Cell, _ isWanted: () -> Bool
    ) throws(ZigguratError) -> LevelPart {
        guard isWanted() else { throw ZigguratError(Cancelled()) }
        let region = grid.region(of: cell)
        var parts: [(region: PixelRegion, block: PixelBlock)] = []
        for larger in grid.parts(of: cell) {
            guard let part = try part(larger, isAsked: false, isWanted) else { continue }
            let (columns, rows) = (part.region.columns, part.region.rows)
            let place = PixelRegion(
                columns: columns.lowerBound / 2..<(columns.upperBound + 1) / 2,
                rows: rows.lowerBound / 2..<(rows.upperBound + 1) / 2)
            parts.append((place, part.block))
        }
        let place = Self.place(of: parts.map(\.region), in: region)
        let image = try block(
            place, of: cell.reduction, like: parts.first?.block,
            isFilled: parts.reduce(0) { $0 + $1.region.size.pixelCount } == place.size.pixelCount,
            isWanted)
        for part in parts {
            image.halve(part.block, to: (part.region.x - place.x, part.region.y - place.y))
        }
        return LevelPart(region: place, block: image)
    }

    /// The smallest region that holds others and begins and ends at even places, or at the end of a
    /// cell.
    private static func place(of parts: [PixelRegion], in cell: PixelRegion) -> PixelRegion {
        func range(_ ranges: [Range<Int>], _ cell: Range<Int>) -> Range<Int> {
            let start = ranges.map(\.lowerBound).min() ?? cell.lowerBound
            let end = ranges.map(\.upperBound).max() ?? cell.upperBound
            return start - start % 2..<min(end + end % 2, cell.upperBound)
        }
        return PixelRegion(
            columns: range(parts.map(\.columns), cell.columns),
            rows: range(parts.map(\.rows), cell.rows))
    }

    /// A block for a region of a level.
    ///
    /// - Parameters:
    ///   - other: a block with the same samples; `nil` if the file leaves out everything.
    ///   - isFilled: whether the caller fills it; otherwise it is filled with the blank pixel.
    private func block(
        _ region: PixelRegion, of reduction: Int, like other: PixelBlock?, isFilled: Bool,
        _ isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelBlock {
        if isFilled, let other { return try Self.block(region.size, like: other) }
        let pixel = try blankPixel(in: region, reduction, isWanted)
        let image = try Self.block(region.size, like: pixel)
        image.fill(
            PixelRegion(x: 0, y: 0, width: region.width, height: region.height),
            with: pixel.firstPixel)
        return image
    }

    private static func block(
        _ size: PixelSize, like other: PixelBlock
    ) throws(ZigguratError) -> PixelBlock {
        try PixelBlock(size, bands: other.bands, sampleBytes: other.sampleBytes)
    }

    /// The pixel of parts that the file leaves out, in a level.
    ///
    /// - Parameters:
    ///   - region: a part of the level that shows a place of the image that is left out.
    ///   - reduction: of the level. Halving loses the colour of transparent pixels.
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
        guard reduction > 0 else { return stored }
        let pixel = try Self.block(stored.size, like: stored)
        pixel.halve(stored, to: (0, 0))
        return pixel
    }

    /// A place of the image that the file leaves out.
    private func emptyPlace(in region: PixelRegion, _ reduction: Int) -> PixelRegion {
        var cells = grid.cells(of: region, reduction)
        while let cell = cells.popLast() {
            let place = grid.imageRegion(of: cell)
            if source.isEmpty(place) { return place }
            if cell.reduction > 0 { cells += grid.parts(of: cell) }
        }
        preconditionFailure("the file leaves out a part of the region")
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
