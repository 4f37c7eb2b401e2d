internal import ZigguratCore
package import ZigguratSystem

/// The result of the last run of a shard, stored in `result-N.json`.
package struct ShardResult: Sendable, Codable {
    /// Whether all images were exported.
    package enum Outcome: String, Sendable, Codable {
        case done, failed
    }

    /// An image that could not be exported.
    package struct Failure: Hashable, Sendable, Codable {
        /// The path of the file.
        package let subject: String
        package let code: ZigguratError.Code
        /// The error message.
        package let problem: String
        /// The hint of the error message.
        package let remedy: String

        package init(subject: String, code: ZigguratError.Code, problem: String, remedy: String) {
            self.subject = subject
            self.code = code
            self.problem = problem
            self.remedy = remedy
        }
    }

    package let outcome: Outcome
    /// The checksum of the shard's file. A result with another checksum belongs to another plan and
    /// is invalid.
    let tasks: String
    /// The number of images that the run exported.
    package let exported: Int
    /// The number of images that were already exported.
    package let upToDate: Int
    package let failures: [Failure]
    /// The duration of the run.
    package let seconds: Double

    fileprivate var isValid: Bool {
        [Double(exported), Double(upToDate), seconds].allSatisfy(ShardPlan.isValid)
    }
}

extension ShardPlan {
    /// Returns the result of a shard; returns `nil` if no run has ended.
    package func result(of number: Int) throws(ZigguratError) -> ShardResult? {
        try check(number)
        let place = resultPlace(of: number)
        guard let bytes = try FileSystem.contents(of: place) else { return nil }
        // A damaged result counts as missing, so the shard is run again.
        guard let result = try? BundleFile.decoded(ShardResult.self, from: bytes, of: place),
            result.isValid, result.tasks == summary.shards[number - 1].sha256
        else { return nil }
        return result
    }

    func write(_ result: ShardResult, of number: Int) throws(ZigguratError) {
        let place = resultPlace(of: number)
        let bytes = try BundleFile.json(place, result).bytes
        try Self.writing { () throws(ZigguratError) in
            try FileSystem.replace(place, with: bytes, syncs: true)
        }
    }

    /// Removes the result of a shard, so that it counts as missing.
    func removeResult(of number: Int) throws(ZigguratError) {
        try Self.writing { () throws(ZigguratError) in
            try FileSystem.remove(resultPlace(of: number))
        }
    }
}

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
