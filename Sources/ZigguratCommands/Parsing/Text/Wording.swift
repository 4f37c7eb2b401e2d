/// How lists and names are put into words, the same in help and in messages.
enum Wording {
    /// “a”, “a or b”, “a, b or c”.
    static func alternatives(_ words: [String]) -> String {
        join(words, by: "or")
    }

    /// “a”, “a and b”, “a, b and c”.
    static func all(_ words: [String]) -> String {
        join(words, by: "and")
    }

    /// `tileSize` → `tile-size`, `baseURL` → `base-url`, `sRGBOnly` → `s-rgb-only`.
    ///
    /// A dash goes before a capital that follows a small letter or a digit, and before the last
    /// capital of a run that a small letter follows.
    static func kebab(_ name: String) -> String {
        let letters = Array(name)
        var result = ""
        for (index, letter) in letters.enumerated() {
            if letter.isUppercase, index > 0 {
                let before = letters[index - 1]
                let opensWord =
                    index + 1 < letters.count && letters[index + 1].isLowercase
                    && before.isUppercase
                if before.isLowercase || before.isNumber || opensWord { result += "-" }
            }
            result += letter.lowercased()
        }
        return result
    }

    /// `tileSize` → `TILE-SIZE`: what stands for a value when nothing better was declared.
    static func placeholder(_ name: String) -> String {
        kebab(name).uppercased()
    }

    private static func join(_ words: [String], by word: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(word) " + last
    }
}
