package import ZigguratSystem

/// The state of a shard, with its totals and its last result.
package struct ShardStatus: Sendable {
    /// The state of a shard.
    package enum State: String, Sendable, Codable, CaseIterable {
        /// The last run exported all images.
        case done
        /// A process holds the lock of the shard.
        case running
        /// The last run could not export some images.
        case failed
        /// No run has ended.
        case missing
    }

    /// The number of the shard, from 1.
    package let number: Int
    package let state: State
    package let shard: ShardPlan.Shard
    /// The result of the last run; `nil` if no run has ended.
    package let result: ShardResult?
}

extension ShardPlan {
    /// Returns the status of each shard, in order.
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
    /// The estimated time until all shards are done, in seconds; `nil` before the first shard is
    /// done.
    ///
    /// The estimate assumes that the number of running shards stays constant. Running shards count
    /// with their full cost.
    package var secondsLeft: Double? {
        var (seconds, cost) = (0.0, 0.0)
        for status in self where status.state == .done {
            guard let result = status.result, result.exported > 0 else { continue }
            // After a killed run, the next run exports only the remaining images.
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
