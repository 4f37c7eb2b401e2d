internal import Glibc
internal import ZigguratKit

/// How far an export has come, for people or programs.
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

/// Prints the progress of one export after the other.
struct ProgressDisplay {
    private let style: ProgressStyle
    private let console: Console
    private var title = ""
    private var megapixels = 0.0
    private var imageHeight = 1
    private var start = 0.0
    private var lastShown = 0.0
    private var isShowing = false

    init(_ style: ProgressStyle, on console: Console) {
        self.style =
            style == .auto ? (console.isTerminal ? .bar : .none) : style
        self.console = console
    }

    mutating func begin(_ plan: ExportPlan, number: Int, count: Int) {
        title = count > 1 ? "\(plan.name) (\(number) of \(count))" : plan.name
        megapixels = Double(plan.header.size.pixelCount) / 1_000_000
        imageHeight = plan.header.size.height
        start = Clock.now
        lastShown = start
    }

    mutating func update(_ progress: PyramidBuilder.Progress) {
        let now = Clock.now
        guard style != .none, now - lastShown >= (style == .plain ? 2 : 0.1) else { return }
        lastShown = now
        let state = State(
            progress, elapsed: now - start, megapixels: megapixels, imageHeight: imageHeight)
        switch style {
        case .bar:
            console.show("\r\(bar(state))\u{1B}[K")
            isShowing = true
        case .plain:
            console.show("\(title): \(state.text)\n")
        case .json:
            show(json: state)
        case .auto, .none: break
        }
    }

    /// Takes the bar away, so that something else can be printed.
    mutating func end() {
        guard isShowing else { return }
        console.show("\r\u{1B}[K")
        isShowing = false
    }

    private func bar(_ state: State) -> String {
        let cells = 24
        let filled = Int(state.fraction * Double(cells))
        let bar =
            String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
        let line = "\(title)  \(bar)  \(state.text)"
        return line.count < console.width ? line : String(line.prefix(console.width - 1))
    }

    private func show(json state: State) {
        let event = ProgressEvent(
            name: title, tilesDone: state.tilesDone, tileCount: state.tileCount,
            megapixelsPerSecond: state.speed, secondsLeft: state.secondsLeft)
        guard let file = try? BundleFile.jsonLine("", event) else { return }
        console.show(String(decoding: file.bytes, as: UTF8.self))
    }

    /// The figures of a moment.
    private struct State {
        let fraction: Double
        let tilesDone: Int
        let tileCount: Int
        /// Megapixels of the source a second.
        let speed: Double
        let secondsLeft: Double?

        init(
            _ progress: PyramidBuilder.Progress, elapsed: Double, megapixels: Double, imageHeight: Int
        ) {
            fraction = Double(progress.tilesDone) / Double(max(1, progress.tileCount))
            tilesDone = progress.tilesDone
            tileCount = progress.tileCount
            speed =
                megapixels * Double(progress.rowsRead) / Double(imageHeight) / max(elapsed, 0.001)
            secondsLeft = fraction > 0.01 ? elapsed * (1 - fraction) / fraction : nil
        }

        var text: String {
            let left = secondsLeft.map { ", \(Amount.duration($0)) left" } ?? ""
            return "\(Amount.count(tilesDone)) of \(Amount.count(tileCount)) tiles, "
                + "\(Amount.short(speed)) MP/s\(left)"
        }
    }

    private struct ProgressEvent: Encodable {
        let event = "progress"
        let name: String
        let tilesDone: Int
        let tileCount: Int
        let megapixelsPerSecond: Double
        let secondsLeft: Double?
    }
}

/// Seconds since some moment in the past, which never go backwards.
enum Clock {
    static var now: Double {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
