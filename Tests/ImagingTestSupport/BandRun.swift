import ZigguratCore
import ZigguratSystem

@testable import ZigguratDecoders
@testable import ZigguratImaging

/// Reads all bands of a JPEG on several threads as a pyramid does: each thread takes the next band.
///
/// `@unchecked Sendable`: each thread writes only the rows of its band.
final class BandRun: @unchecked Sendable {
    private struct State {
        var nextBand = 0
        var failure: ZigguratError?
    }

    private let source: JPEGBandSource
    private let samples: UnsafeMutableBufferPointer<UInt8>
    private let state = ConditionLocked(State())

    private init(_ source: JPEGBandSource) {
        self.source = source
        samples = .allocate(capacity: source.size.pixelCount * source.bytesPerPixel)
        samples.initialize(repeating: 0)
    }

    deinit { samples.deallocate() }

    /// Returns all rows.
    ///
    /// - Throws: the first error of any thread.
    static func samples(
        of source: JPEGBandSource, threads: Int
    ) throws(ZigguratError) -> [UInt8] {
        let run = BandRun(source)
        let workers = WorkerThreads(count: threads) { run.work() }
        workers.join()
        if let failure = run.state.withLock({ $0.failure }) { throw failure }
        return Array(run.samples)
    }

    private func work() {
        let reader = source.makeReader()
        let (length, height) = (source.size.width * source.bytesPerPixel, source.size.height)
        let count = source.chunks.count(of: height)
        while let start = samples.baseAddress {
            let band = state.withLock { state in
                defer { state.nextBand += 1 }
                return state.failure == nil ? state.nextBand : count
            }
            guard band < count else { return }
            let rows = source.chunks.rows(band, of: height)
            let addresses = rows.map { start + $0 * length }
            do throws(ZigguratError) {
                try addresses.withUnsafeBufferPointer { addresses throws(ZigguratError) in
                    try reader.read(rows, part: 0, into: addresses)
                }
            } catch {
                state.change { $0.failure = $0.failure ?? error }
            }
        }
    }
}
