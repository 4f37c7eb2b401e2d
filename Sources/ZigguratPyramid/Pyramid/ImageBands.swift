package import ZigguratCore
internal import ZigguratImaging
package import ZigguratSources
package import ZigguratSystem

/// The division of an image into bands, so that several processes build its tiles. A band consists
/// of rows and, if the image is wide, only of some of their columns.
///
/// A band has the tiles whose grid cells begin in the band, in all levels larger than the level of
/// the row file. The build of a band also reads the pixels around the band that these tiles show,
/// so the tiles equal the tiles of a whole build.
package enum ImageBands: Hashable, Sendable {
    /// At least two bands: row by row from the top, each row from left to right.
    case bands([PixelRegion])
    /// The rows of the source can only be read from the top.
    case rowsFromTop
    /// The options or the range of the source's values need the whole image.
    case needsWholeImage
    /// The image has too few rows and columns, or too few levels.
    case tooSmall
}

extension PyramidBuilder {
    /// The largest number of columns in a band. This number limits the memory for the rows of a
    /// build to about 70 MB.
    package static let widestBand = 16_384

    /// Divides an image into bands of about equal size.
    ///
    /// - Parameters:
    ///   - count: the largest number of bands, at least 2. If the image is too wide for this
    ///     number, it gets more bands.
    ///   - widest: the largest number of columns in a band.
    /// - Throws: ``ZigguratError`` if the source cannot be read.
    package func bands(
        of source: SourceImage, atMost count: Int, widest: Int = Self.widestBand
    ) throws(ZigguratError) -> ImageBands {
        guard source.plan.orientation == .upright, resampled.isEmpty,
            !passes.contains(where: { $0.cutsSource || $0.blankTolerance != nil })
        else { return .needsWholeImage }
        guard try source.opened().beginsAtAnyRow else { return .rowsFromTop }
        guard source.request.range == .stored, !source.hasOpenRange else {
            return .needsWholeImage
        }
        let columns: Int?
        let schedule: PyramidSchedule
        if source.isIsolated {
            guard source.isReadByOwnDecoder else { return .rowsFromTop }
            columns = nil
            schedule = PyramidSchedule(imageSize: source.header.size, passes: passes)
        } else {
            guard source.isReadDirectly else { return .rowsFromTop }
            let reading = try source.makeReading(keepsAlpha: true, background: background)
            guard let division = reading.division else { return .rowsFromTop }
            columns = division.columnStep
            schedule = PyramidSchedule(
                imageSize: reading.size, passes: passes, chunks: reading.chunks,
                convertsRows: reading.conversion != nil)
        }
        guard source.knowsValues() else { return .needsWholeImage }
        let size = schedule.levels[0].size
        guard let alignment = schedule.startAlignment else { return .rowsFromTop }
        guard schedule.levels.count > ResumeRows.reduction else { return .tooSmall }
        let larger = schedule.levels[..<ResumeRows.reduction]
        guard !larger.contains(where: { $0.passes.contains(where: \.isInStrips) }) else {
            return .needsWholeImage
        }
        // Bands that begin at a tile boundary of the largest tiles read few rows twice.
        let tiles = larger.enumerated().flatMap { reduction, level in
            level.passes.map { pass in
                let tile = pass.tiling.tileSize
                return PixelSize(
                    width: tile.width << reduction, height: tile.height << reduction)
            }
        }
        let columnStep = columns.map {
            $0.leastCommonMultiple(with: ResumeRows.columnAlignment)
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

    /// Divides a length into ranges of similar length that begin at multiples of the alignment.
    ///
    /// - Parameter tile: the length of the largest tiles. If enough tiles exist, ranges begin at
    ///   tiles.
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

    /// Chooses the grid with the shortest edges between bands. Pixels along these edges are read
    /// twice.
    ///
    /// - Parameters:
    ///   - count: the number of bands; more if the columns need more.
    ///   - fewestColumns: the smallest number of columns; `nil` if only rows can be divided.
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
