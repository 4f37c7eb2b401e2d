internal import CommandLineParsing
internal import ZigguratKit

/// How progress is printed.
enum ProgressStyle: String, CaseIterable, CommandValue {
    /// A bar on a terminal, nothing elsewhere.
    case auto
    case bar
    /// A line every two seconds.
    case plain
    /// One JSON object on each line.
    case json
    case none
}

/// Prints the progress of one operation after the other on standard error.
struct ProgressDisplay {
    /// Erases the bar.
    private static let clearedLine = "\r\u{1B}[K"

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
                title: title, fraction: report.fraction, text: report.text,
                columns: console.barWidth)
            console.show("\r\(line)\u{1B}[K")
            isShowing = true
        case .plain:
            console.show("\(title): \(report.text)\n")
        case .json:
            var event = report.event
            event["event"] = "progress"
            event["name"] = title
            guard let file = try? BundleFile.jsonLine("", event) else { return }
            console.show(String(decoding: file.bytes, as: UTF8.self))
        case .auto, .none: break
        }
    }

    /// Erases the bar, so that something else can be printed.
    mutating func end() {
        guard isShowing else { return }
        console.show(Self.clearedLine)
        isShowing = false
    }
}

/// The figures of a moment.
struct ProgressReport {
    /// The part that is done, 0 to 1.
    let fraction: Double
    /// The figures behind the title.
    let text: String
    /// The members of the JSON event besides `event` and `name`.
    var event: JSONObject
}

extension ProgressReport {
    /// `12 of 345 tiles`
    init(done: Int, of count: Int, noun: String, event: JSONObject) {
        self.init(
            fraction: Double(done) / Double(max(1, count)),
            text: "\(Amount.count(done)) of \(Amount.count(count, of: noun))", event: event)
    }
}
