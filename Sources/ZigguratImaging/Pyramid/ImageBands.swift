package import ZigguratCore
package import ZigguratSystem

/// The bands into which an image is divided, so that several processes build its tiles. A band is a
/// part of the image: some of its rows and, if the image is wide, some of their columns.
///
/// A band has the tiles whose grid cells begin in it, of the levels larger than that of the row file.
/// It also reads the pixels around it that these tiles show. So they have the bytes of a whole build.
package enum ImageBands: Hashable, Sendable {
    /// The bands in rows from the top, each from the left to the right; at least two.
    case bands([PixelRegion])
    /// The rows of the source can only be read from the top.
    case rowsFromTop
    /// The options or the values of the source need the whole image.
    case needsWholeImage
    /// The image has too few rows and columns, or too few levels.
    case tooSmall
}

extension PyramidBuilder {
    /// The most columns of a band. They limit the memory for the rows of its build to about 70 MB.
    package static let widestBand = 16_384

    /// Divides an image into bands of about equal size.
    ///
    /// - Parameters:
    ///   - count: the largest number of bands, at least 2. An image that is wide for this number has
    ///     more.
    ///   - widest: the most columns of a band.
    /// - Throws: ``ZigguratError`` if the source cannot be read.
    package func bands(
        of source: SourceImage, atMost count: Int, widest: Int = Self.widestBand
    ) throws(ZigguratError) -> ImageBands {
        guard source.plan.orientation == .upright, resampled.isEmpty,
            !passes.contains(where: { $0.cutsSource || $0.blankTolerance != nil })
        else { return .needsWholeImage }
        guard source.decoder.beginsAtAnyRow(source.path) else { return .rowsFromTop }
        let columns: Int?
        let schedule: PyramidSchedule
        if source.isIsolated {
            guard source.isReadByOwnDecoder else { return .rowsFromTop }
            columns = nil
            schedule = PyramidSchedule(imageSize: source.header.size, passes: passes)
        } else {
            guard source.isReadDirectly else { return .rowsFromTop }
            let reading = try source.makeReading(keepsAlpha: true, background: background)
            guard let divisible = reading.divisible else { return .rowsFromTop }
            columns = divisible.columnStep
            schedule = PyramidSchedule(
                imageSize: reading.size, passes: passes, chunks: reading.chunks,
                convertsRows: reading.conversion != nil)
        }
        guard source.knowsValues() else { return .needsWholeImage }
        let size = schedule.levels[0].size
        guard let alignment = schedule.startAlignment else { return .rowsFromTop }
        guard schedule.levels.count > LevelRowFile.reduction else { return .tooSmall }
        let larger = schedule.levels[..<LevelRowFile.reduction]
        guard !larger.contains(where: { $0.passes.contains(where: \.isInStrips) }) else {
            return .needsWholeImage
        }
        // A band that begins near the first row of the largest tiles reads few rows twice.
        let tiles = larger.enumerated().flatMap { reduction, level in
            level.passes.map { pass in
                let tile = pass.tiling.tileSize
                return PixelSize(
                    width: tile.width << reduction, height: tile.height << reduction)
            }
        }
        let columnStep = columns.map {
            $0.leastCommonMultiple(with: LevelRowFile.columnAlignment)
        }
        let grid = BandGrid(
            of: size, count: count,
            fewestColumns: columnStep == nil
                ? nil : size.width.dividedRoundingUp(by: widest))
        let rows = Self.ranges(
            size.height, grid.rows, alignment, tiles.map(\.height).max() ?? alignment)
        let columnRanges = Self.ranges(
            size.width, grid.columns, columnStep ?? 1, tiles.map(\.width).max() ?? 1)
        guard rows.count * columnRanges.count > 1 else { return .tooSmall }
        return .bands(
            rows.flatMap { rows in columnRanges.map { PixelRegion(columns: $0, rows: rows) } })
    }

    /// Divides a length into ranges of about equal length that begin at multiples of the alignment.
    ///
    /// - Parameter tile: the length of the largest tiles, at which ranges begin if there are enough.
    private static func ranges(
        _ length: Int, _ count: Int, _ alignment: Int, _ tile: Int
    ) -> [Range<Int>] {
        let step = tile <= length / count ? tile : alignment
        var starts: [Int] = []
        for number in 0..<count {
            let nearest = (number * length + count * step / 2) / (count * step) * step
            let start = nearest - nearest % alignment
            if start > starts.last ?? -1, start < length { starts.append(start) }
        }
        return zip(starts, starts.dropFirst() + [length]).map { $0..<$1 }
    }
}

/// The number of rows and columns of bands.
private struct BandGrid {
    let rows: Int
    let columns: Int

    /// Finds the grid with the shortest edges between bands, along which pixels are read twice.
    ///
    /// - Parameters:
    ///   - count: the number of bands, if that is enough for the columns.
    ///   - fewestColumns: `nil` if only rows can be divided.
    init(of size: PixelSize, count: Int, fewestColumns: Int?) {
        guard let fewestColumns else {
            (rows, columns) = (count, 1)
            return
        }
        let candidates = (1...count).filter { count.isMultiple(of: $0) && $0 >= fewestColumns }
        let best = candidates.min { one, other in
            func edges(_ columns: Int) -> Int {
                (count / columns - 1) * size.width + (columns - 1) * size.height
            }
            return edges(one) < edges(other)
        }
        columns = best ?? fewestColumns
        rows = best.map { count / $0 } ?? max(1, count / fewestColumns)
    }
}
