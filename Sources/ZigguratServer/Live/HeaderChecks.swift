internal import Synchronization
internal import ZigguratImaging
internal import ZigguratSystem

/// Reads the headers of files whose decoders run in processes of their own, before such a file takes
/// the place of others: a hostile header can take as long as its limit.
final class HeaderChecks: Sendable {
    private struct Check {
        let attributes: FileAttributes?
        let error: ZigguratError?
        let time = ContinuousClock.now
    }

    /// The most seconds for a header.
    private static let seconds = 10
    /// A header that could not be read is read again after this time.
    private static let lifetime = Duration.seconds(60)

    private let known = Mutex<[String: Check]>([:])
    /// Many, because the threads wait for other processes.
    private let reads = SharedWork(limit: 16)
    private let trust: SourceRequest.Trust
    private let request: SourceRequest

    init(_ request: SourceRequest, _ trust: SourceRequest.Trust) {
        var trust = trust
        trust.isolation = trust.isolation.map(Self.limited)
        (self.request, self.trust) = (request, trust)
    }

    /// A process for headers only.
    static func limited(_ isolation: SourceRequest.Isolation) -> SourceRequest.Isolation {
        var limited = isolation
        limited.secondsWithoutProgress = min(seconds, isolation.secondsWithoutProgress)
        limited.yields = true
        return limited
    }

    /// Waits until the header of a file is read.
    ///
    /// - Parameter isWanted: asked now and then; an answer of `false` cancels.
    /// - Throws: ``ZigguratError`` if it cannot be read.
    func check(_ path: String, isWanted: () -> Bool) throws(ZigguratError) {
        guard trust.isolation != nil, !SourceImage.isRecognisedHere(path) else { return }
        let attributes = SourceImage.attributes(of: path)
        let check = try reads.run(path, isWanted: isWanted) { () throws(ZigguratError) -> Check? in
            known.withLock { known in
                guard let check = known[path], check.attributes == attributes,
                    check.error == nil || ContinuousClock.now - check.time < Self.lifetime
                else { return nil }
                return check
            }
        } make: { isWanted throws(ZigguratError) in
            var failure: ZigguratError?
            do throws(ZigguratError) {
                _ = try SourceImage(
                    path: path, request: request, trust: trust, isWanted: isWanted)
            } catch {
                if error.code == .cancelled { throw error }
                failure = error
            }
            let check = Check(attributes: attributes, error: failure)
            known.withLock { $0[path] = check }
            return check
        }
        if let error = check.error { throw error }
    }
}
