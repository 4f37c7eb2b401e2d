import TestSupport
import ZigguratKit

/// The result of a verification.
struct Verdict {
    var findings: [Verification.Finding] = []
    var notes: [String] = []
    var summaries: [Verification.Summary] = []
    var units: [Verification.Unit] = []

    /// Verifies the exports or the pyramid at a path.
    init(
        _ path: String, quick: Bool = false, threads: Int = 3, formats: Formats = .standard
    ) throws {
        let box = Box()
        let isClean = try Verification(
            of: path, options: .init(decodes: !quick, threadCount: threads, formats: formats)
        ).run { event in
            switch event {
            case .progressed: break
            case .found(let finding): box.verdict.findings.append(finding)
            case .noted(let text, let place): box.verdict.notes.append("\(place): \(text)")
            case .checked(let summary): box.verdict.summaries.append(summary)
            case .ended(let unit): box.verdict.units.append(unit)
            }
        }
        self = box.verdict
        precondition(isClean == findings.isEmpty)
    }

    private init() {}

    /// The kinds of the findings.
    var kinds: Set<Verification.Finding.Kind> { Set(findings.map(\.kind)) }

    /// The checked items, a line each, without their paths.
    var lines: [String] {
        summaries.map {
            "\($0.kind), \($0.size), \($0.levels) levels, \($0.tiles) tiles, \($0.faults) faults"
        }
    }

    private final class Box {
        var verdict = Verdict()
    }
}
