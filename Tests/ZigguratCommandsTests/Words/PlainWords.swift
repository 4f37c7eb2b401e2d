import Foundation

/// The words that the style guide forbids, for the tests that search for them.
enum PlainWords {
    /// Rules 3 and 4: vague subjects and unusual negations.
    static let vague = [
        #"\b(some|no|every|any)body\b"#, #"\bwho(m|ever)\b"#, #"\b(is|are|were) none\b"#,
        #"\bcannot be had\b"#, #"\bthere is none\b"#, #"\bis nothing\b"#, #"\bsuch an? one\b"#,
        #"\b(it|that|which|they) (is|are) no [a-z]"#, #"\bwish(es|ed)?\b"#, #"\berrands?\b"#,
    ]

    /// Further words that messages must not contain.
    static let forMessages =
        vague + [#"\bpictures?\b(?!\.js)"#, #"\bspoken of\b"#, #"\bgive or take\b"#]

    /// The forbidden words in a text.
    static func found(in text: String, _ patterns: [String] = vague) -> [String] {
        patterns.flatMap { pattern in
            text.matches(of: try! Regex(pattern).ignoresCase()).map { String($0.0) }
        }
    }

    /// The package's folder.
    static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
