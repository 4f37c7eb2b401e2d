internal import CVips
public import ZigguratCore

/// Turns the rows of a source into the tiles of every cut, in one pass over the source.
///
/// The calling thread reads; workers halve and encode. When there is no room for more rows the
/// reader lends a hand.
public struct PyramidBuilder: Sendable {
    public var cuts: [Cut]
    /// Fills padded tiles, and stands behind transparent pictures in formats that have no
    /// transparency.
    public var background: RGBColor
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
        cuts: [Cut], background: RGBColor = .white, threadCount: Int = Self.defaultThreadCount
    ) {
        precondition(!cuts.isEmpty, "a pyramid without tiles is none")
        self.cuts = cuts
        self.background = background
        self.threadCount = max(1, threadCount)
    }

    /// As many as there are processors for this program.
    public static let defaultThreadCount = max(1, Int(g_get_num_processors()))

    /// Reads the source once and hands every tile to the sink.
    ///
    /// - Parameter progress: called on the calling thread, now and then; an answer of `false`
    ///   cancels.
    /// - Returns: what came to light of the source when it was read, a sentence each that begins
    ///   with “it is”.
    /// - Throws: the first error of any thread, when all of them have stopped.
    @discardableResult
    public func build(
        _ source: SourceImage, into sink: any TileSink, progress: (Progress) -> Bool = { _ in true }
    ) throws(ZigguratError) -> [String] {
        let keepsAlpha = cuts.contains { $0.encoding.format.keepsAlpha }
        let tileCount = PyramidSchedule(imageSize: source.header.size, cuts: cuts).openTiles
        let isWanted = { progress(Progress(rowsRead: 0, tilesDone: 0, tileCount: tileCount)) }
        let finding = try source.lookAtValues(isWanted: isWanted)
        let reader = try source.makeRowReader(
            keepsAlpha: keepsAlpha, background: background, limits: finding.limits,
            isWanted: isWanted)
        let schedule = PyramidSchedule(imageSize: reader.size, cuts: cuts)
        let works = try PyramidWorks(schedule, bands: reader.bands)
        let makeCutter: @Sendable () throws(ZigguratError) -> TileCutter = {
            [cuts, background, bands = reader.bands] () throws(ZigguratError) in
            try TileCutter(cuts: cuts, bands: bands, background: background, sink: sink)
        }
        let workers = WorkerThreads(count: threadCount - 1) {
            works.work(makeCutter)
            VipsRuntime.leaveThread()
        }
        works.read(from: reader, alone: threadCount == 1, makeCutter, progress: progress)
        workers.join()
        try works.result()
        return finding.step.map { [$0] } ?? []
    }
}
