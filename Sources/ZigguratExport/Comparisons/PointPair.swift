package import ZigguratCore
internal import ZigguratStore
internal import ZigguratSystem

/// A point of the first image and the corresponding point of another image, from a file of point
/// pairs.
package struct PointPair: Hashable {
    /// The number of the other image, from 2, or its name; empty if the file does not state it.
    package let picture: String
    package let first: PointTransform.Point
    let other: PointTransform.Point
    /// The line number in the file, from 1.
    let line: Int

    private static let columns = ["firstX", "firstY", "x", "y"]
    private static let imageColumn = "image"
    private static let mostBytes = 1 << 20

    /// Reads a table with the columns image, firstX, firstY, x and y, or a JSON array of objects
    /// with these members. The column or member image is optional.
    ///
    /// - Throws: ``RegistrationError``, or ``RecordError`` if the table is not valid CSV.
    static func read(_ path: String) throws(ZigguratError) -> [PointPair] {
        guard FileSystem.size(of: path) <= mostBytes, let bytes = try? FileSystem.contents(of: path)
        else { throw ZigguratError(RegistrationError.unreadable, path) }
        do throws(ZigguratError) {
            return try pairs(in: bytes)
        } catch {
            throw error.about(path)
        }
    }

    static func pairs(in bytes: [UInt8]) throws(ZigguratError) -> [PointPair] {
        let start = bytes.first { $0 > 0x20 }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw ZigguratError(RegistrationError.notUTF8)
        }
        let isJSON = start == UInt8(ascii: "[") || start == UInt8(ascii: "{")
        let pairs = isJSON ? try objects(in: bytes) : try rows(in: bytes)
        guard !pairs.isEmpty else { throw ZigguratError(RegistrationError.empty) }
        return pairs
    }

    private static func rows(in bytes: [UInt8]) throws(ZigguratError) -> [PointPair] {
        let table: CSVTable
        do {
            table = try CSVTable(bytes)
        } catch {
            throw ZigguratError(error)
        }
        guard let header = table.rows.first else { return [] }
        let names = header.cells.map(\.trimmed)
        func place(_ column: String) throws(ZigguratError) -> Int {
            guard let index = names.firstIndex(of: column) else {
                throw ZigguratError(RegistrationError.missingColumn(column))
            }
            return index
        }
        var places: [Int] = []
        for column in columns { places.append(try place(column)) }
        let picture = names.firstIndex(of: imageColumn)
        var pairs: [PointPair] = []
        for row in table.rows.dropFirst() {
            guard row.cells.count == names.count else {
                throw ZigguratError(
                    RegistrationError.wrongCellCount(
                        line: row.line, cells: row.cells.count, columns: names.count))
            }
            var numbers: [Double] = []
            for (column, index) in zip(columns, places) {
                let text = row.cells[index].trimmed
                guard let number = Double(text), number.isFinite else {
                    throw ZigguratError(
                        RegistrationError.invalidNumber(text, column: column, line: row.line))
                }
                numbers.append(number)
            }
            pairs.append(
                PointPair(picture.map { row.cells[$0].trimmed } ?? "", numbers, line: row.line))
        }
        return pairs
    }

    private static func objects(in bytes: [UInt8]) throws(ZigguratError) -> [PointPair] {
        guard let items = JSONValue(parsing: bytes)?.array,
            items.allSatisfy({ $0.object != nil })
        else { throw ZigguratError(RegistrationError.invalidJSON) }
        var pairs: [PointPair] = []
        for (item, line) in zip(items, linesOfObjects(in: bytes)) {
            var numbers: [Double] = []
            for column in columns {
                guard let number = item[column].number, number.isFinite else {
                    let text = item[column].string ?? ""
                    throw ZigguratError(
                        RegistrationError.invalidNumber(text, column: column, line: line))
                }
                numbers.append(number)
            }
            let picture = item[imageColumn]
            pairs.append(
                PointPair(
                    picture.string ?? picture.integer.map { "\($0)" } ?? "", numbers, line: line))
        }
        return pairs
    }

    /// Returns the line numbers at which the objects of an array begin.
    private static func linesOfObjects(in bytes: [UInt8]) -> [Int] {
        var (lines, line, depth): ([Int], Int, Int) = ([], 1, 0)
        var (isText, isEscaped) = (false, false)
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if isText {
                if !isEscaped, byte == UInt8(ascii: "\"") { isText = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"):
                if depth == 0 { lines.append(line) }
                depth += 1
            case UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return lines
    }

    private init(_ picture: String, _ numbers: [Double], line: Int) {
        self.picture = picture
        first = PointTransform.Point(x: numbers[0], y: numbers[1])
        other = PointTransform.Point(x: numbers[2], y: numbers[3])
        self.line = line
    }
}
