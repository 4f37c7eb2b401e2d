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
