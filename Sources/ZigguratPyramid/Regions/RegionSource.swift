internal import Synchronization
package import ZigguratCore
package import ZigguratImaging
package import ZigguratSources
package import ZigguratSystem

/// Reads regions of an image at full resolution, in the colours of its tiles.
///
/// The source uses the readers that divide an image among processes. These readers deliver each
/// part with the pixels of the whole image.
package final class RegionSource: Sendable {
    /// The method by which regions are read.
    private enum Method: Sendable {
        /// Blocks of the file, independent of the columns.
        case blocks(any BlockSource)
        /// Rows, limited to some columns.
        case columns(Prototype)
        /// Whole rows, with a new reader for each region.
        case rows
        /// Rows from a decoder in another process.
        case process
    }

    /// Creates readers of some columns.
    ///
    /// `@unchecked Sendable`: only one thread at a time requests a reader.
    private final class Prototype: @unchecked Sendable {
        private let reader: any RowReader
        private let conversion: RowConversion?
        private let use = Mutex(())

        init(_ reader: any RowReader, _ conversion: RowConversion?) {
            (self.reader, self.conversion) = (reader, conversion)
        }

        func limited(to columns: Range<Int>) -> any RowReader {
            let limited = use.withLock { _ in reader.limited(to: columns) }
            return conversion.map { ConvertingRowReader(limited, $0) } ?? limited
        }
    }

    package let source: SourceImage
    private let keepsAlpha: Bool
    private let background: RGBColor
    private let method: Method
    /// The size of the cells in which callers should read regions.
    let cell: PixelSize
    /// Whether reading a region decodes few pixels outside the region.
    let readsColumns: Bool

    /// The smallest side of a cell that another process decodes, in pixels. Starting a process
    /// takes as long as decoding many pixels.
    private static let processCell = 1024
    private static let usualCell = 512
    /// The largest size of a cell of whole rows, in bytes: half of the limit of ``LevelCache``,
    /// which does not keep larger cells.
    private static let rowCellBytes = 18_000_000

    /// Prepares reading.
    ///
    /// - Parameter longestLook: the longest time to search for the range of 16-bit samples.
    /// - Returns: `nil` if the pixels of a region depend on pixels outside it, or can be read only
    ///   from the top of the image.
    init?(
        _ source: SourceImage, keepsAlpha: Bool, background: RGBColor, longestLook: Duration
    ) throws(ZigguratError) {
        let end = ContinuousClock.now + longestLook
        let size = source.header.size
        guard source.plan.orientation == .upright, source.plan.storedRegion == nil,
            try source.opened().beginsAtAnyRow,
            Self.needsNoLimits(source, isWanted: { ContinuousClock.now < end })
        else { return nil }
        (self.source, self.keepsAlpha, self.background) = (source, keepsAlpha, background)
        let bands = source.header.hasAlpha && keepsAlpha ? 4 : 3
        let rowBytes = size.width * bands * source.request.sampleBits / 8
        let rowCell = PixelSize(width: size.width, height: Self.rows(of: rowBytes))
        guard !source.isIsolated else {
            guard source.isReadByOwnDecoder else { return nil }
            method = .process
            switch try source.opened().regionAccess(source.header) {
            case .none: return nil
            case .rows: (cell, readsColumns) = (rowCell, false)
            case .cells(let step):
                cell = PixelSize(
                    width: Self.length(step.width, Self.processCell),
                    height: Self.length(step.height, Self.processCell))
                readsColumns = true
            }
            return
        }
        guard source.isReadDirectly else { return nil }
        let reading = try source.makeReading(keepsAlpha: keepsAlpha, background: background)
        guard let division = reading.division else { return nil }
        guard let step = division.columnStep else {
            (method, cell, readsColumns) = (.rows, rowCell, false)
            return
        }
        switch reading {
        case .blocks(let blocks): method = .blocks(blocks)
        case .rows(let reader): method = .columns(Prototype(reader, nil))
        case .stored(let reader, let conversion):
            method = .columns(Prototype(reader, conversion))
        }
        readsColumns = true
        cell = PixelSize(
            width: Self.length(step, Self.usualCell),
            height: Self.length(reading.chunks?.height ?? step, Self.usualCell))
    }

    /// Whether samples are used unchanged, so that no range of values has to be found.
    private static func needsNoLimits(_ source: SourceImage, isWanted: () -> Bool) -> Bool {
        if source.knowsValues(isWanted: isWanted) { return true }
        // Another process searches the samples.
        guard source.isIsolated, let finding = try? source.findValueRange(isWanted: isWanted) else {
            return false
        }
        return finding.limits == nil
    }

    /// Returns the smallest even multiple of a step that is at least a length.
    private static func length(_ step: Int, _ length: Int) -> Int {
        let even = step.isMultiple(of: 2) ? step : 2 * step
        return length.dividedRoundingUp(by: even) * even
    }

    private static func rows(of rowBytes: Int) -> Int {
        var rows = 1024
        // Rows of a block are longer than their pixels: they end with a gap, at multiples of 64
        // bytes.
        while rows > 64, rows * (rowBytes + 128) > rowCellBytes { rows /= 2 }
        return rows
    }

    /// Whether the file stores no pixel of a region.
    func isEmpty(_ region: PixelRegion) -> Bool {
        guard case .blocks(let blocks) = method else { return false }
        return blocks.isEmpty(region)
    }

    /// Returns the smallest part of a region that contains all stored pixels. The part begins and
    /// ends at even positions, or at the end of the region, so halving it gives the pixels of the
    /// halved region.
    ///
    /// - Parameter region: a region that is not empty and begins at an even position.
    func storedPart(of region: PixelRegion) -> PixelRegion {
        guard case .blocks(let blocks) = method else { return region }
        let (width, height) = (blocks.blockSize.width, blocks.blockSize.height)
        let rows = Self.stored(region.rows, step: height) { rows in
            blocks.isEmpty(PixelRegion(columns: region.columns, rows: rows))
        }
        let columns = Self.stored(region.columns, step: width) { columns in
            blocks.isEmpty(PixelRegion(columns: columns, rows: rows))
        }
        return PixelRegion(columns: columns, rows: rows)
    }

    /// Returns a range without empty steps at both ends, extended to even positions.
    private static func stored(
        _ range: Range<Int>, step: Int, isEmpty: (Range<Int>) -> Bool
    ) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while case let next = (start / step + 1) * step, next < end, isEmpty(start..<next) {
            start = next
        }
        while case let last = (end - 1) / step * step, last > start, isEmpty(last..<end) {
            end = last
        }
        // The blocks of a file can have an odd length.
        return (start..<end).extendedToEven(within: range)
    }

    /// Reads a region.
    ///
    /// - Parameter isWanted: called from time to time; returns `false` to cancel.
    package func read(
        _ region: PixelRegion, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelBlock {
        do throws(ZigguratError) {
            switch method {
            case .blocks(let blocks):
                let reader = try BlockRowReader(blocks.limited(to: region.columns))
                return try block(from: reader, region, skipping: region.y, isWanted)
            case .columns(let prototype):
                let reader = prototype.limited(to: region.columns)
                return try block(from: reader, region, skipping: region.y, isWanted)
            case .rows:
                let reader = try source.makeReading(
                    keepsAlpha: keepsAlpha, background: background, isWanted: isWanted
                ).makeRowReader()
                return try block(from: reader, region, skipping: region.y, isWanted)
            case .process:
                let part = try SourceImage(source, region: region)
                let reader = try part.makeReading(
                    keepsAlpha: keepsAlpha, background: background, isWanted: isWanted
                ).makeRowReader()
                return try block(from: reader, region, skipping: 0, isWanted)
            }
        } catch {
            throw error.orAbout(source.path)
        }
    }

    private func block(
        from reader: any RowReader, _ region: PixelRegion, skipping count: Int,
        _ isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelBlock {
        guard reader.size.width == region.width else {
            throw ZigguratError(SourceError.changed)
        }
        try reader.skip(count, isWanted: isWanted)
        let block = try PixelBlock(
            region.size, bands: reader.bands, sampleBytes: reader.sampleBytes)
        for top in stride(from: 0, to: region.height, by: RowChunk.height) {
            guard isWanted() else { throw ZigguratError(Cancelled()) }
            let rows = (top..<min(top + RowChunk.height, region.height))
                .map(block.row)
            try reader.waitForRows(rows.count, isWanted: isWanted)
            try reader.read(rows[...])
        }
        return block
    }
}

extension SourceImage {
    /// Whether the file may contain smaller levels; `false` means that it contains only one level.
    package var mayHaveLevels: Bool { (try? opened())?.mayHaveLevels ?? true }
}
