package import ZigguratCore
package import ZigguratSystem

extension JSONValue {
    /// Returns JSON for a `<script>` element. Escapes text that could end the element or begin a
    /// comment, and the line separators that older browsers treat as the end of a line.
    package func scriptText() throws(ZigguratError) -> String {
        let json = try BundleFile.jsonLine("", self).bytes.dropLast()
        // U+2028 and U+2029 begin with E2.
        guard json.contains(where: { $0 == UInt8(ascii: "<") || $0 == 0xE2 }) else {
            return String(decoding: json, as: UTF8.self)
        }
        var result = ""
        for character in String(decoding: json, as: UTF8.self).unicodeScalars {
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
