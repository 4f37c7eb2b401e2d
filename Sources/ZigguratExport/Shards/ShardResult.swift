internal import ZigguratCore
package import ZigguratSystem

/// How the last run of a shard ended, in `result-N.json`.
package struct ShardResult: Sendable, Codable {
    package enum Outcome: String, Sendable, Codable {
        case done, failed
    }

    /// An image that could not be exported.
    package struct Failure: Hashable, Sendable, Codable {
        /// The file that the problem concerns.
        package let subject: String
        package let code: ZigguratError.Code
        package let problem: String
        /// What the user can do.
        package let remedy: String

        package init(subject: String, code: ZigguratError.Code, problem: String, remedy: String) {
            self.subject = subject
            self.code = code
            self.problem = problem
            self.remedy = remedy
        }
    }

    package let outcome: Outcome
    /// The checksum of the shard's file: the result of another plan is not valid.
    let tasks: String
    package let exported: Int
    package let upToDate: Int
    package let failures: [Failure]
    package let seconds: Double
}

extension ShardPlan {
    /// The result of a shard; `nil` if it has not been run to its end.
    package func result(of number: Int) throws(ZigguratError) -> ShardResult? {
        try check(number)
        let place = resultPlace(of: number)
        guard let bytes = try FileSystem.contents(of: place) else { return nil }
        // A damaged result means that the shard has to be run again.
        let result = try? BundleFile.decoded(ShardResult.self, from: bytes, of: place)
        return result?.tasks == summary.shards[number - 1].sha256 ? result : nil
    }

    func write(_ result: ShardResult, of number: Int) throws(ZigguratError) {
        let place = resultPlace(of: number)
        try FileSystem.replace(place, with: try BundleFile.json(place, result).bytes, syncs: true)
    }
}
