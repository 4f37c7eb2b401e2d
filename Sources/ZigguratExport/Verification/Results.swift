internal import Synchronization
internal import ZigguratFormats
internal import ZigguratSystem

/// What threads find, in the order of what they looked at.
final class Results: Sendable {
    private let findings: Mutex<[[Finding]]>

    init(count: Int) {
        findings = Mutex(Array(repeating: [], count: count))
    }

    func store(_ found: [Finding], at index: Int) {
        findings.withLock { $0[index] = found }
    }

    var all: [Finding] { findings.withLock { $0.flatMap { $0 } } }
}
