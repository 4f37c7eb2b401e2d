/// The removal of comments and unnecessary white space from the built-in scripts and styles.
enum CompactCode {
    /// Returns a script without comments, indentation, spaces beside punctuation, plus and minus,
    /// and redundant line breaks and semicolons. The script must end each statement except blocks
    /// with a semicolon. The script must not contain empty statements or multi-line strings.
    static func script(_ script: [UInt8]) -> [UInt8] {
        let lineBreak = UInt8(ascii: "\n")
        var code: [UInt8] = []
        var isClear = true
        for line in scriptWithSpaces(script).split(separator: lineBreak) {
            if isClear, let first = line.first, isLineBreakRedundant(before: first),
                code.last == lineBreak
            {
                code.removeLast()
            }
            isClear = appendWithoutSpaces(line, to: &code)
            if let last = code.last, !isClear || !isLineBreakRedundant(after: last) {
                code.append(lineBreak)
            }
        }
        return code
    }

    private static func isLineBreakRedundant(after byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case ";", "{", "}", "(", "[", ",": true
        default: false
        }
    }

    private static func isLineBreakRedundant(before byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case ".", "?", ":", "&", "|", ")", "]", "}": true
        default: false
        }
    }

    /// Appends a line without spaces beside punctuation, plus and minus. The rest of a line after a
    /// slash, a backquote or a backslash is appended unchanged. A slash can start a regular
    /// expression or a comment, unless the slash is between spaces. A backquote can start a template
    /// literal, which can contain code.
    ///
    /// - Returns: `false` if a part of the line was appended as it is.
    private static func appendWithoutSpaces(
        _ line: ArraySlice<UInt8>, to code: inout [UInt8]
    ) -> Bool {
        let space = UInt8(ascii: " ")
        var quote: UInt8?
        for (place, byte) in zip(line.indices, line) {
            let isDivision = line[..<place].last == space && line[(place + 1)...].first == space
            if isUnclear(byte, inQuotes: quote != nil), !(byte == UInt8(ascii: "/") && isDivision) {
                code += line[place...]
                return false
            }
            if quote != nil {
                if byte == quote { quote = nil }
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte == space, let last = code.last,
                isPunctuation(last) || isSum(line, at: place - 1)
            {
                continue
            } else if byte == UInt8(ascii: "}"), code.last == UInt8(ascii: ";") {
                code.removeLast()
            } else if isPunctuation(byte) || isSum(line, at: place), code.last == space {
                code.removeLast()
            }
            code.append(byte)
        }
        return true
    }

    /// Whether the byte is a plus or minus between spaces without another sign beside the spaces.
    /// The spaces of “a - -b” are needed.
    private static func isSum(_ line: ArraySlice<UInt8>, at place: Int) -> Bool {
        let signs = [UInt8(ascii: "+"), UInt8(ascii: "-")]
        let space = UInt8(ascii: " ")
        return place > line.startIndex && place + 2 < line.endIndex && signs.contains(line[place])
            && line[place - 1] == space && line[place + 1] == space
            && !signs.contains(line[place + 2])
            && (place < line.startIndex + 2 || !signs.contains(line[place - 2]))
    }

    private static func isUnclear(_ byte: UInt8, inQuotes: Bool) -> Bool {
        switch UnicodeScalar(byte) {
        case "/", "`": !inQuotes
        case "\\": true
        default: false
        }
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "=", "<", ">", "{", "}", "(", ")", ",", ";", ":", "?", "&", "|", "*": true
        default: false
        }
    }

    /// Returns a script without indentation, empty lines, lines that contain only a comment, and
    /// types in comments.
    static func scriptWithSpaces(_ script: [UInt8]) -> [UInt8] {
        var code: [UInt8] = []
        var isInside = false
        for line in script.split(separator: UInt8(ascii: "\n")) {
            let start = line.drop { $0 == UInt8(ascii: " ") }
            if isInside {
                isInside = !line.ends(with: "*/")
            } else if start.starts(with: "/*".utf8), start.first(of: "*/") == nil {
                isInside = true
            } else if !start.isEmpty, !start.starts(with: "//".utf8),
                !(start.starts(with: "/*".utf8) && start.ends(with: "*/"))
            {
                appendWithoutTypes(start, to: &code)
                code.append(UInt8(ascii: "\n"))
            }
        }
        return code
    }

    /// Appends a line of a script without comments such as `/** @type {number} */`.
    private static func appendWithoutTypes(_ line: ArraySlice<UInt8>, to code: inout [UInt8]) {
        var rest = line
        while let start = rest.first(of: "/** @"), let end = rest[start...].first(of: "*/") {
            code += rest[..<start]
            rest = rest[(end + 2)...].drop { $0 == UInt8(ascii: " ") }
        }
        code += rest
    }

    /// Returns a style sheet without comments, and with white space only where it has a meaning.
    static func style(_ style: [UInt8]) -> [UInt8] {
        let space = UInt8(ascii: " ")
        var code: [UInt8] = []
        var rest = style[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "\"") {
                let end = rest.dropFirst().firstIndex(of: byte) ?? rest.endIndex - 1
                code += rest[...end]
                rest = rest[(end + 1)...]
            } else if rest.starts(with: "/*".utf8) {
                rest = rest[((rest.first(of: "*/") ?? rest.endIndex - 2) + 2)...]
            } else if byte == space || byte == UInt8(ascii: "\n") {
                if let last = code.last, last != space, last != UInt8(ascii: ":"),
                    !isSeparator(last)
                {
                    code.append(space)
                }
                rest.removeFirst()
            } else {
                if isSeparator(byte), code.last == space { code.removeLast() }
                if byte == UInt8(ascii: "}"), code.last == UInt8(ascii: ";") { code.removeLast() }
                code.append(byte)
                rest.removeFirst()
            }
        }
        return code
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "{", "}", ";", ",", ">": true
        default: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// Returns the start of the first occurrence of a text.
    fileprivate func first(of text: StaticString) -> Index? {
        let wanted = Array(text.description.utf8)
        return indices.first { self[$0] == wanted[0] && self[$0...].starts(with: wanted) }
    }

    fileprivate func ends(with text: StaticString) -> Bool {
        let wanted = Array(text.description.utf8)
        return suffix(wanted.count).elementsEqual(wanted)
    }
}
