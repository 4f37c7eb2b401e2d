extension PathTemplate {
    /// Returns the tile of a pyramid with a path; `nil` for other paths.
    package func tile(at path: String, in pyramid: Pyramid) -> Tile? {
        var search = PathSearch(template: self, path: path, pyramid: pyramid)
        return search.tile(parts[...], path.utf8[...], [:])
    }
}

/// Reads the values of placeholders from a path, and finds the tile with these values.
private struct PathSearch {
    let template: PathTemplate
    let path: String
    let pyramid: Pyramid
    /// The number of attempts left. Adjacent placeholders can divide digits in many ways.
    var attempts = 10_000

    /// Finds the tile for the rest of the path.
    ///
    /// - Parameters:
    ///   - parts: the parts of the template for the rest of the path.
    ///   - values: the digits of the placeholders that precede the parts.
    mutating func tile(
        _ parts: ArraySlice<PathTemplate.Part>, _ rest: Substring.UTF8View,
        _ values: [PathPlaceholder: Substring]
    ) -> Tile? {
        guard attempts > 0 else { return nil }
        attempts -= 1
        guard let part = parts.first else { return rest.isEmpty ? tile(with: values) : nil }
        switch part {
        case .text(let text): return tile(parts, rest, values, behind: text)
        case .value(let placeholder, let width):
            guard placeholder.isNumber else {
                let any = pyramid.tile(pyramid.levels[0], column: 0, row: 0)
                let value = placeholder.value(for: any)
                let zeros = String(repeating: "0", count: max(0, width - value.count))
                return tile(parts, rest, values, behind: zeros + value)
            }
            // The quadkey of level 0 has no digits.
            let least = placeholder == .quadkey ? 0 : 1
            let digits = rest.prefix { (0x30...0x39).contains($0) }.count
            for count in stride(from: min(digits, 32), through: max(least, width), by: -1) {
                var values = values
                values[placeholder] = Substring(rest.prefix(count))
                if let tile = tile(parts.dropFirst(), rest.dropFirst(count), values) {
                    return tile
                }
            }
            return nil
        }
    }

    private mutating func tile(
        _ parts: ArraySlice<PathTemplate.Part>, _ rest: Substring.UTF8View,
        _ values: [PathPlaceholder: Substring], behind text: String
    ) -> Tile? {
        guard rest.starts(with: text.utf8) else { return nil }
        return tile(parts.dropFirst(), rest.dropFirst(text.utf8.count), values)
    }

    private func tile(with values: [PathPlaceholder: Substring]) -> Tile? {
        let numbers = values.filter { $0.key != .quadkey }.compactMapValues { Int($0) }
        let quadkey = values[.quadkey]
        for level in pyramid.levels {
            guard let address = address(in: level, numbers, quadkey),
                let tile = pyramid.tile(at: address), template.path(of: tile) == path
            else { continue }
            return tile
        }
        return nil
    }

    /// Returns the only tile of a level that can have the values; `nil` if no tile can.
    private func address(
        in level: Level, _ numbers: [PathPlaceholder: Int], _ quadkey: Substring?
    ) -> Tile.Address? {
        var (column, row) =
            (level.columns == 1 ? 0 : nil, level.rows == 1 ? 0 : nil) as (Int?, Int?)
        let (tile, shift) = (pyramid.tiling.tileSize, level.shift)
        for (placeholder, number) in numbers {
            switch placeholder {
            case .level, .z: guard number == level.index else { return nil }
            case .column, .x: column = number - level.firstColumn
            case .row, .y: row = number - level.firstRow
            case .tmsy: row = level.rows - 1 - number
            case .left: column = (number / level.scaleFactor + shift.x) / tile.width
            case .top: row = (number / level.scaleFactor + shift.y) / tile.height
            case .number:
                let inLevel = number - pyramid.tileCount(below: level)
                guard inLevel >= 0 else { return nil }
                (column, row) = (inLevel % level.columns, inLevel / level.columns)
            default: break
            }
        }
        if let quadkey {
            guard quadkey.utf8.count == level.index else { return nil }
            var place = (column: 0, row: 0)
            for digit in quadkey.utf8 {
                place.column = place.column << 1 | Int(digit & 1)
                place.row = place.row << 1 | Int(digit >> 1 & 1)
            }
            (column, row) = (place.column - level.firstColumn, place.row - level.firstRow)
        }
        guard let column, let row else { return nil }
        return Tile.Address(level: level.index, column: column, row: row)
    }
}
