import ZigguratCore

@testable import ZigguratImaging
@testable import ZigguratPyramid

/// The rows that a tile shows and the rows that halving makes. The arithmetic is independent of the
/// schedule, which the tests compare with it.
struct ScheduleGeometry {
    /// The tiles of a pass on a level. Rows of tiles count in the order of stored rows; their grid begins
    /// at the edge that is the top or the left of the turned image.
    struct Grid {
        let tileHeight: Int
        let rows: Int
        /// The number of tiles along a stored row.
        let columns: Int
        let overlap: Int
        /// Whether the level is one tall image that is encoded in strips of 64 rows, one strip
        /// after the other.
        let isInStrips: Bool
        /// The stored rows that the grid covers, and the offset of the first of these rows in its
        /// tile.
        let length: Int
        let shift: Int
        let levelHeight: Int
        let isMirrored: Bool

        /// The stored rows that a row of tiles shows.
        func rowsShown(by tileRow: Int) -> Range<Int> {
            let cell = isMirrored ? rows - 1 - tileRow : tileRow
            let top = max(0, cell * tileHeight - shift - overlap)
            let end = min(length, (cell + 1) * tileHeight - shift + overlap)
            return isMirrored ? levelHeight - end..<levelHeight - top : top..<end
        }

        /// A range of tile rows that includes all tile rows with this stored row.
        func tileRows(near row: Int) -> Range<Int> {
            let middle = ((isMirrored ? levelHeight - 1 - row : row) + shift) / tileHeight
            let reach = overlap / tileHeight + 1
            let (first, end) = (max(0, middle - reach), min(rows, middle + reach + 1))
            guard first < end else { return 0..<0 }
            return isMirrored ? rows - end..<rows - first : first..<end
        }
    }

    /// A part of the tiles of a pass on a level.
    struct Share {
        let rows: Range<Int>
        let columns: Range<Int>
    }

    /// The grids by level and pass.
    let grids: [[Grid?]]
    /// The heights of the stored levels.
    private let heights: [Int]
    private let mirrorsY: Bool

    /// - Parameter imageSize: the size of the stored image.
    init(imageSize: PixelSize, orientation: Orientation, passes: [TilingPass], levels: Int) {
        let sizes = (0...levels).map { Self.size(of: $0, imageSize) }
        heights = sizes.map(\.height)
        mirrorsY = orientation.mirrorsY
        grids = (0..<levels).map { level in
            passes.map { pass in
                guard pass.reductions.contains(level) else { return nil }
                return Grid(pass, on: level, of: sizes[level], orientation)
            }
        }
    }

    var tileCount: Int {
        grids.joined().reduce(0) { $0 + ($1.map { $0.rows * $0.columns } ?? 0) }
    }

    func height(of level: Int) -> Int { heights[level] }

    /// Whether the first stored row has no neighbour: it is the last row of the turned image.
    func firstRowIsAlone(on level: Int) -> Bool { mirrorsY && heights[level] % 2 == 1 }

    /// The rows of the next level that rows are halved to.
    func halved(_ rows: Range<Int>, of level: Int) -> Range<Int> {
        let shift = firstRowIsAlone(on: level) ? 1 : 0
        return (rows.lowerBound + shift) / 2..<(rows.upperBound + shift + 1) / 2
    }

    private static func size(of level: Int, _ size: PixelSize) -> PixelSize {
        let factor = 1 << level
        return PixelSize(
            width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor)
    }
}

extension ScheduleGeometry.Grid {
    fileprivate init(
        _ pass: TilingPass, on level: Int, of size: PixelSize, _ orientation: Orientation
    ) {
        isInStrips =
            orientation == .upright && pass.encoding.format == .jpeg
            && !pass.encoding.progressive && !pass.encoding.lossless
            && pass.windows[level] == nil && pass.overlap == 0 && size.height > 1024
            && pass.tileSize.width >= size.width && pass.tileSize.height >= size.height
        let swaps = orientation.swapsAxes
        let tile =
            swaps
            ? PixelSize(width: pass.tileSize.height, height: pass.tileSize.width) : pass.tileSize
        tileHeight = isInStrips ? 64 : tile.height
        var (covered, shift) = (size, PixelShift.zero)
        if let window = pass.windows[level] {
            covered =
                swaps
                ? PixelSize(width: window.size.height, height: window.size.width) : window.size
            shift = swaps ? PixelShift(x: window.shift.y, y: window.shift.x) : window.shift
        }
        rows = (covered.height + shift.y + tileHeight - 1) / tileHeight
        columns = (covered.width + shift.x + tile.width - 1) / tile.width
        overlap = pass.overlap
        (length, self.shift) = (covered.height, shift.y)
        levelHeight = size.height
        isMirrored = orientation.mirrorsY
    }
}
