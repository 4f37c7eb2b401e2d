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
    private let now: @Sendable () -> Double
    private var title = ""
    private var start = 0.0
    private var lastShown = 0.0
    private var isShowing = false

    /// - Parameter now: the time in seconds, which never goes backwards.
    init(
        _ style: ProgressStyle, on console: Console,
        now: @escaping @Sendable () -> Double = { Clock.now }
    ) {
        self.style = style == .auto ? (console.isTerminal ? .bar : .none) : style
        self.console = console
        self.now = now
    }

    mutating func begin(_ title: String) {
        self.title = title
        start = now()
        lastShown = start
    }

    /// Shows the progress, at most ten times per second.
    mutating func update(_ report: (_ elapsed: Double) -> ProgressReport) {
        let time = now()
        guard style != .none, time - lastShown >= (style == .plain ? 2 : 0.1) else { return }
        lastShown = time
        let report = report(time - start)
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
            guard let file = try? BundleFile.jsonLine("", report.event(title)) else { return }
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
    /// A member of a JSON event.
    enum Field: Encodable {
        case count(Int)
        case number(Double)
        case text(String)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .count(let count): try container.encode(count)
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            }
        }
    }

    /// The part that is done, 0 to 1.
    let fraction: Double
    /// The figures behind the title.
    let text: String
    /// The members of the JSON event besides `event` and `name`.
    var fields: [String: Field]

    func event(_ title: String) -> [String: Field] {
        fields.merging(["event": .text("progress"), "name": .text(title)]) { $1 }
    }
}

extension ProgressReport {
    /// `12 of 345 tiles`
    init(done: Int, of count: Int, noun: String, fields: [String: Field]) {
        self.init(
            fraction: Double(done) / Double(max(1, count)),
            text: "\(Amount.count(done)) of \(Amount.count(count, of: noun))", fields: fields)
    }
}
