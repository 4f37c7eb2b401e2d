internal import Synchronization
internal import ZigguratCore
package import ZigguratSystem

/// The processor time limit of a decoder in this process.
///
/// ``DecoderProcess`` stops a decoder in another process. A decoder in this process is checked
/// between rows and, if its library allows it, before the first row. Processor time is independent
/// of slow disks and other programs.
package final class DecodingLimit: Sendable {
    private let path: String
    /// The limit for a few rows, and for the work before the first row, in seconds.
    private let seconds: Int
    private let totalSeconds: Int
    /// The processor time so far, in nanoseconds.
    private let total = Atomic(0)

    private static let secondsForAll = 600
    private static let secondsForMegapixel = 10
    /// How many times as long as usual a process may take while other programs use the processors.
    private static let busyFactor = 10

    package init(_ path: String, seconds: Int, pixelCount: Int) {
        self.path = path
        self.seconds = Self.patience(seconds, pixelCount: pixelCount)
        totalSeconds = Self.totalSeconds(pixelCount: pixelCount)
    }

    /// Returns the longest time without rows from a decoder, in seconds.
    package static func patience(_ seconds: Int, pixelCount: Int) -> Int {
        seconds + pixelCount / 1_000_000
    }

    /// Whether another process has taken too long since its last message. A process that waits for a
    /// processor or a disk, and has used less than half of its time, may take longer.
    ///
    /// - Parameters:
    ///   - seconds: the longest time without a message on an idle machine.
    ///   - time: the time since the last message.
    ///   - used: the processor time since the last message.
    ///   - isRunnable: whether the process runs, or waits for a processor or a disk.
    package static func isOver(
        _ seconds: Int, time: Duration, used: @autoclosure () -> Duration,
        isRunnable: @autoclosure () -> Bool
    ) -> Bool {
        guard time >= .seconds(seconds) else { return false }
        return time >= .seconds(seconds * busyFactor) || used() >= .seconds(seconds) / 2
            || !isRunnable()
    }

    /// Returns the processor time limit of a whole image, in seconds.
    package static func totalSeconds(pixelCount: Int) -> Int {
        secondsForAll + secondsForMegapixel * (pixelCount / 1_000_000)
    }

    /// Decodes some rows.
    ///
    /// - Throws: the error of the body; ``SourceError/DecoderEnd/timeout(seconds:)`` or
    ///   ``SourceError/DecoderEnd/processorTime`` if the time limit is exceeded.
    package func run(_ body: () throws(ZigguratError) -> Void) throws(ZigguratError) {
        let start = ProcessorTime.ofThread
        try body()
        try check(since: start)
    }

    /// Starts to measure the work of a decoder before its first row.
    package func startPreparation() -> Preparation {
        Preparation(limit: self, start: ProcessorTime.ofThread)
    }

    /// The work of a decoder before its first row. The decoder regularly checks whether it may
    /// continue.
    package struct Preparation {
        fileprivate let limit: DecodingLimit
        fileprivate let start: Int

        /// Whether the decoder may continue.
        package var isInTime: Bool { !limit.isOver(since: start) }

        /// Throws an error, as ``DecodingLimit/run(_:)`` does, if the time limit is exceeded.
        package func check() throws(ZigguratError) { try limit.check(since: start) }
    }

    fileprivate func isOver(since start: Int) -> Bool {
        ProcessorTime.ofThread - start >= seconds * 1_000_000_000
    }

    fileprivate func check(since start: Int) throws(ZigguratError) {
        guard !isOver(since: start) else { throw timeout }
        let sum = total.add(ProcessorTime.ofThread - start, ordering: .relaxed).newValue
        guard sum < totalSeconds * 1_000_000_000 else {
            throw ZigguratError(SourceError.decoder(.processorTime), path)
        }
    }

    private var timeout: ZigguratError {
        ZigguratError(SourceError.decoder(.timeout(seconds: seconds)), path)
    }
}
