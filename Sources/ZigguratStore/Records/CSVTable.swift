/// A table of comma-separated values (RFC 4180).
///
/// Lines may end with CR, LF or CR LF. If the header has more semicolons or tabs than commas, they
/// are the separator.
package struct CSVTable {
    package struct Row: Equatable {
        /// The line number of the row's start, from 1.
        package let line: Int
        package let cells: [String]
    }

    /// The rows, without empty lines.
    package private(set) var rows: [Row] = []
    private let bytes: ArraySlice<UInt8>
    private let separator: UInt8
    private var position: Int
    private var line = 1

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// - Parameter bytes: UTF-8, with or without a byte order mark.
    package init(_ bytes: [UInt8]) throws(RecordError) {
        var bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        // Excel writes the separator into a separate first line.
        let declaration = bytes.prefix { $0 != Self.lineFeed && $0 != Self.carriageReturn }
        if declaration.count == 5, declaration.starts(with: Array("sep=".utf8)),
            let declared = declaration.last
        {
            separator = declared
            bytes = bytes[declaration.endIndex...].drop {
                $0 == Self.lineFeed || $0 == Self.carriageReturn
            }
            line = 2
        } else {
            separator = Self.separator(of: bytes)
        }
        self.bytes = bytes
        position = bytes.startIndex
        while position < bytes.endIndex { try readRow() }
    }

    /// Returns the most frequent separator in the first row, outside quotes.
    private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in bytes {
            if byte == quote { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == lineFeed || byte == carriageReturn { break }
            counts[byte, default: 0] += 1
        }
        let (comma, others) = (UInt8(ascii: ","), [UInt8(ascii: ";"), UInt8(ascii: "\t")])
        return others.reduce(comma) { best, other in
            counts[other] ?? 0 > counts[best] ?? 0 ? other : best
        }
    }

    private mutating func readRow() throws(RecordError) {
        let start = line
        var cells: [String] = []
        while true {
            cells.append(try readCell())
            guard position < bytes.endIndex, bytes[position] == separator else { break }
            position += 1
        }
        skipLineEnd()
        if cells != [""] { rows.append(Row(line: start, cells: cells)) }
    }

    private mutating func readCell() throws(RecordError) -> String {
        guard position < bytes.endIndex, bytes[position] == Self.quote else {
            let start = position
            while !isAtEnd { position += 1 }
            return try text(bytes[start..<position])
        }
        let start = line
        var content: [UInt8] = []
        position += 1
        while true {
            guard position < bytes.endIndex else { throw .unclosedQuote(line: start) }
            let byte = bytes[position]
            position += 1
            if byte == Self.quote {
                guard position < bytes.endIndex, bytes[position] == Self.quote else { break }
                position += 1
            } else if isLineEnd(byte, before: position) {
                line += 1
            }
            content.append(byte)
        }
        guard isAtEnd else { throw .textAfterQuote(line: line) }
        return try text(content[...])
    }

    /// Whether the cell ends at the current position.
    private var isAtEnd: Bool {
        guard position < bytes.endIndex else { return true }
        let byte = bytes[position]
        return byte == separator || byte == Self.lineFeed || byte == Self.carriageReturn
    }

    /// Whether a byte ends a line: CR LF counts once, at its second byte.
    private func isLineEnd(_ byte: UInt8, before next: Int) -> Bool {
        guard byte == Self.carriageReturn else { return byte == Self.lineFeed }
        return next == bytes.endIndex || bytes[next] != Self.lineFeed
    }

    private mutating func skipLineEnd() {
        guard position < bytes.endIndex else { return }
        let isReturn = bytes[position] == Self.carriageReturn
        position += 1
        if isReturn, position < bytes.endIndex, bytes[position] == Self.lineFeed { position += 1 }
        line += 1
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(RecordError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .notUTF8(line: line)
        }
        return text
    }
}
