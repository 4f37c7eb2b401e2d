internal import CommandLineParsing
internal import ZigguratKit

/// How far something has come, for people or programs.
enum ProgressStyle: String, CaseIterable, CommandValue {
    /// A bar on a terminal, nothing elsewhere: then the line for each export says enough.
    case auto
    case bar
    /// A line every two seconds.
    case plain
    /// A JSON object a line, on standard error.
    case json
    case none
}

/// Prints the progress of one piece of work after the other.
struct ProgressDisplay {
    /// What is left when there is no more to show: the bar is gone.
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

    /// Shows how far it has come, if it is time to show something again.
    mutating func update<State: ProgressState>(_ state: (_ elapsed: Double) -> State) {
        let time = now()
        guard style != .none, time - lastShown >= (style == .plain ? 2 : 0.1) else { return }
        lastShown = time
        let state = state(time - start)
        switch style {
        case .bar:
            let line = ProgressBar.line(
                title: title, fraction: state.fraction, text: state.text,
                columns: console.barWidth)
            console.show("\r\(line)\u{1B}[K")
            isShowing = true
        case .plain:
            console.show("\(title): \(state.text)\n")
        case .json:
            guard let file = try? BundleFile.jsonLine("", state.event(title)) else { return }
            console.show(String(decoding: file.bytes, as: UTF8.self))
        case .auto, .none: break
        }
    }

    /// Takes the bar away, so that something else can be printed.
    mutating func end() {
        guard isShowing else { return }
        console.show(Self.clearedLine)
        isShowing = false
    }
}

/// The figures of a moment.
protocol ProgressState {
    associatedtype Event: Encodable
    /// The part that is done, 0 to 1.
    var fraction: Double { get }
    /// For people, behind the title.
    var text: String { get }
    /// For programs.
    func event(_ title: String) -> Event
}
