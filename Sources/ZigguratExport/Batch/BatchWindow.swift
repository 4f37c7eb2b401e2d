internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

/// A few images of a batch.
///
/// Small images are exported at the same time, with one thread each. Large images are only planned,
/// because each of them can use all threads.
struct BatchWindow: Sendable {
    enum Outcome: Sendable {
        case unplanned(ZigguratError)
        case done(ExportPlan, Result<ExportResult, ZigguratError>, seconds: Double)
        /// The image is planned, and has to be exported with all threads.
        case large(ExportPlan)

        /// The name of the export, if it was written.
        var written: String? {
            guard case .done(let plan, .success(let result), _) = self,
                result.outcome == .exported
            else { return nil }
            return plan.name
        }

        /// Returns the outcome after publishing. If the export was written but cannot be published,
        /// the outcome is a failure.
        func failing(_ error: ZigguratError?) -> Outcome {
            guard let error, written != nil, case .done(let plan, _, _) = self else {
                return self
            }
            return .done(plan, .failure(error), seconds: 0)
        }
    }

    package let entries: ArraySlice<BatchList.Entry>
    let exporter: Exporter
    package let cancellation: Cancellation

    /// The most pixels of a small image. A larger image can use several threads.
    private static let largestSmall = 8_000_000

    /// Exports the small images, and returns the outcomes in the order of the entries.
    package func run() -> [Outcome] {
        var outcomes: [Outcome] = []
        do throws(ZigguratError) {
            try exporter.folder.withStaging { staging throws(ZigguratError) in
                outcomes = ConcurrentWork.map(
                    below: entries.count, threads: exporter.options.threadCount
                ) {
                    outcome(of: entries[entries.startIndex + $0], in: staging)
                }
                let failures = try staging.publish(outcomes.compactMap(\.written))
                outcomes = outcomes.map { $0.failing(failures[$0.written ?? ""]) }
            }
        } catch {
            outcomes = outcomes.map { $0.failing(error) }
        }
        return outcomes
    }

    private func outcome(of entry: BatchList.Entry, in staging: Staging) -> Outcome {
        let start = ContinuousClock.now
        let plan: ExportPlan
        do throws(ZigguratError) {
            guard !cancellation.isCancelled else {
                throw ZigguratError(Cancelled(), entry.path)
            }
            plan = try entry.plan(with: exporter, cancellation: cancellation)
        } catch {
            return .unplanned(error)
        }
        // Images that are exported at the same time share the memory.
        let left = max(0, exporter.options.memoryLimit - plan.memory.program)
        let share = plan.memory.program + left / exporter.options.threadCount
        // If the window has only one image, the image uses all threads.
        guard entries.count > 1, plan.header.size.pixelCount <= Self.largestSmall,
            plan.memory.total <= share
        else { return .large(plan) }
        var alone = exporter
        alone.options.threadCount = 1
        alone.options.memoryLimit = share
        do throws(ZigguratError) {
            let (source, update) = try alone.update(plan)
            let kept = try alone.upToDate(plan, update)
            let result =
                if let kept {
                    kept
                } else {
                    try alone.write(plan, source, update, in: staging, cancellation)
                }
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            return .done(plan, .success(result), seconds: seconds)
        } catch {
            return .done(plan, .failure(plan.states.blaming(error)), seconds: 0)
        }
    }
}
