internal import ZigguratKit

/// Prints the result of a verification: a line for each fault and each pyramid, or one document.
final class VerifyReport {
    private let console: Console
    private let limit: Int
    private let asJSON: Bool
    private var display: ProgressDisplay
    private var subject = ""
    private var document = Document()
    /// The number of faults of each kind.
    private var counts: [Finding.Kind: Int] = [:]
    private var hasErrors = false

    init(progress: ProgressStyle, limit: Int, asJSON: Bool, on console: Console) {
        self.console = console
        self.limit = limit
        self.asJSON = asJSON
        display = ProgressDisplay(progress, on: console)
    }

    var isClean: Bool { counts.isEmpty && !hasErrors }

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
                    fields: [
                        "noun": .text(progress.noun), "done": .count(progress.done),
                        "count": .count(progress.count),
                    ])
            }
        case .found(let finding):
            counts[finding.kind, default: 0] += 1
            if asJSON { document.faults.append(FaultEntry(finding)) }
            guard counts[finding.kind, default: 0] <= limit else { return }
            display.end()
            console.report(finding.message, about: finding.subject)
        case .noted(let note, let place):
            let message = (note as? any Worded)?.message ?? Message("\(note)")
            display.end()
            console.note(message, about: place)
            document.notes.append(NoteEntry(place: place, text: message.line))
        case .checked(let summary):
            display.end()
            document.checked.append(summary)
            if !asJSON { console.print(Self.line(summary)) }
        }
    }

    func failed(_ error: ZigguratError) {
        display.end()
        hasErrors = true
        console.report(error)
        document.errors.append(ErrorEntry(error))
    }

    /// Prints the number of hidden faults, or the document.
    func close() throws(ZigguratError) {
        display.end()
        for kind in Finding.Kind.allCases {
            let hidden = counts[kind, default: 0] - limit
            guard hidden > 0 else { continue }
            console.note(
                Message(
                    "\(Amount.count(hidden, of: "more fault")) of kind \(kind.rawValue)",
                    hint: "--limit N prints more of them, --json all of them"))
        }
        if asJSON { try console.print(json: document) }
    }

    /// `Output/photo/dzi: Deep Zoom image, 12000 × 8000, 15 levels, 2,113 tiles: no faults`
    private static func line(_ summary: Verification.Summary) -> String {
        let size = summary.size
        let verdict = summary.faults == 0 ? "no faults" : Amount.count(summary.faults, of: "fault")
        return "\(summary.place): \(summary.kind), "
            + "\(size.width) × \(size.height), "
            + "\(Amount.count(summary.levels, of: "level")), "
            + "\(Amount.count(summary.tiles, of: "tile")): \(verdict)"
    }

    private struct Document: Encodable {
        var checked: [Verification.Summary] = []
        var faults: [FaultEntry] = []
        var notes: [NoteEntry] = []
        var errors: [ErrorEntry] = []
    }

    private struct FaultEntry: Encodable {
        let kind: Finding.Kind
        let place: String
        let tile: TileAddress?
        let problem: String
        let remedy: String

        init(_ finding: Finding) {
            kind = finding.kind
            place = finding.place
            tile = finding.tile
            let message = finding.message
            problem = message.problem
            remedy = message.hint
        }
    }

    private struct NoteEntry: Encodable {
        let place: String
        let text: String
    }
}
