import Testing

@testable import ZigguratCommands

/// The line of the progress bar is never wider than the terminal.
@Suite struct ProgressBarTests {
    private static let figures = "1,234 of 56,789 tiles, 12.3 MP/s, 3 min 05 s left"

    @Test(arguments: [
        (100, "photo  ████████████░░░░░░░░░░░░  1,234 of 56,789 tiles, 12.3 MP/s, 3 min 05 s left"),
        (80, "photo  ██████████░░░░░░░░░░░  1,234 of 56,789 tiles, 12.3 MP/s, 3 min 05 s left"),
        (66, "pho…  ████░░░░  1,234 of 56,789 tiles, 12.3 MP/s, 3 min 05 s left"),
        (61, "████░░░░  1,234 of 56,789 tiles, 12.3 MP/s, 3 min 05 s left"),
        (59, "1,234 of 56,789 tiles, 12.3 MP/s, 3 min 05 s left"),
        (20, "1,234 of 56,789 ti…"),
        (1, ""),
    ])
    func line(columns: Int, expected: String) {
        let line = ProgressBar.line(
            title: "photo", fraction: 0.5, text: Self.figures, columns: columns)
        #expect(line == expected)
    }

    @Test(arguments: [
        "p", "photo", "a name that is rather long for a photograph of a bridge", "日本の城の写真とその他のもの",
        "e\u{301}\u{301}\u{301}", "🏰🏰🏰",
    ])
    func neverTooWide(title: String) {
        for columns in 0...130 {
            for fraction in [-1, 0, 0.333, 1, 2] {
                let line = ProgressBar.line(
                    title: title, fraction: fraction, text: Self.figures, columns: columns)
                #expect(ProgressBar.columnCount(of: line) <= max(0, columns - 1))
            }
        }
    }

    /// The negative control: the column count itself is correct.
    @Test func columns() {
        #expect(ProgressBar.columnCount(of: "photo") == 5)
        #expect(ProgressBar.columnCount(of: "日本") == 4)
        #expect(ProgressBar.columnCount(of: "██░░…") == 5)
    }
}
