internal import Synchronization
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

/// Reads the headers of files whose decoders run in separate processes.
///
/// A hostile header can take as long as the time limit, so it must not occupy a thread that other
/// images need.
final class HeaderChecks: Sendable {
    private struct Check {
        let attributes: FileAttributes?
        let error: ZigguratError?
        let time = ContinuousClock.now
    }

    /// The time limit for one header, in seconds.
    private static let seconds = 10
    /// A header that could not be read is read again after this time.
    private static let lifetime = Duration.seconds(60)

    private let known = Mutex<[String: Check]>([:])
    /// Many reads may run at once, because their threads only wait for other processes.
    private let reads = SingleFlight(limit: 16)
    private let trust: SourceRequest.Trust
    private let request: SourceRequest

    init(_ request: SourceRequest, _ trust: SourceRequest.Trust) {
        var trust = trust
        trust.isolation = trust.isolation.map(Self.limited)
        (self.request, self.trust) = (request, trust)
    }

    /// Returns the settings of a process that only reads headers.
    static func limited(_ isolation: SourceRequest.Isolation) -> SourceRequest.Isolation {
        var limited = isolation
        limited.secondsWithoutProgress = min(seconds, isolation.secondsWithoutProgress)
        limited.yields = true
        return limited
    }

    /// Waits until the header of a file is read.
    ///
    /// - Parameter isWanted: called repeatedly; `false` cancels.
    /// - Throws: ``ZigguratError`` if the header cannot be read.
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
