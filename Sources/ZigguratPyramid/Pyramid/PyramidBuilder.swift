internal import CSystem
package import ZigguratCore
package import ZigguratImaging
package import ZigguratSources
package import ZigguratSystem

/// Encodes the tiles of all passes while reading the source once.
///
/// The calling thread reads; workers halve and encode. If the row windows are full, the calling
/// thread runs jobs, too. If the source is stored in blocks, all threads read.
package struct PyramidBuilder: Sendable {
    package var passes: [TilingPass]
    /// The pyramids of the image in other sizes. The passes of these pyramids are numbered after
    /// ``passes``, in this order.
    package var resampled: [ResampledPyramid]
    /// The colour of padding, and the background of transparent images in formats without alpha.
    package var background: RGBColor
    /// Whether tiles keep the transparency of the image, in formats with alpha.
    package var alpha: TileEncoding.Alpha
    /// The number of threads, including the calling thread.
    package var threadCount: Int
    /// The memory limit of a decoder in another process, in bytes; `nil` means the limit of
    /// ``SourceRequest/Isolation``.
    package var decoderMemory: Int?
    /// The row file from which an interrupted build continues; `nil` if builds start over.
    package var rowFile: ResumeRows?
    /// The band of ``bands(of:atMost:)`` whose tiles are built; `nil` for all tiles. The build
    /// writes the band's rows of a smaller level to ``rowFile``. The build makes no tiles of that
    /// level or of smaller levels.
    package var band: PixelRegion?

    package init(
        passes: [TilingPass], resampled: [ResampledPyramid] = [], background: RGBColor = .white,
        alpha: TileEncoding.Alpha = .keep, threadCount: Int = WorkerThreads.defaultCount
    ) {
        precondition(!passes.isEmpty, "a pyramid has at least one tile")
        self.passes = passes
        self.resampled = resampled
        self.background = background
        self.alpha = alpha
        self.threadCount = max(1, threadCount)
    }

    /// Reads the source once and passes each tile to the sink.
    ///
    /// - Parameter progress: called on the calling thread from time to time; returns `false` to
    ///   cancel.
    /// - Returns: the conversion steps that are known only after the pixels are read.
    /// - Throws: the first error of any thread, after all threads have stopped.
    @discardableResult
    package func build(
        _ source: SourceImage, into sink: any TileSink,
        progress: (ExportProgress) -> Bool = { _ in true }
    ) throws(ZigguratError) -> [ConversionStep] {
        let allPasses = passes + resampled.flatMap(\.passes)
        let keepsAlpha = alpha == .keep && allPasses.contains { $0.encoding.format.keepsAlpha }
        let schedule = schedule(of: source)
        let tileCount = schedule.openTiles
        let isWanted = { progress(ExportProgress(rowsRead: 0, tilesDone: 0, tileCount: tileCount)) }
        let coefficients = try coefficients(of: source)
        let areInOrder = coefficients.map { readsCoefficientsInOrder(of: source, $0.grid) } ?? false
        if areInOrder { coefficients?.keep(rowsInUse: schedule.baseCapacity) }
        let finding = try source.findValueRange(threads: threadCount, isWanted: isWanted)
        let reading = try source.makeReading(
            keepsAlpha: keepsAlpha, background: background, limits: finding.limits,
            opacity: finding.opacity, turnsRows: !turnsTiles(of: source),
            coefficients: areInOrder ? coefficients : nil, decoderMemory: decoderMemory,
            firstRow: firstRow(of: source), threadCount: readingThreads(of: source),
            isWanted: isWanted)
        if let coefficients, !areInOrder {
            try coefficients.read(
                allowsDamaged: source.trust.allowsDamaged, isWanted: isWanted)
        }
        let limit = source.makeDecodingLimit()
        let profile = try source.keptProfile()
        if resampled.isEmpty {
            var builder = self
            if source.plan.orientation != .upright || coefficients != nil { builder.rowFile = nil }
            try builder.build(
                reading, coefficients, profile: profile,
                turnedBy: turnsTiles(of: source) ? source.plan.orientation : .upright,
                within: limit, into: sink, progress: progress)
        } else {
            // Resampled pyramids need the rows from the top.
            try buildResampled(
                of: try reading.makeRowReader(), coefficients, profile: profile, within: limit,
                into: sink, progress: progress)
        }
        return finding.step.map { [$0] } ?? []
    }

    private func buildResampled(
        of rows: any RowReader, _ coefficients: JPEGCoefficients?, profile: [UInt8],
        within limit: DecodingLimit?, into sink: any TileSink, progress: (ExportProgress) -> Bool
    ) throws(ZigguratError) {
        let (size, bands) = (rows.size, rows.bands)
        guard rows.sampleBytes == 1 else {
            throw ZigguratError(EncoderError.resamplingSixteenBits)
        }
        let others = try ResampledPyramids(resampled, of: size, bands: bands)
        var threads: [WorkerThreads] = []
        var firstPass = passes.count
        for (index, pyramid) in resampled.enumerated() {
            let renumbering = RenumberingSink(sink, firstPass: firstPass)
            firstPass += pyramid.passes.count
            var builder = self
            (builder.passes, builder.resampled) = (pyramid.passes, [])
            let thread = WorkerThreads(count: 1) { [builder] in
                others.build(
                    index, builder, size: pyramid.size, of: size, bands: bands, profile: profile,
                    into: renumbering)
            }
            if thread.count == 0 {
                others.stop(ZigguratError(EncoderError.noThread))
            }
            threads.append(thread)
        }
        do throws(ZigguratError) {
            let reading = PixelReading.rows(RelayingRowReader(rows, to: others.relays))
            try build(reading, coefficients, profile: profile, within: limit, into: sink) { own in
                progress(
                    ExportProgress(
                        rowsRead: own.rowsRead, tilesDone: own.tilesDone + others.tilesDone,
                        tileCount: own.tileCount + others.tileCount))
            }
        } catch {
            others.stop(error)
            for thread in threads { thread.join() }
            throw error
        }
        for thread in threads { thread.join() }
        try others.result()
    }

    /// Returns the coefficients of the source, which are not read yet, if a pass cuts tiles out of
    /// it.
    private func coefficients(
        of source: SourceImage
    ) throws(ZigguratError) -> JPEGCoefficients? {
        let passes = passes.filter(\.cutsSource)
        guard !passes.isEmpty else { return nil }
        let coefficients = try source.coefficients()
        for pass in passes {
            for edge in pass.edges {
                let tiling = Tiling(
                    tileSize: pass.tileSize, overlap: pass.overlap, edge: edge,
                    encoding: pass.encoding)
                try coefficients.grid.check(
                    tiling, of: pass.windows[0] ?? LevelWindow(size: source.header.size))
            }
        }
        return coefficients
    }

    func build(
        _ reading: PixelReading, _ coefficients: JPEGCoefficients? = nil, profile: [UInt8] = [],
        turnedBy orientation: Orientation = .upright, within limit: DecodingLimit? = nil,
        into sink: any TileSink, progress: (ExportProgress) -> Bool = { _ in true }
    ) throws(ZigguratError) {
        var reading = reading
        var schedule = PyramidSchedule(
            imageSize: orientation.turned(reading.size), orientation: orientation, passes: passes,
            chunks: reading.chunks, convertsRows: reading.conversion != nil,
            threadCount: threadCount)
        let savedRows = try prepareRows(of: reading, &schedule, sink)
        if band != nil {
            reading = reading.limited(to: schedule.levels[0].columns)
            if let chunks = reading.chunks { schedule.read(inPartsOf: chunks) }
        }
        var reader: (any RowReader)?
        var blocks: (any BlockSource)?
        switch reading {
        case .rows(let rows), .stored(let rows, _):
            reader = rows
            if band == nil, let rowFile, rows.isResumable {
                reader = CheckpointedRowReader(
                    rows, rowFile.readerCheckpoints, interval: ResumeRows.imageRows)
            }
        case .blocks(let source): blocks = source
        }
        if schedule.rowsRead > 0 {
            try reader?.skip(schedule.rowsRead) {
                progress(
                    ExportProgress(rowsRead: 0, tilesDone: 0, tileCount: schedule.openTiles))
            }
        }
        let sampleBytes = reading.sampleBytes
        precondition(
            sampleBytes == 2 || passes.allSatisfy { $0.encoding.bits == 8 },
            "tiles of 16 bits per sample need a source that is read with 16 bits")
        let pipeline = try PyramidPipeline(
            schedule, bands: reading.bands, sampleBytes: sampleBytes,
            conversion: reading.conversion, savedRows: savedRows, limit: limit)
        let makeTools: @Sendable () throws(ZigguratError) -> PyramidPipeline.Tools = {
            [
                passes, background, blocks, bands = reading.bands, blankTiles = BlankTileCache(),
                strips = StripEncoders(profile: profile)
            ] () throws(ZigguratError) in
            PyramidPipeline.Tools(
                cutter: try TileCutter(
                    passes: passes, bands: bands, sampleBytes: sampleBytes, background: background,
                    profile: profile, coefficients: coefficients, blankTiles: blankTiles,
                    strips: strips, sink: sink),
                blockReader: try blocks?.makeReader())
        }
        let workers = WorkerThreads(count: threadCount - 1) {
            pipeline.work(makeTools)
        }
        pipeline.lead(reader: reader, alone: threadCount == 1, makeTools, progress: progress)
        workers.join()
        try pipeline.result()
    }

    /// Returns the first row of an isolated source that the build of a band reads.
    private func firstRow(of source: SourceImage) -> Int {
        guard let band, source.isIsolated else { return 0 }
        var schedule = PyramidSchedule(imageSize: source.header.size, passes: passes)
        schedule.limit(to: band)
        return schedule.rowsRead
    }

    /// Opens the row file and moves the schedule to the row where an interrupted build continues.
    ///
    /// - Returns: `nil` if the build does not use a row file.
    private func prepareRows(
        of reading: PixelReading, _ schedule: inout PyramidSchedule, _ sink: any TileSink
    ) throws(ZigguratError) -> SavedRows? {
        guard let rowFile, schedule.levels.count > ResumeRows.reduction else { return nil }
        let size = schedule.levels[ResumeRows.reduction].size
        let rowBytes = size.width * reading.bands * reading.sampleBytes
        if let band {
            schedule.limit(to: band)
            return try SavedRows(
                rowFile, of: band,
                from: schedule.levels[ResumeRows.reduction].columns.lowerBound,
                bytesPerPixel: reading.bands * reading.sampleBytes)
        }
        let start = try ResumePoint(
            of: schedule, passes: passes,
            knownRows: rowFile.rowCount(rowBytes: rowBytes, height: size.height), sink: sink,
            threadCount: threadCount)
        if let start { schedule.begin(at: start) }
        return try SavedRows(rowFile, rowBytes: rowBytes, from: start)
    }
}

/// The progress of the export of one image.
public struct ExportProgress: Hashable, Sendable {
    /// The number of decoded rows of the source.
    public let rowsRead: Int
    public let tilesDone: Int
    public let tileCount: Int

    package init(rowsRead: Int, tilesDone: Int, tileCount: Int) {
        (self.rowsRead, self.tilesDone, self.tileCount) = (rowsRead, tilesDone, tileCount)
    }

    /// The finished part of the tiles, 0 to 1.
    public var fraction: Double { Double(tilesDone) / Double(max(1, tileCount)) }
}
