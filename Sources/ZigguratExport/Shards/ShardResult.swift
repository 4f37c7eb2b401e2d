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

    fileprivate var isValid: Bool {
        [Double(exported), Double(upToDate), seconds].allSatisfy(ShardPlan.isValid)
    }
}

extension ShardPlan {
    /// The result of a shard; `nil` if it has not been run to its end.
    package func result(of number: Int) throws(ZigguratError) -> ShardResult? {
        try check(number)
        let place = resultPlace(of: number)
        guard let bytes = try FileSystem.contents(of: place) else { return nil }
        // A damaged result means that the shard has to be run again.
        guard let result = try? BundleFile.decoded(ShardResult.self, from: bytes, of: place),
            result.isValid, result.tasks == summary.shards[number - 1].sha256
        else { return nil }
        return result
    }

    func write(_ result: ShardResult, of number: Int) throws(ZigguratError) {
        let place = resultPlace(of: number)
        let bytes = try BundleFile.json(place, result).bytes
        do throws(ZigguratError) {
            try FileSystem.replace(place, with: bytes, syncs: true)
        } catch {
            throw error.ofPlan
        }
    }

    /// Removes the result of a shard, which is then missing.
    func removeResult(of number: Int) throws(ZigguratError) {
        do throws(ZigguratError) {
            try FileSystem.remove(resultPlace(of: number))
        } catch {
            throw error.ofPlan
        }
    }
}
