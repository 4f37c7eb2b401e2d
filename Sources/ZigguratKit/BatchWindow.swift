internal import Synchronization
internal import ZigguratFormats
internal import ZigguratSystem

/// A stretch of a batch: its small images are exported side by side, one thread each, which leaves
/// nobody waiting; large ones are only planned, because every thread can work on each.
struct BatchWindow: Sendable {
    /// What became of an image.
    enum Outcome: Sendable {
        /// There is no plan of it.
        case unplanned(ZigguratError)
        case done(ExportPlan, Result<ExportResult, ZigguratError>, seconds: Double)
        /// It waits for its turn.
        case large(ExportPlan)
    }

    let entries: ArraySlice<BatchList.Entry>
    let exporter: Exporter
    let cancellation: Cancellation

    /// Pixels above which an image keeps several threads busy.
    private static let largestSmall = 8_000_000

    /// The outcomes, in the order of the entries.
    func run() -> [Outcome] {
        let kept = Kept(count: entries.count)
        let threadCount = exporter.options.threadCount
        ConcurrentWork.forEach(below: entries.count, threads: threadCount) { number in
            let outcome = outcome(of: entries[entries.startIndex + number])
            kept.outcomes.withLock { $0[number] = outcome }
        }
        return kept.outcomes.withLock { $0.compactMap(\.self) }
    }

    private func outcome(of entry: BatchList.Entry) -> Outcome {
        let start = ContinuousClock.now
        let plan: ExportPlan
        do throws(ZigguratError) {
            guard !cancellation.isCancelled else {
                throw ZigguratError(Cancelled(), entry.path)
            }
            plan = try exporter.plan(entry)
        } catch {
            return .unplanned(error)
        }
        // One that is alone has every thread.
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

    /// What threads write into.
    private final class Kept: Sendable {
        let outcomes: Mutex<[Outcome?]>

        init(count: Int) { outcomes = Mutex(Array(repeating: nil, count: count)) }
    }
}
