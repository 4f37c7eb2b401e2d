/// A line with a title, a bar and figures, shortened to the width of the terminal.
enum ProgressBar {
    private static let longestBar = 24
    private static let shortestBar = 8

    /// Returns the line. One column stays free, so that the terminal does not wrap.
    ///
    /// If space is short, first the bar is shortened, then the title; then both are omitted.
    static func line(title: String, fraction: Double, text: String, columns: Int) -> String {
        let room = max(0, columns - 1)
        let figures = shortened(text, to: room)
        let left = room - columnCount(of: figures) - 2
        guard left >= shortestBar else { return figures }
        let wantedTitle = columnCount(of: title)
        let cells = min(longestBar, max(shortestBar, left - wantedTitle - 2))
        let name = left - cells - 2 > 0 ? shortened(title, to: left - cells - 2) : ""
        let bar = bar(fraction, cells: cells)
        return name.isEmpty ? "\(bar)  \(figures)" : "\(name)  \(bar)  \(figures)"
    }

    private static func bar(_ fraction: Double, cells: Int) -> String {
        let filled = Int(min(max(fraction, 0), 1) * Double(cells))
        return String(repeating: "█", count: filled)
            + String(repeating: "░", count: cells - filled)
    }

    private static func shortened(_ text: String, to room: Int) -> String {
        guard columnCount(of: text) > room else { return text }
        var result = ""
        for character in text where columnCount(of: result) + columnCount(of: character) < room {
            result.append(character)
        }
        return room > 0 ? result + "…" : ""
    }

    /// Returns the largest number of columns that a terminal needs for a text. Characters from
    /// Hangul on count as two columns.
    static func columnCount(of text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + columnCount(of: $1) }
    }

    private static func columnCount(of character: Character) -> Int {
        character.unicodeScalars.reduce(0) { $0 + columnCount(of: $1) }
    }

    private static func columnCount(of scalar: Unicode.Scalar) -> Int {
        // Punctuation, arrows and block elements are narrow.
        let isNarrow = scalar.value < 0x1100 || (0x2000..<0x2E80).contains(scalar.value)
        return isNarrow ? 1 : 2
    }
}
