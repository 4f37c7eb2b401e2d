/// Suggestions for misspelt names.
enum Suggestion {
    /// Returns the candidate nearest to `word`; `nil` if all are too different.
    ///
    /// A candidate is near if it begins with `word` (of at least three letters), or if few edits
    /// separate them: one edit for each three letters, and at least one. Case is ignored. The first
    /// of two equally near candidates wins.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let wanted = word.lowercased()
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let name = candidate.lowercased()
            let distance =
                wanted.count >= 3 && name.hasPrefix(wanted) ? 1 : Self.distance(wanted, name)
            let limit = max(1, max(wanted.count, name.count) / 3)
            guard distance <= limit, distance < max(wanted.count, name.count) else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The restricted Damerau–Levenshtein distance: the smallest number of letters to insert,
    /// remove, replace or swap with a neighbour.
    static func distance(_ first: String, _ second: String) -> Int {
        let first = Array(first)
        let second = Array(second)
        guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in 1...first.count {
            var current = [row]
            for column in 1...second.count {
                let same = first[row - 1] == second[column - 1]
                var cost = min(
                    last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
                if row > 1, column > 1, first[row - 1] == second[column - 2],
                    first[row - 2] == second[column - 1]
                {
                    cost = min(cost, beforeLast[column - 2] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[second.count]
    }
}
