internal import Glibc
internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// The processor time that a decoder in this process may take.
///
/// A decoder in another process is stopped by ``DecoderProcess``. One in this process is asked between
/// rows, and where its library allows it also before the first row. It is measured in processor time, so
/// that neither a slow disk nor other programs count.
final class DecodingLimit: Sendable {
    private let path: String
    /// For some rows, and for what comes before the first one.
    private let seconds: Int
    private let totalSeconds: Int
    /// In nanoseconds.
    private let total = Atomic(0)

    private static let secondsForAll = 600
    private static let secondsForMegapixel = 10

    init(_ path: String, seconds: Int, pixelCount: Int) {
        self.path = path
        self.seconds = Self.patience(seconds, pixelCount: pixelCount)
        totalSeconds = Self.totalSeconds(pixelCount: pixelCount)
    }

    /// How long a decoder may deliver nothing, in seconds.
    static func patience(_ seconds: Int, pixelCount: Int) -> Int {
        seconds + pixelCount / 1_000_000
    }

    /// The processor time of a whole image, in seconds.
    static func totalSeconds(pixelCount: Int) -> Int {
        secondsForAll + secondsForMegapixel * (pixelCount / 1_000_000)
    }

    /// Decodes some rows.
    ///
    /// - Throws: the error of the body; ``SourceFailure/DecoderEnd/timeout(seconds:)`` or
    ///   ``SourceFailure/DecoderEnd/processorTime`` after it has taken too long.
    func run(_ body: () throws(ZigguratError) -> Void) throws(ZigguratError) {
        let start = Self.processorTime
        try body()
        try check(since: start)
    }

    /// Starts to measure what a decoder does before its first row.
    func startPreparation() -> Preparation { Preparation(limit: self, start: Self.processorTime) }

    /// What a decoder does before its first row, while it asks now and then whether it shall go on.
    struct Preparation {
        fileprivate let limit: DecodingLimit
        fileprivate let start: Int

        /// Whether the decoder may go on.
        var isInTime: Bool { !limit.isOver(since: start) }

        /// Throws as ``DecodingLimit/run(_:)``.
        func check() throws(ZigguratError) { try limit.check(since: start) }
    }

    fileprivate func isOver(since start: Int) -> Bool {
        Self.processorTime - start >= seconds * 1_000_000_000
    }

    fileprivate func check(since start: Int) throws(ZigguratError) {
        guard !isOver(since: start) else { throw timeout }
        let sum = total.add(Self.processorTime - start, ordering: .relaxed).newValue
        guard sum < totalSeconds * 1_000_000_000 else {
            throw ZigguratError(SourceFailure.decoder(.processorTime), path)
        }
    }

    private var timeout: ZigguratError {
        ZigguratError(SourceFailure.decoder(.timeout(seconds: seconds)), path)
    }

    /// The processor time of this thread, in nanoseconds.
    private static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
