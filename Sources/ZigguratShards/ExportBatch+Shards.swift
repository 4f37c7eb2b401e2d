package import ZigguratCore
internal import ZigguratExport

extension ExportBatch {
    /// Writes a plan that divides the images among shards.
    ///
    /// - Parameters:
    ///   - count: the number of shards, at least 1.
    ///   - folder: the folder of the plan, which is empty or missing.
    ///   - options: the options that another machine creates an equal exporter from.
    ///   - costs: the data that the costs are estimated from.
    ///   - withChecksums: whether to record the SHA-256 of each source.
    ///   - progress: called on the calling thread.
    package func planShards(
        _ count: Int, to folder: String, options: [String], costs: ShardCost.Basis = .headers,
        withChecksums: Bool = false, cancellation: Cancellation = Cancellation(),
        progress: (ShardPlanner.Progress) -> Void = { _ in }
    ) throws(ShardPlanner.Failures) -> ShardPlanner.Outcome {
        try ShardPlanner(
            list: list(), exporter: exporter, count: count, basis: costs,
            withChecksums: withChecksums, cancellation: cancellation
        ).write(to: folder, options: options, progress: progress)
    }
}
