internal import ZigguratCore
internal import ZigguratImaging
package import ZigguratSystem

/// A pattern of file names for pieces in rows and columns.
package struct MosaicGrid: Hashable, Sendable {
    /// The texts of the pattern before, between and after the two numbers.
    private let parts: [String]
    /// Whether the number of the row comes first.
    private let isRowFirst: Bool

    /// - Parameter pattern: a file name or a relative path that contains `{row}` and `{column}`
    ///   once each, in either order, with text between them.
    package init?(_ pattern: String) {
        let row = pattern.ranges(of: "{row}")
        let column = pattern.ranges(of: "{column}")
        guard row.count == 1, column.count == 1, !pattern.hasPrefix("/") else { return nil }
        isRowFirst = row[0].lowerBound < column[0].lowerBound
        let (first, last) = isRowFirst ? (row[0], column[0]) : (column[0], row[0])
        parts = [
            String(pattern[..<first.lowerBound]),
            String(pattern[first.upperBound..<last.lowerBound]),
            String(pattern[last.upperBound...]),
        ]
        guard !parts[1].isEmpty else { return nil }
    }

    /// The row and the column of a file name or path; `nil` if the name does not match the pattern.
    package func place(of name: String) -> (row: Int, column: Int)? {
        var rest = Substring(name)
        guard rest.hasPrefix(parts[0]) else { return nil }
        rest = rest.dropFirst(parts[0].count)
        guard let first = Self.number(&rest), rest.hasPrefix(parts[1]) else { return nil }
        rest = rest.dropFirst(parts[1].count)
        guard let second = Self.number(&rest), rest == parts[2] else { return nil }
        return isRowFirst ? (first, second) : (second, first)
    }

    private static func number(_ rest: inout Substring) -> Int? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest.dropFirst(digits.count)
        return Int(digits)
    }

    /// Lists the pieces in a folder. A column is as wide as its widest piece, and a row is as high
    /// as its highest piece.
    ///
    /// - Parameters:
    ///   - prefix: the path from the folder of the list to `folder`, with a slash at its end.
    ///   - overlap: the number of pixels by which neighbouring pieces overlap.
    /// - Throws: ``SourceError`` if the folder has no pieces, two pieces share a place, or a
    ///   piece is unreadable.
    package func list(
        of folder: String, prefix: String, overlap: Int
    ) throws(ZigguratError) -> MosaicList {
        var cells: [Cell] = []
        for name in try paths(in: folder) {
            guard let place = place(of: name) else { continue }
            let source = try SourceImage(path: "\(folder)/\(name)")
            cells.append(Cell(row: place.row, column: place.column, name, source.header.size))
        }
        guard !cells.isEmpty else {
            throw ZigguratError(SourceError.mosaic(.empty), folder)
        }
        cells.sort { ($0.row, $0.column) < ($1.row, $1.column) }
        for (cell, next) in zip(cells, cells.dropFirst())
        where (cell.row, cell.column) == (next.row, next.column) {
            throw ZigguratError(SourceError.mosaic(.samePlace(next.name)), folder)
        }
        let left = Self.starts(cells.map { ($0.column, $0.size.width - overlap) })
        let top = Self.starts(cells.map { ($0.row, $0.size.height - overlap) })
        return MosaicList(
            cells.map { cell in
                MosaicList.Piece(
                    file: prefix + cell.name, x: left[cell.column] ?? 0, y: top[cell.row] ?? 0)
            })
    }

    /// The sorted paths with as many components as the pattern.
    private func paths(in folder: String) throws(ZigguratError) -> [String] {
        var paths = try FileSystem.entries(in: folder)
        for _ in 0..<parts.joined().count(where: { $0 == "/" }) {
            var deeper: [String] = []
            for path in paths where FileSystem.isFolder("\(folder)/\(path)") {
                deeper += try FileSystem.entries(in: "\(folder)/\(path)").map { "\(path)/\($0)" }
            }
            paths = deeper
        }
        return paths.sorted()
    }

    private struct Cell {
        let row: Int
        let column: Int
        package let name: String
        package let size: PixelSize

        init(row: Int, column: Int, _ name: String, _ size: PixelSize) {
            (self.row, self.column, self.name, self.size) = (row, column, name, size)
        }
    }

    /// The start of each column or row, by its number. Numbers without a piece take no space.
    private static func starts(_ lengths: [(number: Int, length: Int)]) -> [Int: Int] {
        var longest: [Int: Int] = [:]
        for (number, length) in lengths {
            longest[number] = max(longest[number] ?? 0, length)
        }
        var starts: [Int: Int] = [:]
        var start = 0
        for (number, length) in longest.sorted(by: { $0.key < $1.key }) {
            starts[number] = start
            start += max(0, length)
        }
        return starts
    }
}
