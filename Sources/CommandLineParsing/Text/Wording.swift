/// Functions for lists and names in messages.
enum Wording {
    /// Joins words: “a”, “a or b”, “a, b or c”.
    static func list(_ words: [String], _ conjunction: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// Converts a name: `tileSize` → `tile-size`, `baseURL` → `base-url`, `URLBase` → `url-base`.
    static func kebab(_ name: String) -> String {
        let letters = Array(name)
        return letters.enumerated().map { index, letter in
            guard letter.isUppercase, index > 0 else { return letter.lowercased() }
            let beginsWord = index + 1 < letters.count && letters[index + 1].isLowercase
            let dash = !letters[index - 1].isUppercase || beginsWord
            return (dash ? "-" : "") + letter.lowercased()
        }.joined()
    }
}
