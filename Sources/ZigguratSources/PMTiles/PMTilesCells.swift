internal import ZigguratCore
internal import ZigguratSystem

/// The columns and rows of a level of a PMTiles archive that have tiles.
struct PMTilesCells: Sendable {
    let zoom: Int
    let columns: Range<Int>
    package let rows: Range<Int>
    /// Whether some tiles in `columns` and `rows` are missing.
    let hasGaps: Bool

    /// - Throws: ``ArchiveError/noTiles``, or ``ArchiveError/tooManyEntries(limit:)``.
    init(ofLargestLevel archive: PMTilesArchive) throws(ZigguratError) {
        // A few bytes of a directory can state any number of tiles.
        let limit = max(1 << 20, archive.file.byteCount / 64)
        guard archive.tileCount <= limit else {
            throw ZigguratError(ArchiveError.tooManyEntries(limit: limit), archive.file.path)
        }
        guard let last = archive.entries.last,
            let zoom = HilbertCurve.tile(of: last.end - 1)?.level
        else { throw ZigguratError(ArchiveError.noTiles, archive.file.path) }
        var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
        var count = 0
        for number in Self.numbers(of: zoom, archive) {
            guard let tile = HilbertCurve.tile(of: number) else { continue }
            (left, right) = (min(left, tile.column), max(right, tile.column))
            (top, bottom) = (min(top, tile.row), max(bottom, tile.row))
            count += 1
        }
        self.zoom = zoom
        (columns, rows) = (left..<right + 1, top..<bottom + 1)
        hasGaps = count < columns.count * rows.count
    }

    private init(zoom: Int, columns: Range<Int>, rows: Range<Int>, hasGaps: Bool) {
        (self.zoom, self.columns, self.rows, self.hasGaps) = (zoom, columns, rows, hasGaps)
    }

    /// Returns the cells with larger ranges of columns and rows.
    func extended(to columns: Range<Int>, _ rows: Range<Int>) -> PMTilesCells {
        PMTilesCells(zoom: zoom, columns: columns, rows: rows, hasGaps: true)
    }

    /// The cells of a smaller level; `nil` if the smaller level does not cover the same part of the
    /// image as this level.
    func reduced(by reduction: Int, in archive: PMTilesArchive) -> PMTilesCells? {
        let step = 1 << reduction
        guard reduction <= zoom, columns.lowerBound.isMultiple(of: step),
            rows.lowerBound.isMultiple(of: step)
        else { return nil }
        let smaller = PMTilesCells(
            zoom: zoom - reduction,
            columns: columns.lowerBound / step..<columns.upperBound.dividedRoundingUp(by: step),
            rows: rows.lowerBound / step..<rows.upperBound.dividedRoundingUp(by: step),
            hasGaps: hasGaps)
        let count = Self.numbers(of: smaller.zoom, archive).reduce(0) { count, _ in count + 1 }
        let cellCount = smaller.columns.count * smaller.rows.count
        return hasGaps ? (count > 0 ? smaller : nil) : (count == cellCount ? smaller : nil)
    }

    /// The first tile of the archive for which a condition holds; `nil` if it holds for no tile.
    func first(
        _ archive: PMTilesArchive, where condition: (Tile.Address) -> Bool
    ) -> Tile.Address? {
        for number in Self.numbers(of: zoom, archive) {
            if let tile = HilbertCurve.tile(of: number), condition(tile) { return tile }
        }
        return nil
    }

    /// A tile that is not cropped: it is outside the last column and row, unless the level has only
    /// one column or row.
    func firstInside(_ archive: PMTilesArchive) -> Tile.Address? {
        first(archive) { tile in
            (columns.count == 1 || tile.column + 1 < columns.upperBound)
                && (rows.count == 1 || tile.row + 1 < rows.upperBound)
        } ?? first(archive) { _ in true }
    }

    /// Whether the archive has a tile in some columns and rows of the level.
    ///
    /// - Parameter area: the area that is searched, as the address of a tile of a smaller level.
    func hasTiles(
        in archive: PMTilesArchive, _ columns: Range<Int>, _ rows: Range<Int>,
        _ area: Tile.Address = Tile.Address(level: 0, column: 0, row: 0)
    ) -> Bool {
        let shift = zoom - area.level
        let across = area.column << shift..<(area.column + 1) << shift
        let down = area.row << shift..<(area.row + 1) << shift
        guard across.overlaps(columns), down.overlaps(rows),
            let numbers = HilbertCurve.numbers(of: zoom, below: area)
        else { return false }
        let next = archive.entries.firstSortedIndex { $0.end > numbers.lowerBound }
        guard next < archive.entries.count, archive.entries[next].number < numbers.upperBound
        else { return false }
        let isInside = columns.clamped(to: across) == across && rows.clamped(to: down) == down
        return isInside || area.children.contains { hasTiles(in: archive, columns, rows, $0) }
    }

    /// The entries of the stored tiles of the level, without repeated tile contents.
    func contents(of archive: PMTilesArchive) -> some Sequence<PMTilesDirectory.Entry> {
        var known: Set<Int> = []
        return Self.entries(of: zoom, archive).lazy.filter { known.insert($0.offset).inserted }
    }

    /// The entries that contain tiles of a level; they can contain tiles of other levels, too.
    private static func entries(
        of zoom: Int, _ archive: PMTilesArchive
    ) -> ArraySlice<PMTilesDirectory.Entry> {
        let range = HilbertCurve.numbers(of: zoom)
        let first = archive.entries.firstSortedIndex { $0.end > range.lowerBound }
        let end = archive.entries.firstSortedIndex { $0.number >= range.upperBound }
        return archive.entries[first..<max(first, end)]
    }

    /// The numbers of the stored tiles of a level.
    private static func numbers(of zoom: Int, _ archive: PMTilesArchive) -> some Sequence<Int> {
        let range = HilbertCurve.numbers(of: zoom)
        return entries(of: zoom, archive).lazy.flatMap {
            ($0.number..<$0.end).clamped(to: range)
        }
    }
}
