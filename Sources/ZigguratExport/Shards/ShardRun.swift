internal import Glibc
package import ZigguratCore
package import ZigguratSystem

/// Exports the images of a shard. It does not write what belongs to all exports of a destination:
/// gallery, collections and files of web hosts.
package struct ShardRun: Sendable {
    private let plan: ShardPlan
    private let number: Int
    private let exporter: Exporter

    /// - Parameters:
    ///   - number: from 1.
    ///   - exporter: one with the settings of the plan.
    package init(_ number: Int, of plan: ShardPlan, with exporter: Exporter) {
        var exporter = exporter
        // The tasks have the records of their images.
        exporter.records = nil
        (self.plan, self.number, self.exporter) = (plan, number, exporter)
    }

    /// Exports the images, unless the shard is done. While another process runs the shard, this one
    /// waits.
    ///
    /// - Parameters:
    ///   - describe: words a failure for the result's file.
    ///   - report: called on the calling thread, in order.
    /// - Throws: ``ZigguratError`` if the plan is damaged, if the result cannot be written, or after
    ///   a cancellation.
    package func run(
        cancellation: Cancellation = Cancellation(),
        describe: (ZigguratError) -> ShardResult.Failure, report: (ExportBatch.Event) -> Void
    ) throws(ZigguratError) -> ShardResult {
        if let result = try plan.result(of: number), result.outcome == .done { return result }
        let lock = try FileHandle.lockFile(plan.lockPlace(of: number))
        while !lock.lock(waits: false) {
            // Some file systems have no locks: two runs then export the same images twice.
            guard errno == EWOULDBLOCK else { break }
            guard !cancellation.isCancelled else { throw ZigguratError(Cancelled(), plan.folder) }
            usleep(200_000)
        }
        defer { lock.unlock() }
        if let result = try plan.result(of: number), result.outcome == .done { return result }
        let result = try export(cancellation, describe, report)
        try plan.write(result, of: number)
        return result
    }

    private func export(
        _ cancellation: Cancellation, _ describe: (ZigguratError) -> ShardResult.Failure,
        _ report: (ExportBatch.Event) -> Void
    ) throws(ZigguratError) -> ShardResult {
        let tasks = try plan.tasks(of: number)
        let start = ContinuousClock.now
        var (exported, upToDate) = (0, 0)
        var failures: [ShardResult.Failure] = []
        let isComplete = ExportBatch(BatchList(of: tasks.map(\.entry)), exporter: exporter)
            .run(cancellation: cancellation) { event in
                switch event {
                case .finished(let result, _) where result.outcome == .upToDate: upToDate += 1
                case .finished: exported += 1
                case .failed(let error): failures.append(describe(error))
                default: break
                }
                report(event)
            }
        guard !cancellation.isCancelled else { throw ZigguratError(Cancelled(), plan.folder) }
        return ShardResult(
            outcome: isComplete ? .done : .failed, tasks: plan.summary.shards[number - 1].sha256,
            exported: exported, upToDate: upToDate, failures: failures,
            seconds: (ContinuousClock.now - start) / .seconds(1))
    }
}
