import FoundationEssentials
internal import ZigguratSystem

/// How this module writes JSON: the same bytes for the same value.
enum JSON {
    static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value))
        } catch {
            throw ViewerError("what the page shows cannot be written as JSON: \(error)")
        }
    }

    /// JSON for a `<script>` element: no text in it can end the element, begin a comment, or hold a
    /// line separator, which older browsers take for the end of a line.
    static func embedded(_ value: some Encodable) throws -> String {
        var result = ""
        for character in String(decoding: try encoded(value), as: UTF8.self).unicodeScalars {
            switch character {
            case "<": result += "\\u003c"
            case "\u{2028}": result += "\\u2028"
            case "\u{2029}": result += "\\u2029"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
