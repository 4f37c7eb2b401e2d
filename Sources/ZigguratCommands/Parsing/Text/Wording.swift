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
    /// capital of a run that a small letter follows. Names of properties are ASCII here.
    static func kebab(_ name: String) -> String {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let smalls = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let letters = Array(name.utf8)
        var result: [UInt8] = []
        for (index, letter) in letters.enumerated() {
            guard capitals.contains(letter) else {
                result.append(letter)
                continue
            }
            if index > 0 {
                let before = letters[index - 1]
                let opensWord =
                    index + 1 < letters.count && smalls.contains(letters[index + 1])
                    && capitals.contains(before)
                if smalls.contains(before) || digits.contains(before) || opensWord {
                    result.append(UInt8(ascii: "-"))
                }
            }
            result.append(letter | 0x20)
        }
        return String(decoding: result, as: UTF8.self)
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
