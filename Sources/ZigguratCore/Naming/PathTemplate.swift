package import ZigguratSystem

/// A path with placeholders, such as `{name}_files/{level}/{column}_{row}.{ext}`.
///
/// A placeholder of ``PathPlaceholder`` may have a width, to which zeros pad the value: `{y:04}`. A
/// path stays in the bundle's folder: no slash at either end, no empty, `.` or `..` segment. Braces
/// and slashes are compared as bytes, as in the file system: a combining mark would make another
/// character of a slash.
package struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
    enum Part: Hashable, Sendable {
        case text(String)
        case value(PathPlaceholder, width: Int)
    }

    let parts: [Part]
    package let description: String

    /// Parses a template.
    ///
    /// - Throws: ``NamingError`` with the position of the fault.
    package init(_ text: String) throws(ZigguratError) {
        var parts: [Part] = []
        let bytes = text.utf8
        // Text lies between placeholders.
        var (literalStart, place) = (bytes.startIndex, bytes.startIndex)
        while place < bytes.endIndex {
            let byte = bytes[place]
            guard byte != UInt8(ascii: "}") else { throw Self.error(text, place, .unopenedBrace) }
            guard byte == UInt8(ascii: "{") else {
                place = bytes.index(after: place)
                continue
            }
            guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "}")) else {
                throw Self.error(text, place, .unclosedBrace)
            }
            if literalStart < place { parts.append(.text(String(text[literalStart..<place]))) }
            let inside = text[bytes.index(after: place)..<end]
            parts.append(try Self.part(inside, in: text, at: place))
            place = bytes.index(after: end)
            literalStart = place
        }
        if literalStart < place { parts.append(.text(String(text[literalStart...]))) }
        try Self.checkSegments(of: text)
        self.parts = parts
        description = text
    }

    package func path(of tile: Tile) -> String {
        var path = ""
        for part in parts {
            switch part {
            case .text(let text): path += text
            case .value(let placeholder, let width):
                path += Self.padded(placeholder.value(for: tile), to: width)
            }
        }
        return path
    }

    /// Returns the position of a path segment's first character in the template, counted from 1.
    package func position(ofSegment index: Int) -> Int {
        let segments = description.unicodeScalars.split(
            separator: "/", omittingEmptySubsequences: false)
        guard segments.indices.contains(index) else { return 1 }
        return description.distance(from: description.startIndex, to: segments[index].startIndex)
            + 1
    }

    /// Replaces the placeholders that have one value for all tiles of a level.
    ///
    /// - Returns: `nil` if a value contains braces, which a page would read as a placeholder. `nil`
    ///   if columns or rows do not begin at 0, where a page begins to count.
    package func fixed(for level: Level, of pyramid: Pyramid) -> String? {
        guard level.firstColumn == 0, level.firstRow == 0 else { return nil }
        let tile = pyramid.tile(level, column: 0, row: 0)
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .value(let placeholder, let width) where placeholder.isFixedOnLevel:
                let value = Self.padded(placeholder.value(for: tile), to: width)
                if value.unicodeScalars.contains(where: { $0 == "{" || $0 == "}" }) { return nil }
                text += value
            case .value(.quadkey, _):
                return nil
            case .value(let placeholder, let width):
                text +=
                    width > 0 ? "{\(placeholder.rawValue):0\(width)}" : "{\(placeholder.rawValue)}"
            }
        }
        return text
    }

    /// Checks the segments of the template. Values contain no slash, so the path has the template's
    /// segments.
    private static func checkSegments(of text: String) throws(ZigguratError) {
        let segments = text.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for segment in segments {
            if segment.isEmpty { throw error(text, segment.startIndex, .emptyName) }
            if segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8) {
                throw error(text, segment.startIndex, .relativeName(String(Substring(segment))))
            }
            if let control = segment.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) {
                throw error(text, control, .controlCharacter)
            }
        }
    }

    private static func part(
        _ inside: Substring, in text: String, at place: String.Index
    ) throws(ZigguratError) -> Part {
        let colon = inside.utf8.firstIndex(of: UInt8(ascii: ":"))
        let word = String(inside[..<(colon ?? inside.endIndex)])
        guard let placeholder = PathPlaceholder.allCases.first(where: { $0.rawValue == word })
        else { throw error(text, place, .unknownPlaceholder(word)) }
        guard let colon else { return .value(placeholder, width: 0) }
        let digits = inside[inside.utf8.index(after: colon)...]
        guard digits.utf8.first == UInt8(ascii: "0"), let width = Int(digits),
            (1...32).contains(width)
        else { throw error(text, place, .invalidWidth(String(digits), placeholder: word)) }
        return .value(placeholder, width: width)
    }

    private static func error(
        _ text: String, _ place: String.Index, _ kind: NamingError.Kind
    ) -> ZigguratError {
        let position = text.distance(from: text.startIndex, to: place) + 1
        return ZigguratError(NamingError(kind, position: position), text)
    }

    private static func padded(_ value: String, to width: Int) -> String {
        String(repeating: "0", count: max(0, width - value.count)) + value
    }
}

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
