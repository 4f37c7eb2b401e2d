internal import ZigguratCore

/// A value in a PDF file. Text strings are not kept.
///
/// Source: ISO 32000-1, 7.3.
enum PDFValue {
    case number(Double)
    case name(String)
    /// A reference to an object, by the object's number.
    case reference(Int)
    case array([PDFValue])
    case dictionary([String: PDFValue])
    case other

    /// The maximum nesting depth. A damaged file may nest values without end.
    private static let deepest = 32

    /// Reads the value at a place, and moves the place to the byte after the value.
    ///
    /// - Returns: `nil` at the end of an array, of a dictionary, or of the bytes.
    init?(_ bytes: [UInt8], at place: inout Int, depth: Int = 0) {
        Self.skipBlanks(bytes, &place)
        guard place < bytes.count, depth < Self.deepest else { return nil }
        switch bytes[place] {
        case UInt8(ascii: "/"): self = .name(Self.name(bytes, &place))
        case UInt8(ascii: "("):
            Self.skipText(bytes, &place)
            self = .other
        case UInt8(ascii: "["):
            place += 1
            var items: [PDFValue] = []
            while let item = PDFValue(bytes, at: &place, depth: depth + 1) { items.append(item) }
            place += 1
            self = .array(items)
        case UInt8(ascii: "<")
        where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "<"):
            place += 2
            self = .dictionary(Self.entries(bytes, &place, depth))
        case UInt8(ascii: "<"):
            while place < bytes.count, bytes[place] != UInt8(ascii: ">") { place += 1 }
            place += 1
            self = .other
        case UInt8(ascii: "]"), UInt8(ascii: ">"): return nil
        default:
            let word = Self.word(bytes, &place)
            guard let number = Double(word) else {
                self = .other
                return
            }
            self = Self.reference(number, bytes, &place) ?? .number(number)
        }
    }

    private static func entries(
        _ bytes: [UInt8], _ place: inout Int, _ depth: Int
    ) -> [String: PDFValue] {
        var entries: [String: PDFValue] = [:]
        while case .name(let key)? = PDFValue(bytes, at: &place, depth: depth + 1),
            let value = PDFValue(bytes, at: &place, depth: depth + 1)
        {
            entries[key] = value
        }
        place += 2
        return entries
    }

    /// Reads the rest of a reference such as `12 0 R`, after its first number.
    private static func reference(
        _ number: Double, _ bytes: [UInt8], _ place: inout Int
    ) -> PDFValue? {
        guard let object = Int(exactly: number), object > 0 else { return nil }
        var next = place
        skipBlanks(bytes, &next)
        guard Int(word(bytes, &next)) != nil else { return nil }
        skipBlanks(bytes, &next)
        guard word(bytes, &next) == "R" else { return nil }
        place = next
        return .reference(object)
    }

    /// Skips white space and comments.
    static func skipBlanks(_ bytes: [UInt8], _ place: inout Int) {
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%") {
                while place < bytes.count, bytes[place] != 10, bytes[place] != 13 { place += 1 }
            } else if !isBlank(bytes[place]) {
                return
            }
            place += 1
        }
    }

    static func isBlank(_ byte: UInt8) -> Bool { [0, 9, 10, 12, 13, 32].contains(byte) }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        isBlank(byte) || "()<>[]{}/%".utf8.contains(byte)
    }

    /// Reads the characters up to the next delimiter, and skips at least one character.
    static func word(_ bytes: [UInt8], _ place: inout Int) -> String {
        guard place < bytes.count else { return "" }
        let start = place
        while place < bytes.count, !isDelimiter(bytes[place]) { place += 1 }
        let word = String(decoding: bytes[start..<place], as: UTF8.self)
        if place == start { place += 1 }
        return word
    }

    private static func name(_ bytes: [UInt8], _ place: inout Int) -> String {
        place += 1
        let start = place
        while place < bytes.count, !isDelimiter(bytes[place]) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// Skips a text in parentheses, which may contain nested parentheses.
    private static func skipText(_ bytes: [UInt8], _ place: inout Int) {
        var depth = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\\"): place += 1
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            place += 1
            if depth == 0 { return }
        }
    }
}

extension PDFValue {
    subscript(key: String) -> PDFValue? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries[key]
    }

    package var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    package var name: String? {
        guard case .name(let name) = self else { return nil }
        return name
    }
}
