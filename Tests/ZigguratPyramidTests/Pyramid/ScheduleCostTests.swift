import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid

/// The share of time in which threads work, if each job takes the measured time.
@Suite struct ScheduleCostTests {
    /// Processor time for a pixel in nanoseconds, as measured: decoding and encoding a JPEG, and
    /// downsampling.
    private static let decoding = 2.5
    private static let encoding = 2.1
    private static let halving = 0.15
    /// Processor time for a pixel to decode bands, and to extend their index.
    private static let bandDecoding = 2.7
    private static let scanning = 0.55

    private static let size = PixelSize(width: 20_000, height: 15_000)

    /// A job that runs until a time.
    private struct Run {
        let end: Double
        let job: PyramidSchedule.Job
    }

    private static func cost(of job: PyramidSchedule.Job, _ schedule: PyramidSchedule) -> Double {
        switch job {
        case .read(let rows, _): return decoding * Double(rows.count * size.width)
        case .convert: return 0
        case .halve(let level, let rows):
            return halving * Double(rows.count * schedule.levels[level].size.width)
        case .encode(let level, let pass, _, let columns):
            let tile = schedule.levels[level].passes[pass].tiling.tileSize
            return encoding * Double(columns.count * tile.pixelCount)
        }
    }

    /// Returns the share of their time in which the threads work.
    private static func load(
        of chunks: BlockChunks, threads: Int, levelSlack: Int? = nil
    ) throws -> Double {
        var schedule = PyramidSchedule(
            imageSize: size, passes: ScheduleKind.tiles.passes(of: size), levelSlack: levelSlack,
            chunks: chunks, threadCount: threads)
        var runs: [Run] = []
        var (time, work) = (0.0, 0.0)
        while !schedule.isDone {
            while runs.count < threads, let job = schedule.nextJob() {
                let cost = cost(of: job, schedule)
                work += cost
                runs.append(Run(end: time + cost, job: job))
            }
            let first = try #require(runs.indices.min { runs[$0].end < runs[$1].end })
            time = runs[first].end
            schedule.finish(runs.remove(at: first).job)
        }
        return work / (time * Double(threads))
    }

    @Test(arguments: [4, 8, 16])
    func `Threads that decode bands of a JPEG hardly wait`(_ threads: Int) throws {
        for (height, offset) in [(32, 0), (96, 1)] {
            let bands = BlockChunks(
                height: height, parts: 1, skippedRows: offset, atOnce: threads)
            let load = try Self.load(of: bands, threads: threads)
            #expect(load > 0.9)
            guard threads == 16 else { continue }
            // The negative controls: memory for two bands, and for fewer rows of smaller levels.
            let twoBands = BlockChunks(height: height, parts: 1, skippedRows: offset)
            let others = [
                try Self.load(of: twoBands, threads: threads),
                try Self.load(of: bands, threads: threads, levelSlack: 64),
            ]
            #expect(others.allSatisfy { $0 < 0.9 && $0 < load }, "\(others)")
        }
    }

    /// The index of the bands, which one thread at a time extends.
    private struct Index {
        let scanning: Double
        let height: Int
        /// The time at which each band can be decoded, for the bands in the index.
        var readyTimes: [Double] = []

        /// Returns the time at which a thread that begins a band can decode it. The thread also
        /// extends the index below the band, unless another thread extends it.
        mutating func ready(_ band: Int, at time: Double, ahead: Int, count: Int) -> Double {
            var time = time
            if band < readyTimes.count {
                time = max(time, readyTimes[band])
                if time < readyTimes[readyTimes.count - 1] { return time }
            }
            let start = max(time, readyTimes.last ?? 0)
            let end = min(count, band + 1 + ahead)
            time = start
            while readyTimes.count < end {
                time += scanning * Double(height * size.width)
                readyTimes.append(time)
            }
            return time
        }
    }

    /// Returns the elapsed time if threads decode bands.
    private static func elapsed(threads: Int, scanning: Double) throws -> Double {
        let height = 32
        let chunks = BlockChunks(height: height, parts: 1, skippedRows: 0, atOnce: threads)
        var schedule = PyramidSchedule(
            imageSize: size, passes: ScheduleKind.tiles.passes(of: size), levelSlack: nil,
            chunks: chunks, threadCount: threads)
        var index = Index(scanning: scanning, height: height)
        var runs: [Run] = []
        var time = 0.0
        while !schedule.isDone {
            while runs.count < threads, let job = schedule.nextJob() {
                guard case .read(let rows, _) = job else {
                    runs.append(Run(end: time + cost(of: job, schedule), job: job))
                    continue
                }
                let ready = index.ready(
                    chunks.number(ofRow: rows.lowerBound), at: time, ahead: 2 * threads,
                    count: chunks.count(of: size.height))
                let decoding = bandDecoding * Double(rows.count * size.width)
                runs.append(Run(end: ready + decoding, job: job))
            }
            let first = try #require(runs.indices.min { runs[$0].end < runs[$1].end })
            time = runs[first].end
            schedule.finish(runs.remove(at: first).job)
        }
        return time
    }

    @Test func `The scan is the limit only with more than eight threads`() throws {
        // The time of a scan that costs nothing, compared with the measured scan.
        let gains = try [8, 16].map { threads in
            try Self.elapsed(threads: threads, scanning: Self.scanning)
                / Self.elapsed(threads: threads, scanning: 0) - 1
        }
        #expect(gains[0] < 0.15 && gains[1] > 0.5, "\(gains)")
    }
}
