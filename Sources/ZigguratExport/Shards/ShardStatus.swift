package import ZigguratSystem

/// The state of a shard.
package struct ShardStatus: Sendable {
    package enum State: String, Sendable, Codable, CaseIterable {
        case done
        /// A process exports it now.
        case running
        /// Some images could not be exported.
        case failed
        /// It was not run, or the process ended before its end.
        case missing
    }

    /// From 1.
    package let number: Int
    package let state: State
    package let shard: ShardPlan.Shard
    /// That of the last run.
    package let result: ShardResult?
}

extension ShardPlan {
    /// The states of all shards, in their order.
    package func statuses() throws(ZigguratError) -> [ShardStatus] {
        var statuses: [ShardStatus] = []
        for (index, shard) in summary.shards.enumerated() {
            let result = try result(of: index + 1)
            let state: ShardStatus.State =
                switch result?.outcome {
                case .done: .done
                case _ where try FileHandle.isLocked(lockPlace(of: index + 1)): .running
                case .failed: .failed
                case nil: .missing
                }
            statuses.append(
                ShardStatus(number: index + 1, state: state, shard: shard, result: result))
        }
        return statuses
    }
}

extension [ShardStatus] {
    /// The seconds until all shards are done, if as many run at a time as now; `nil` before the
    /// first shard is done. The cost of a running shard counts in full.
    package var secondsLeft: Double? {
        var (seconds, cost) = (0.0, 0.0)
        for status in self where status.state == .done {
            guard let result = status.result, result.exported > 0 else { continue }
            // After a killed run, the last one exports only a part of the images.
            let images = Double(result.exported) + Double(result.upToDate)
            cost += status.shard.cost * Double(result.exported) / images
            seconds += result.seconds
        }
        guard cost > 0 else { return nil }
        let left = filter { $0.state != .done }.reduce(0) { $0 + $1.shard.cost }
        let workers = Swift.max(1, count { $0.state == .running })
        let estimate = left * (seconds / cost) / Double(workers)
        return ShardPlan.isValid(estimate) ? estimate : nil
    }
}
