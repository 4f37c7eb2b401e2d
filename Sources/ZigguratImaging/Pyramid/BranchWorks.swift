internal import ZigguratCore
internal import ZigguratSystem

/// The branches of a build, each on a thread of its own with workers of its own, fed with the rows
/// that the build reads.
final class BranchWorks: Sendable {
    private struct State {
        var failure: ZigguratError?
        var tilesDone: [Int]
    }

    let relays: [RowRelay]
    let tileCount: Int
    private let state: Monitor<State>

    /// - Parameter bands: of the rows, which have 8-bit samples.
    init(
        _ branches: [PyramidBranch], of size: PixelSize, bands: Int
    ) throws(ZigguratError) {
        var relays: [RowRelay] = []
        for _ in branches {
            relays.append(try RowRelay(rowLength: size.width * bands, rowCount: size.height))
        }
        self.relays = relays
        tileCount = branches.reduce(0) {
            $0 + PyramidSchedule(imageSize: $1.size, cuts: $1.cuts).openTiles
        }
        state = Monitor(State(tilesDone: branches.map { _ in 0 }))
    }

    var tilesDone: Int { state.withLock { $0.tilesDone.reduce(0, +) } }

    /// One branch from its first row to its last tile.
    func work(
        _ index: Int, _ builder: PyramidBuilder, size: PixelSize, of imageSize: PixelSize,
        bands: Int, profile: [UInt8], into sink: any TileSink
    ) {
        do throws(ZigguratError) {
            let picture = try VipsImage.rows(of: relays[index], size: imageSize, bands: bands)
                .resized(to: size)
            let reading = PixelReading.rows(VipsRowReader(picture, path: ""))
            try builder.build(reading, profile: profile, into: sink) { progress in
                state.change { $0.tilesDone[index] = progress.tilesDone }
                return !relays[index].isStopped
            }
            relays[index].finish()
        } catch {
            state.change { $0.failure = $0.failure ?? error }
            stop(error)
        }
    }

    func stop(_ reason: ZigguratError) {
        for relay in relays { relay.stop(reason) }
    }

    /// The first error of any branch, when all of them are done.
    func result() throws(ZigguratError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}

/// Passes tiles on with the numbers that their cuts have among all.
final class BranchSink: TileSink {
    private let sink: any TileSink
    private let firstCut: Int

    init(_ sink: any TileSink, firstCut: Int) {
        self.sink = sink
        self.firstCut = firstCut
    }

    func accept(_ tile: EncodedTile, _ bytes: RawSpan) throws(ZigguratError) {
        try sink.accept(numbered(tile), bytes)
    }

    func wants(blank tile: EncodedTile) -> Bool { sink.wants(blank: numbered(tile)) }

    private func numbered(_ tile: EncodedTile) -> EncodedTile {
        EncodedTile(
            cut: firstCut + tile.cut, reduction: tile.reduction, column: tile.column,
            row: tile.row, edge: tile.edge, isBlank: tile.isBlank)
    }
}
