internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// What all checks of a run share: how thorough they are, and where findings go.
final class VerificationRun {
    let options: Verification.Options
    private let cancellation: Cancellation
    private let report: (Verification.Event) -> Void
    private(set) var findingCount = 0
    /// What to do about faults of what is being checked.
    var remedy = ""

    /// Tiles that are handed to the threads at once.
    private static let batch = 256

    init(
        _ options: Verification.Options, _ cancellation: Cancellation,
        _ report: @escaping (Verification.Event) -> Void
    ) {
        self.options = options
        self.cancellation = cancellation
        self.report = report
    }

    func found(_ finding: Finding) {
        findingCount += 1
        report(.found(finding))
    }

    func found(_ kind: Finding.Kind, _ place: String, _ problem: String) {
        found(Finding(kind, place, problem, remedy: remedy))
    }

    func found(_ kind: Finding.Kind, _ error: ZigguratError) {
        found(
            Finding(
                kind, error.subject, error.problem,
                remedy: error.remedy.isEmpty ? remedy : error.remedy))
    }

    func note(_ text: String, on place: String) { report(.noted(text, place: place)) }

    func send(_ event: Verification.Event) { report(event) }

    func checkCancellation() throws(ZigguratError) {
        if cancellation.isCancelled {
            throw ZigguratError(.cancelled, "", "stopped on request")
        }
    }

    /// Checks many things on several threads and reports what is found in their order.
    ///
    /// - Parameters:
    ///   - subject: what progress is shown of.
    ///   - count: how many there are.
    ///   - next: the things, handed over batch by batch.
    ///   - check: what is wrong with one; called on any thread.
    func checkEach<Thing: Sendable>(
        of subject: String, count: Int, noun: String, _ things: some Sequence<Thing>,
        _ check: @escaping @Sendable (Thing) -> [Finding]
    ) throws(ZigguratError) {
        var done = 0
        var batch: [Thing] = []
        var failure: ZigguratError?
        let finish = { () throws(ZigguratError) in
            for finding in Self.findings(batch, self.options.threadCount, check) {
                self.found(finding)
            }
            done += batch.count
            batch.removeAll(keepingCapacity: true)
            self.report(
                .progressed(
                    Verification.Progress(
                        subject: subject, noun: noun, done: done, count: max(done, count))))
            try self.checkCancellation()
        }
        for thing in things {
            batch.append(thing)
            guard batch.count == Self.batch else { continue }
            do throws(ZigguratError) { try finish() } catch { failure = error }
            if failure != nil { break }
        }
        if let failure { throw failure }
        try finish()
    }

    private static func findings<Thing: Sendable>(
        _ things: [Thing], _ threadCount: Int, _ check: @escaping @Sendable (Thing) -> [Finding]
    ) -> [Finding] {
        let results = Results(count: things.count)
        ConcurrentWork.forEach(below: things.count, threads: threadCount) { index in
            let findings = check(things[index])
            if !findings.isEmpty { results.store(findings, at: index) }
        }
        return results.all
    }
}
