internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Some images of a batch: small ones are exported at the same time, with one thread each; large
/// ones are only planned, because each can use all threads.
struct BatchWindow: Sendable {
    /// The outcome for one image.
    enum Outcome: Sendable {
        /// Planning failed.
        case unplanned(ZigguratError)
        case done(ExportPlan, Result<ExportResult, ZigguratError>, seconds: Double)
        /// Planned, to be exported with all threads.
        case large(ExportPlan)
    }

    let entries: ArraySlice<BatchList.Entry>
    let exporter: Exporter
    let cancellation: Cancellation

    /// The number of pixels above which an image can use several threads.
    private static let largestSmall = 8_000_000

    /// The outcomes, in the order of the entries.
    func run() -> [Outcome] {
        ConcurrentWork.map(below: entries.count, threads: exporter.options.threadCount) {
            outcome(of: entries[entries.startIndex + $0])
        }
    }

    private func outcome(of entry: BatchList.Entry) -> Outcome {
        let start = ContinuousClock.now
        let plan: ExportPlan
        do throws(ZigguratError) {
            guard !cancellation.isCancelled else {
                throw ZigguratError(Cancelled(), entry.path)
            }
            plan = try entry.plan(with: exporter)
        } catch {
            return .unplanned(error)
        }
        // A single image uses all threads.
        guard entries.count > 1, plan.header.size.pixelCount <= Self.largestSmall else {
            return .large(plan)
        }
        var alone = exporter
        alone.options.threadCount = 1
        do throws(ZigguratError) {
            let result = try alone.export(plan, cancellation: cancellation)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            return .done(plan, .success(result), seconds: seconds)
        } catch {
            return .done(plan, .failure(error), seconds: 0)
        }
    }
}
