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

/// Suggestions for misspelt names.
enum Suggestion {
    /// Returns the candidate nearest to `word`; `nil` if all candidates are too different.
    ///
    /// A candidate is near if it begins with `word` (of at least three letters), or if few edits
    /// separate them: at most one edit for every two letters, and one for shorter words. Case is
    /// ignored. If two candidates are equally near, the first is returned.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let wanted = word.lowercased()
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let name = candidate.lowercased()
            let distance =
                wanted.count >= 3 && name.hasPrefix(wanted) ? 1 : Self.distance(wanted, name)
            let limit = max(1, max(wanted.count, name.count) / 2)
            guard distance <= limit, distance < max(wanted.count, name.count) else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Returns the number of letters to insert and to remove. Another order of the same letters
    /// counts as one edit.
    static func distance(_ first: String, _ second: String) -> Int {
        let isReordered = first != second && first.sorted() == second.sorted()
        return isReordered ? 1 : first.difference(from: second).count
    }
}
