/// Functions that split argument files, and the environment variable with options, into words.
enum WordSplitting {
    private static let spaces = Array(" \t\r\n".utf8)
    private static let backslash = UInt8(ascii: "\\")
    private static let quote = UInt8(ascii: "\"")

    /// Returns the arguments in a file, one per line.
    ///
    /// Spaces around an argument, empty lines and lines that begin with `#` are ignored. A line in
    /// double quotes is kept unchanged, except that `\"` is a quote and `\\` a backslash.
    ///
    /// - Returns: the arguments, or the number of the first line with wrong quotes.
    static func lines(of file: [UInt8]) -> Result<[ArgumentText], WrongQuotes> {
        var words: [ArgumentText] = []
        let lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let line = trimmed(line)
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            guard first == quote else {
                words.append(ArgumentText(bytes: line))
                continue
            }
            guard let word = unquoted(line) else { return .failure(WrongQuotes(line: index + 1)) }
            words.append(ArgumentText(bytes: word))
        }
        return .success(words)
    }

    /// Returns the words of a text, separated by spaces. Quotes and backslashes work as in a shell.
    /// Returns `nil` if a quote is not closed.
    static func words(in text: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var open: Character?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\" where open != "'":
                word = (word ?? "") + rest.prefix(1)
                rest = rest.dropFirst()
            case "'", "\"":
                if open == nil {
                    open = character
                } else if open == character {
                    open = nil
                } else {
                    word = (word ?? "") + String(character)
                    continue
                }
                word = word ?? ""
            case _ where character.isWhitespace && open == nil:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        guard open == nil else { return nil }
        return words + (word.map { [$0] } ?? [])
    }

    /// A line of an argument file whose closing quote is missing or is not at the end of the line.
    struct WrongQuotes: Error, Equatable {
        let line: Int
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let start = line.firstIndex(where: { !spaces.contains($0) }),
            let end = line.lastIndex(where: { !spaces.contains($0) })
        else { return [] }
        return line[start...end]
    }

    private static func unquoted(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        var word: [UInt8] = []
        var rest = line.dropFirst()
        while let byte = rest.popFirst() {
            if byte == quote { return rest.isEmpty ? word : nil }
            if byte == backslash, let next = rest.first, next == quote || next == backslash {
                rest.removeFirst()
                word.append(next)
            } else {
                word.append(byte)
            }
        }
        return nil
    }
}
