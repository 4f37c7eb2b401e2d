internal import CommandLineParsing
internal import ZigguratKit

/// The form of progress output.
enum ProgressStyle: String, CaseIterable, CommandValue {
    /// A bar on a terminal; no progress on other outputs.
    case auto
    case bar
    /// A line every two seconds.
    case plain
    /// One JSON object on each line.
    case json
    case none
}

/// The progress of consecutive operations, printed on standard error.
struct ProgressDisplay {
    private let style: ProgressStyle
    private let console: Console
    private let now: @Sendable () -> ContinuousClock.Instant
    private var title = ""
    private var start: ContinuousClock.Instant
    private var lastShown: ContinuousClock.Instant
    private var isShowing = false

    init(
        _ style: ProgressStyle, on console: Console,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.style = style == .auto ? (console.isTerminal ? .bar : .none) : style
        self.console = console
        self.now = now
        start = now()
        lastShown = start
    }

    /// The seconds since the operation began.
    var elapsed: Double { (now() - start) / .seconds(1) }

    mutating func begin(_ title: String) {
        self.title = title
        start = now()
        lastShown = start
    }

    /// Shows the progress, at most ten times per second.
    mutating func update(_ report: (_ elapsed: Double) -> ProgressReport) {
        let interval = Duration.milliseconds(style == .plain ? 2_000 : 100)
        guard style != .none, now() - lastShown >= interval else { return }
        lastShown = now()
        let report = report(elapsed)
        switch style {
        case .bar:
            let line = ProgressBar.line(
                title: title.withoutControls, fraction: report.fraction, text: report.text,
                columns: console.barWidth)
            console.diagnostics("\r\(line)\u{1B}[K")
            isShowing = true
        case .plain:
            console.diagnostics("\(title.withoutControls): \(report.text)\n")
        case .json:
            var event = report.event
            event["event"] = "progress"
            event["name"] = title
            guard let file = try? BundleFile.jsonLine("", event) else { return }
            console.diagnostics(String(decoding: file.bytes, as: UTF8.self))
        case .auto, .none: break
        }
    }

    /// Erases the bar, so that other text can be printed.
    mutating func end() {
        guard isShowing else { return }
        console.diagnostics("\r\u{1B}[K")
        isShowing = false
    }
}

/// The progress of an operation at one time.
struct ProgressReport {
    /// The completed fraction, 0 to 1.
    let fraction: Double
    let text: String
    /// The members of the JSON event besides `event` and `name`.
    var event: JSONObject
}

extension ProgressReport {
    /// Creates a report such as `12 of 345 tiles`.
    init(done: Int, of count: Int, noun: String, event: JSONObject) {
        self.init(
            fraction: Double(done) / Double(max(1, count)),
            text: "\(Amount.count(done)) of \(Amount.count(count, of: noun))", event: event)
    }
}

/// A line with a title, a bar and a text, shortened to the width of the terminal.
enum ProgressBar {
    private static let longestBar = 24
    private static let shortestBar = 8

    /// Returns the line. One column stays free, so that the terminal does not wrap.
    ///
    /// If space is short, the bar is shortened first, then the title. If space is still short, both
    /// are omitted.
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
    /// U+1100 (Hangul) on count as two columns, except punctuation and symbols.
    static func columnCount(of text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + columnCount(of: $1) }
    }

    private static func columnCount(of character: Character) -> Int {
        character.unicodeScalars.reduce(0) { $0 + columnCount(of: $1) }
    }

    private static func columnCount(of scalar: Unicode.Scalar) -> Int {
        // Punctuation, arrows and block elements are one column wide.
        let isNarrow = scalar.value < 0x1100 || (0x2000..<0x2E80).contains(scalar.value)
        return isNarrow ? 1 : 2
    }
}
