internal import CSystem
internal import ZigguratCore
package import ZigguratSystem

/// Turns the rows of a source into the tiles of every cut, in one pass over the source.
///
/// The calling thread reads; workers halve and encode. When there is no room for more rows the
/// reader lends a hand. A source that is kept in blocks is read by all of them.
public struct PyramidBuilder: Sendable {
    public var cuts: [Cut]
    /// Further pyramids, of the picture in other sizes. Their cuts are counted after ``cuts``, in
    /// this order.
    public var branches: [PyramidBranch]
    /// Fills padded tiles, and stands behind transparent pictures in formats that have no
    /// transparency.
    public var background: RGBColor
    /// Whether tiles keep the picture's transparency, in formats that can.
    public var alpha: AlphaRule
    /// How many threads work at once, the calling one included.
    public var threadCount: Int

    /// How far a build has come.
    public struct Progress: Hashable, Sendable {
        public let rowsRead: Int
        public let tilesDone: Int
        public let tileCount: Int

        /// The part of the tiles that is done, 0 to 1.
        public var fraction: Double { Double(tilesDone) / Double(max(1, tileCount)) }

        public init(rowsRead: Int, tilesDone: Int, tileCount: Int) {
            self.rowsRead = rowsRead
            self.tilesDone = tilesDone
            self.tileCount = tileCount
        }
    }

    public init(
        cuts: [Cut], branches: [PyramidBranch] = [], background: RGBColor = .white,
        alpha: AlphaRule = .keep, threadCount: Int = Self.defaultThreadCount
    ) {
        precondition(!cuts.isEmpty, "a pyramid without tiles is none")
        self.cuts = cuts
        self.branches = branches
        self.background = background
        self.alpha = alpha
        self.threadCount = max(1, threadCount)
    }

    /// As many as there are processors for this program.
    public static let defaultThreadCount = max(1, Int(zig_processor_count()))

    /// What the rows in use of all levels take in memory, those of branches included, in bytes.
    public func rowBytes(of header: SourceHeader) -> Int {
        let bands = (header.colour == .grey ? 1 : 3) + (header.hasAlpha ? 1 : 0)
        let sampleBytes = (cuts.map(\.encoding.bits).max() ?? 8) / 8
        let own = Self.rowBytes(header.size, cuts, bytesPerPixel: bands * sampleBytes)
        return branches.reduce(own) { sum, branch in
            sum + RowRelay.byteCount(rowLength: header.size.width * bands)
                + Self.rowBytes(branch.size, branch.cuts, bytesPerPixel: bands)
        }
    }

    private static func rowBytes(_ size: PixelSize, _ cuts: [Cut], bytesPerPixel: Int) -> Int {
        PyramidSchedule(imageSize: size, cuts: cuts).levels.reduce(0) {
            $0 + $1.rows(bytesPerPixel: bytesPerPixel).byteCount
        }
    }

    /// Reads the source once and hands every tile to the sink.
    ///
    /// - Parameter progress: called on the calling thread, now and then; an answer of `false`
    ///   cancels.
    /// - Returns: the conversion steps that reading the pixels has found.
    /// - Throws: the first error of any thread, when all of them have stopped.
    @discardableResult
    package func build(
        _ source: SourceImage, into sink: any TileSink, progress: (Progress) -> Bool = { _ in true }
    ) throws(ZigguratError) -> [ConversionStep] {
        let allCuts = cuts + branches.flatMap(\.cuts)
        let keepsAlpha = alpha == .keep && allCuts.contains { $0.encoding.format.keepsAlpha }
        let tileCount = PyramidSchedule(imageSize: source.header.size, cuts: cuts).openTiles
        let isWanted = { progress(Progress(rowsRead: 0, tilesDone: 0, tileCount: tileCount)) }
        let coefficients = try coefficients(of: source, isWanted: isWanted)
        let finding = try source.lookAtValues(isWanted: isWanted)
        let reading = try source.makeReading(
            keepsAlpha: keepsAlpha, background: background, limits: finding.limits,
            isWanted: isWanted)
        let profile = try source.keptProfile()
        if branches.isEmpty {
            try build(reading, coefficients, profile: profile, into: sink, progress: progress)
        } else if case .rows(let rows) = reading {
            try buildBranches(
                of: rows, coefficients, profile: profile, into: sink, progress: progress)
        } else {
            // Blocks are read by many threads; a branch wants its rows from the top.
            let rows = try source.makeRowReader(
                keepsAlpha: keepsAlpha, background: background, limits: finding.limits,
                isWanted: isWanted)
            try buildBranches(
                of: rows, coefficients, profile: profile, into: sink, progress: progress)
        }
        return finding.step.map { [$0] } ?? []
    }

    private func buildBranches(
        of rows: any RowReader, _ coefficients: JPEGCoefficients?, profile: [UInt8],
        into sink: any TileSink, progress: (Progress) -> Bool
    ) throws(ZigguratError) {
        let (size, bands) = (rows.size, rows.bands)
        guard rows.sampleBytes == 1 else {
            throw ZigguratError(
                .invalidOptions, "", "samples of 16 bits cannot be resampled for another density",
                remedy: "leave --bits out, or ask for one of the --scales")
        }
        let works = try BranchWorks(branches, of: size, bands: bands)
        var threads: [WorkerThreads] = []
        var firstCut = cuts.count
        for (index, branch) in branches.enumerated() {
            let branchSink = BranchSink(sink, firstCut: firstCut)
            firstCut += branch.cuts.count
            var builder = self
            (builder.cuts, builder.branches) = (branch.cuts, [])
            let thread = WorkerThreads(count: 1) { [builder] in
                works.work(
                    index, builder, size: branch.size, of: size, bands: bands, profile: profile,
                    into: branchSink)
                VipsRuntime.leaveThread()
            }
            if thread.count == 0 {
                works.stop(
                    ZigguratError(
                        .encodingFailed, "", "the system gives no thread for a second pyramid",
                        remedy: "end other programs"))
            }
            threads.append(thread)
        }
        do throws(ZigguratError) {
            let reading = PixelReading.rows(RelayingRowReader(rows, to: works.relays))
            try build(reading, coefficients, profile: profile, into: sink) { own in
                progress(
                    Progress(
                        rowsRead: own.rowsRead, tilesDone: own.tilesDone + works.tilesDone,
                        tileCount: own.tileCount + works.tileCount))
            }
        } catch {
            works.stop(error)
            for thread in threads { thread.join() }
            throw error
        }
        for thread in threads { thread.join() }
        try works.result()
    }

    /// Where tiles of full resolution are cut out of the source as they are.
    private func coefficients(
        of source: SourceImage, isWanted: () -> Bool
    ) throws(ZigguratError) -> JPEGCoefficients? {
        let cuts = cuts.filter(\.cutsSource)
        guard !cuts.isEmpty else { return nil }
        let grid = try source.coefficientGrid()
        for cut in cuts {
            for edge in cut.edges {
                let tiling = Tiling(
                    tileSize: cut.tileSize, overlap: cut.overlap, edge: edge,
                    encoding: cut.encoding)
                try grid.check(
                    tiling, of: cut.windows[0] ?? LevelWindow(size: source.header.size))
            }
        }
        return try source.readCoefficients(isWanted: isWanted)
    }

    func build(
        _ reading: PixelReading, _ coefficients: JPEGCoefficients? = nil, profile: [UInt8] = [],
        into sink: any TileSink, progress: (Progress) -> Bool = { _ in true }
    ) throws(ZigguratError) {
        var reader: (any RowReader)?
        var blocks: (any BlockSource)?
        switch reading {
        case .rows(let rows): reader = rows
        case .blocks(let source): blocks = source
        }
        let schedule = PyramidSchedule(
            imageSize: reading.size, cuts: cuts, chunks: blocks?.chunks)
        let sampleBytes = reading.sampleBytes
        guard sampleBytes == 2 || cuts.allSatisfy({ $0.encoding.bits == 8 }) else {
            throw ZigguratError(
                .invalidOptions, "", "tiles of 16 bits a sample need a source that is read so",
                remedy: "ask for 16 bits in the source's request, too")
        }
        let works = try PyramidWorks(schedule, bands: reading.bands, sampleBytes: sampleBytes)
        let makeTools: @Sendable () throws(ZigguratError) -> PyramidWorks.Tools = {
            [
                cuts, background, blocks, bands = reading.bands, plainTiles = PlainTiles(),
                strips = StripEncoders(profile: profile)
            ] () throws(ZigguratError) in
            PyramidWorks.Tools(
                cutter: try TileCutter(
                    cuts: cuts, bands: bands, sampleBytes: sampleBytes, background: background,
                    profile: profile, coefficients: coefficients, plainTiles: plainTiles,
                    strips: strips, sink: sink),
                blockReader: try blocks?.makeReader())
        }
        let workers = WorkerThreads(count: threadCount - 1) {
            works.work(makeTools)
            VipsRuntime.leaveThread()
        }
        works.lead(reader: reader, alone: threadCount == 1, makeTools, progress: progress)
        workers.join()
        try works.result()
    }
}
