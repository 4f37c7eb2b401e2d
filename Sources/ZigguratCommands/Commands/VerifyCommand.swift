internal import CommandLineParsing
internal import ZigguratKit

struct VerifyCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "verify", abstract: "Check exports, and pyramids of other tools",
        discussion: """
            Checks that each tile exists, can be decoded, and has the right size and format; that \
            descriptors and the manifest match the tiles; that checksums match the files; and that \
            there are no unexpected files.
            """,
        """
        PATH is an export, a folder of exports, a bundle, a descriptor (photo.dzi, info.json), \
        a collection (dzc) or a container file (zip, szi, pmtiles, mbtiles, tif).
        """,
        examples: [
            .init("ziggurat verify Output"),
            .init("ziggurat verify Output/photo --json"),
            .init("ziggurat verify scan.dzi map.pmtiles", "checks files of other tools"),
        ])

    @Argument(
        valueName: "PATH", completion: .exports(besides: .files), help: "Files or folders to check")
    var paths: [PathArgument]

    @Flag(help: "Check the beginning and the end of tiles; do not decode them")
    var quick: Bool

    @OptionGroup var threads: ThreadOption

    @Option(.range(1...), help: "Number of faults to print for each kind; --json has all")
    var limit = 10

    @OptionGroup var output: ReportOptions

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let options = Verification.Options(decodes: !quick, threadCount: threads.jobs)
        let (paths, unreadable) = paths.texts()
        let report = VerifyReport(
            progress: output.progress, limit: limit, asJSON: output.json, on: context.console)
        for error in unreadable { report.failed(error) }
        for path in paths {
            do throws(ZigguratError) {
                _ = try Verification(of: path, options: options).run(
                    cancellation: context.cancellation
                ) { report.take($0) }
            } catch {
                if error.code == .cancelled { break }
                report.failed(error)
            }
        }
        try report.close()
        if context.cancellation.isCancelled { return .interrupted }
        return report.isClean ? .done : .failed
    }
}

/// The report of a verification: a line for each fault and each pyramid, or one document.
final class VerifyReport {
    private let console: Console
    private let limit: Int
    private let asJSON: Bool
    private var display: ProgressDisplay
    private var subject = ""
    private var checked: [Verification.Summary] = []
    private var units: [Verification.Unit] = []
    private var faults: [JSONObject] = []
    private var notes: [JSONObject] = []
    private var errors: [ZigguratError] = []
    private var counts: [Verification.Finding.Kind: Int] = [:]

    init(progress: ProgressStyle, limit: Int, asJSON: Bool, on console: Console) {
        self.console = console
        self.limit = limit
        self.asJSON = asJSON
        display = ProgressDisplay(progress, on: console)
    }

    var isClean: Bool { counts.isEmpty && errors.isEmpty }

    func take(_ event: Verification.Event) {
        switch event {
        case .progressed(let progress):
            if progress.subject != subject {
                subject = progress.subject
                display.begin(subject)
            }
            display.update { _ in
                ProgressReport(
                    done: progress.done, of: progress.count, noun: progress.noun,
                    event: [
                        "noun": progress.noun, "done": progress.done, "count": progress.count,
                    ])
            }
        case .found(let finding):
            counts[finding.kind, default: 0] += 1
            let message = finding.message
            if asJSON {
                faults.append([
                    "kind": finding.kind, "place": finding.place, "tile": finding.tile,
                    "problem": message.problem, "remedy": message.hint,
                ])
            }
            guard counts[finding.kind, default: 0] <= limit else { return }
            display.end()
            console.report(message, about: finding.subject)
        case .noted(let note, let place):
            let message = note.message
            display.end()
            console.note(message, about: place)
            notes.append(["place": place, "text": message.line])
        case .checked(let summary):
            display.end()
            checked.append(summary)
            if !asJSON { console.print(Self.line(summary)) }
        case .ended(let unit): units.append(unit)
        }
    }

    func failed(_ error: ZigguratError) {
        display.end()
        console.report(error)
        errors.append(error)
    }

    /// Prints the number of hidden faults, then the last line or the document.
    func close() throws(ZigguratError) {
        display.end()
        for kind in Verification.Finding.Kind.allCases {
            let hidden = counts[kind, default: 0] - limit
            guard hidden > 0 else { continue }
            console.note(
                Message(
                    "\(Amount.count(hidden, of: "more fault")) of kind \(kind.rawValue)",
                    hint: "--limit N prints more of them, --json all of them"))
        }
        guard asJSON else {
            if units.count + errors.count > 1 { console.print(lastLine) }
            return
        }
        try console.print(json: [
            "checked": checked, "faults": faults, "notes": notes, "errors": errors.map(\.document),
            "units": units.count, "damaged": damagedCount,
        ])
    }

    private var damagedCount: Int { units.count { $0.faults > 0 } }

    /// A text such as `4 exports, 1 damaged`.
    ///
    /// Faults of the gallery and of other files beside the exports are counted separately.
    private var lastLine: String {
        var parts = Verification.Unit.Kind.allCases.compactMap { kind -> String? in
            let count = units.count { $0.kind == kind }
            return count == 0 ? nil : Amount.count(count, of: kind.rawValue)
        }
        parts.append(damagedCount == 0 ? "none damaged" : "\(Amount.count(damagedCount)) damaged")
        let others = counts.values.reduce(0, +) - units.reduce(0) { $0 + $1.faults }
        if others > 0 { parts.append("\(Amount.count(others, of: "fault")) beside them") }
        if !errors.isEmpty { parts.append("\(Amount.count(errors.count)) not checked") }
        return parts.joined(separator: ", ")
    }

    /// Returns a line such as `Output/photo/dzi: Deep Zoom image, 12000 × 8000, 15 levels, 2,113
    /// tiles: no faults`.
    private static func line(_ summary: Verification.Summary) -> String {
        let size = summary.size
        let verdict = summary.faults == 0 ? "no faults" : Amount.count(summary.faults, of: "fault")
        guard summary.levels > 0 else { return "\(summary.place): \(summary.kind): \(verdict)" }
        return "\(summary.place): \(summary.kind), "
            + "\(size.text), "
            + "\(Amount.count(summary.levels, of: "level")), "
            + "\(Amount.count(summary.tiles, of: "tile")): \(verdict)"
    }
}
