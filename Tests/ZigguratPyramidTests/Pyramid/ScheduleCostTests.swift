import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
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
    /// Processor time for a pixel to scan pieces, and to follow the MCUs of the image through them:
    /// 1.05 and 0.018 times `scanning`.
    private static let pieceScanning = 0.58
    private static let following = 0.01

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

    /// The index of the bands of a JPEG: the times at which bands can be decoded.
    private protocol Index {
        /// Returns the time at which a thread has scanned a piece of the file; `nil` if the thread
        /// need not scan a piece.
        mutating func scanPiece(at time: Double) -> Double?

        /// Returns the time at which a thread that begins a band can decode it.
        mutating func ready(_ band: Int, at time: Double) -> Double
    }

    private static let bandHeight = 32
    private static let bandPixels = Double(bandHeight * size.width)
    private static let bandCount = size.height.dividedRoundingUp(by: bandHeight)

    /// An index that one thread at a time extends.
    private struct SerialIndex: Index {
        let threads: Int
        let scanning: Double
        private var readyTimes: [Double] = []

        init(threads: Int, scanning: Double) { (self.threads, self.scanning) = (threads, scanning) }

        mutating func scanPiece(at time: Double) -> Double? { nil }

        /// The thread also extends the index below the band, unless another thread extends it.
        mutating func ready(_ band: Int, at time: Double) -> Double {
            var time = time
            if band < readyTimes.count {
                time = max(time, readyTimes[band])
                if time < readyTimes[readyTimes.count - 1] { return time }
            }
            let start = max(time, readyTimes.last ?? 0)
            let end = min(bandCount, band + 1 + 2 * threads)
            time = start
            while readyTimes.count < end {
                time += scanning * bandPixels
                readyTimes.append(time)
            }
            return time
        }
    }

    /// An index of pieces, which all threads scan. One thread at a time follows the MCUs of the image
    /// through them.
    private struct DividedIndex: Index {
        let threads: Int
        /// The pixels of a piece of 256 KB.
        private let piecePixels = 1_000_000.0
        /// The times at which pieces are scanned.
        private var scannedTimes: [Double] = []
        private var readyTimes: [Double] = []

        init(threads: Int) { self.threads = threads }

        private func piece(atEndOf band: Int) -> Int {
            Int(bandPixels * Double(band + 1) / piecePixels)
        }

        mutating func scanPiece(at time: Double) -> Double? {
            let last = min(
                piece(atEndOf: bandCount - 1), piece(atEndOf: readyTimes.count - 1) + 2 * threads)
            guard scannedTimes.count < last else { return nil }
            let end = time + pieceScanning * piecePixels
            scannedTimes.append(end)
            return end
        }

        mutating func ready(_ band: Int, at time: Double) -> Double {
            while readyTimes.count <= band {
                let piece = piece(atEndOf: readyTimes.count)
                while scannedTimes.count <= piece {
                    scannedTimes.append(time + pieceScanning * piecePixels)
                }
                let start = max(time, scannedTimes[piece], readyTimes.last ?? 0)
                readyTimes.append(start + following * bandPixels)
            }
            return max(time, readyTimes[band])
        }
    }

    /// Returns the elapsed time if threads decode bands.
    private static func elapsed(threads: Int, _ index: some Index) throws -> Double {
        let chunks = BlockChunks(height: bandHeight, parts: 1, skippedRows: 0, atOnce: threads)
        var schedule = PyramidSchedule(
            imageSize: size, passes: ScheduleKind.tiles.passes(of: size), levelSlack: nil,
            chunks: chunks, threadCount: threads)
        var index = index
        var runs: [(end: Double, job: PyramidSchedule.Job?)] = []
        var time = 0.0
        while !schedule.isDone {
            while runs.count < threads {
                if let end = index.scanPiece(at: time) {
                    runs.append((end, nil))
                } else if let job = schedule.nextJob() {
                    var end = time + cost(of: job, schedule)
                    if case .read(let rows, _) = job {
                        let band = chunks.number(ofRow: rows.lowerBound)
                        end = index.ready(band, at: time)
                        end += bandDecoding * Double(rows.count * size.width)
                    }
                    runs.append((end, job))
                } else {
                    break
                }
            }
            let first = try #require(runs.indices.min { runs[$0].end < runs[$1].end })
            time = runs[first].end
            if let job = runs.remove(at: first).job { schedule.finish(job) }
        }
        return time
    }

    /// Returns the elapsed times of a serial and a divided scan, compared with a scan that costs
    /// nothing.
    private static func times(threads: Int) throws -> (serial: Double, divided: Double) {
        let least = try elapsed(threads: threads, SerialIndex(threads: threads, scanning: 0))
        let serial = SerialIndex(threads: threads, scanning: scanning)
        return (
            try elapsed(threads: threads, serial) / least,
            try elapsed(threads: threads, DividedIndex(threads: threads)) / least
        )
    }

    @Test func `Threads scan pieces of a JPEG where that saves a tenth of the time`() throws {
        for threads in [4, 8, 9, 16, 32] {
            let times = try Self.times(threads: threads)
            let isShorter = times.divided < 0.9 * times.serial
            #expect(
                isShorter == (threads >= JPEGBandLayout.fewestScanningThreads),
                "\(threads) threads: \(times)")
            if threads == 16 {
                #expect(times.serial > 1.8 && times.divided < 1.15, "\(times)")
            }
        }
    }
}
