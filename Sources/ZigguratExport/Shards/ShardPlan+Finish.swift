package import ZigguratSystem

extension ShardPlan {
    /// Writes the gallery, the collections and the files of web hosts, if all shards are done.
    ///
    /// - Parameters:
    ///   - exporter: one with the settings of the plan.
    ///   - allowsFailures: whether images that failed are left out.
    ///   - report: called on the calling thread, in order.
    /// - Returns: why the destination is not complete, with the number of the shard as subject; empty
    ///   on success.
    package func finish(
        with exporter: Exporter, allowsFailures: Bool = false, report: (ExportBatch.Event) -> Void
    ) throws(ZigguratError) -> [ZigguratError] {
        var unfinished: [ZigguratError] = []
        for status in try statuses() {
            let reason: ShardFailure? =
                switch status.state {
                case .done: nil
                case .running: .running
                case .failed:
                    allowsFailures ? nil : .failed(images: status.result?.failures.count ?? 0)
                case .missing: .missing
                }
            if let reason {
                unfinished.append(ZigguratError(reason, "shard \(status.number)"))
            } else if status.state == .done {
                for task in try tasks(of: status.number)
                where !FileSystem.exists(
                    "\(exporter.folder.folder(of: task.name))/\(Manifest.fileName)")
                {
                    unfinished.append(
                        ZigguratError(
                            ShardFailure.exportGone(shard: status.number),
                            exporter.folder.folder(of: task.name)))
                }
            }
        }
        guard unfinished.isEmpty else { return unfinished }
        var failures: [ZigguratError] = []
        _ = exporter.completeDestination { event in
            if case .failed(let error) = event { failures.append(error) } else { report(event) }
        }
        return failures
    }
}
