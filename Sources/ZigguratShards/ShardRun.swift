package import ZigguratCore
package import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
package import ZigguratSystem

/// Exports the images of a shard, and encodes the tiles of its bands.
///
/// Does not write the shared files of a destination: the gallery, the collections and the files for
/// web hosts.
package struct ShardRun: Sendable {
    private let plan: ShardPlan
    private let number: Int
    private let exporter: Exporter

    /// - Parameters:
    ///   - number: the number of the shard, from 1.
    ///   - exporter: an exporter with the settings of the plan.
    package init(_ number: Int, of plan: ShardPlan, with exporter: Exporter) {
        var exporter = exporter
        // The tasks already contain the metadata records of their images.
        exporter.records = nil
        (self.plan, self.number, self.exporter) = (plan, number, exporter)
    }

    /// Exports the images, unless the shard is done. Waits while another process runs the shard.
    ///
    /// - Parameters:
    ///   - describe: returns the message of an error for the result file.
    ///   - report: called on the calling thread, in order.
    /// - Returns: `nil` after a cancellation, which the run also reports.
    /// - Throws: ``ZigguratError`` if the plan is damaged, or if the result cannot be written.
    package func run(
        cancellation: Cancellation = Cancellation(),
        describe: (ZigguratError) -> ShardResult.Failure, report: (ExportBatch.Event) -> Void
    ) throws(ZigguratError) -> ShardResult? {
        let lock = try ShardPlan.lock(plan.lockPlace(of: number), cancellation) {
            report(.noted(.waitsForShard(number)))
        }
        guard let lock else {
            report(.failed(ZigguratError(Cancelled(), plan.folder)))
            return nil
        }
        defer { lock.unlock() }
        if let result = try plan.result(of: number), result.outcome == .done { return result }
        guard let result = try export(cancellation, describe, report) else { return nil }
        try plan.write(result, of: number)
        return result
    }

    private func export(
        _ cancellation: Cancellation, _ describe: (ZigguratError) -> ShardResult.Failure,
        _ report: (ExportBatch.Event) -> Void
    ) throws(ZigguratError) -> ShardResult? {
        let tasks = try plan.tasks(of: number)
        let start = ContinuousClock.now
        var (exported, upToDate) = (0, 0)
        var failures: [ShardResult.Failure] = []
        func take(_ event: ExportBatch.Event) {
            switch event {
            case .finished(let result, _) where result.outcome == .upToDate: upToDate += 1
            case .finished, .encodedBand: exported += 1
            case .failed(let error): failures.append(describe(error))
            default: break
            }
            report(event)
        }
        let images = tasks.filter { $0.band == nil }
        var isComplete =
            images.isEmpty
            || ExportBatch(BatchList(of: images.map(\.entry)), exporter: exporter)
                .run(cancellation: cancellation, report: take)
        for (index, task) in tasks.enumerated() {
            guard let band = task.band, !cancellation.isCancelled else { continue }
            let folder = plan.bandFolder(index, of: number, task)
            guard folder.hashes == nil else {
                upToDate += 1
                continue
            }
            do throws(ZigguratError) {
                try encode(band, of: task, into: folder, cancellation, take)
            } catch {
                take(.failed(error))
                isComplete = false
            }
        }
        guard !cancellation.isCancelled else { return nil }
        return ShardResult(
            outcome: isComplete ? .done : .failed, tasks: plan.summary.shards[number - 1].sha256,
            exported: exported, upToDate: upToDate, failures: failures,
            seconds: (ContinuousClock.now - start) / .seconds(1))
    }

    private func encode(
        _ band: ShardTask.Band, of task: ShardTask, into folder: BandFolder,
        _ cancellation: Cancellation, _ report: (ExportBatch.Event) -> Void
    ) throws(ZigguratError) {
        let start = ContinuousClock.now
        let image = try plan.image(of: task, with: exporter, cancellation)
        let size = image.header.size
        guard band.rows.upperBound <= size.height, band.columns.upperBound <= size.width else {
            throw ZigguratError(ShardError.invalid(member: "band"), plan.place(of: number))
        }
        report(.started(image, number: band.number, count: band.count))
        let region = PixelRegion(columns: band.columns, rows: band.rows)
        try folder.write(region, of: image, by: exporter) { progress in
            report(.progressed(progress))
            return !cancellation.isCancelled
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        report(.encodedBand(band.number, count: band.count, image, seconds: seconds))
    }
}
