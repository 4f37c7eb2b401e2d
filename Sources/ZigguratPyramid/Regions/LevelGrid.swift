package import ZigguratCore

/// The division of an image's levels into cells. A cell is read or halved as a whole.
///
/// A cell of a level is halved from one, two or four cells of the next larger level. Cells begin at
/// even positions, so halving cells gives the pixels of the halved level. Levels are numbered by
/// their reduction: 0 is full resolution.
package struct LevelGrid: Sendable {
    /// The position of a cell.
    package struct Cell: Hashable, Sendable {
        let reduction: Int
        let column: Int
        let row: Int
    }

    package let size: PixelSize
    private let across: Axis
    private let down: Axis

    /// Creates a grid.
    ///
    /// - Parameter cell: the size of a cell of full resolution. If it is as wide or as high as the
    ///   image, the cells of all levels are as wide or as high as their level.
    init(of size: PixelSize, cell: PixelSize) {
        self.size = size
        across = Axis(length: size.width, cell: cell.width)
        down = Axis(length: size.height, cell: cell.height)
    }

    package func size(of reduction: Int) -> PixelSize { size.reduced(by: 1 << reduction) }

    /// Returns the pixels of a cell in its level.
    func region(of cell: Cell) -> PixelRegion {
        PixelRegion(
            columns: across.range(of: cell.column, cell.reduction),
            rows: down.range(of: cell.row, cell.reduction))
    }

    /// Returns the full-resolution pixels that a cell shows.
    func imageRegion(of cell: Cell) -> PixelRegion {
        let (region, factor) = (region(of: cell), 1 << cell.reduction)
        return PixelRegion(
            columns: region.x * factor..<min(region.maxX * factor, size.width),
            rows: region.y * factor..<min(region.maxY * factor, size.height))
    }

    /// Returns the cells that show a region of a level.
    func cells(of region: PixelRegion, _ reduction: Int) -> [Cell] {
        let (columns, rows) = (
            across.cells(of: region.columns, reduction), down.cells(of: region.rows, reduction)
        )
        return rows.flatMap { row in
            columns.map { Cell(reduction: reduction, column: $0, row: row) }
        }
    }

    /// Returns the cells of the next larger level from which a cell is halved, in reading order.
    func parts(of cell: Cell) -> [Cell] {
        let region = region(of: cell)
        let larger = size(of: cell.reduction - 1)
        return cells(
            of: PixelRegion(
                columns: 2 * region.x..<min(2 * region.maxX, larger.width),
                rows: 2 * region.y..<min(2 * region.maxY, larger.height)), cell.reduction - 1)
    }

    private struct Axis: Sendable {
        private let length: Int
        /// The length of a cell by reduction. The last length is valid for all smaller levels, too.
        private let steps: [Int]

        /// Cells become shorter from level to level down to about this length. In smaller levels, a
        /// cell joins several cells of the next larger level.
        private static let usual = 512

        init(length: Int, cell: Int) {
            self.length = length
            guard cell < length else {
                steps = [.max]
                return
            }
            precondition(cell.isMultiple(of: 2), "cells begin at even places")
            var steps = [cell]
            while let last = steps.last, last > Self.usual, last.isMultiple(of: 4) {
                steps.append(last / 2)
            }
            self.steps = steps
        }

        private func step(_ reduction: Int) -> Int { steps[min(reduction, steps.count - 1)] }

        private func length(_ reduction: Int) -> Int {
            (length + (1 << reduction) - 1) >> reduction
        }

        func range(of number: Int, _ reduction: Int) -> Range<Int> {
            let (step, length) = (step(reduction), length(reduction))
            guard step < length else { return 0..<length }
            return number * step..<min((number + 1) * step, length)
        }

        func cells(of range: Range<Int>, _ reduction: Int) -> ClosedRange<Int> {
            let step = step(reduction)
            return range.lowerBound / step...(range.upperBound - 1) / step
        }
    }
}

extension Range<Int> {
    /// Returns the range extended to even bounds, but not beyond the end of another range. The
    /// other range begins at an even position. So halving both ranges gives equal pixels.
    func extendedToEven(within other: Range<Int>) -> Range<Int> {
        lowerBound - lowerBound % 2..<Swift.min(upperBound + upperBound % 2, other.upperBound)
    }
}
