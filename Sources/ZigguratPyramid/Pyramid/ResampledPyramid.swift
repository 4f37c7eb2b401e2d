package import ZigguratCore
internal import ZigguratDecoders
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

/// A pyramid of the image in another size: resampled from full resolution, then halved and tiled
/// separately.
package struct ResampledPyramid: Hashable, Sendable {
    /// The size at full resolution, which does not exceed the size of the image.
    package let size: PixelSize
    package let passes: [TilingPass]

    package init(size: PixelSize, passes: [TilingPass]) {
        precondition(!passes.isEmpty, "a pyramid has at least one tile")
        self.size = size
        self.passes = passes
    }
}

/// The resampled pyramids of a build. Each pyramid has its own thread and workers, and receives the
/// rows that the build reads.
final class ResampledPyramids: Sendable {
    private struct State {
        var failure: ZigguratError?
        var tilesDone: [Int]
    }

    let relays: [RowRelay]
    let tileCount: Int
    private let state: ConditionLocked<State>

    /// Creates relays for all pyramids.
    ///
    /// - Parameter bands: the number of bands in the rows, which have 8-bit samples.
    init(
        _ resampled: [ResampledPyramid], of size: PixelSize, bands: Int
    ) throws(ZigguratError) {
        var relays: [RowRelay] = []
        for _ in resampled {
            relays.append(try RowRelay(rowLength: size.width * bands, rowCount: size.height))
        }
        self.relays = relays
        tileCount = resampled.reduce(0) {
            $0 + PyramidSchedule(imageSize: $1.size, passes: $1.passes).openTiles
        }
        state = ConditionLocked(State(tilesDone: resampled.map { _ in 0 }))
    }

    var tilesDone: Int { state.withLock { $0.tilesDone.reduce(0, +) } }

    /// Builds one pyramid.
    func build(
        _ index: Int, _ builder: PyramidBuilder, size: PixelSize, of imageSize: PixelSize,
        bands: Int, profile: [UInt8], into sink: any TileSink
    ) {
        do throws(ZigguratError) {
            let image = try VipsImage.rows(of: relays[index], size: imageSize, bands: bands)
                .resized(to: size)
            let reading = PixelReading.rows(VipsRowReader(image, path: ""))
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

    /// Throws the first error of any pyramid, after all pyramids are done.
    func result() throws(ZigguratError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}

/// A sink that passes tiles on with the index of their pass among all passes.
final class RenumberingSink: TileSink {
    private let sink: any TileSink
    private let firstPass: Int

    init(_ sink: any TileSink, firstPass: Int) {
        self.sink = sink
        self.firstPass = firstPass
    }

    func accept(_ tile: EncodedTile, _ bytes: RawSpan) throws(ZigguratError) {
        try sink.accept(numbered(tile), bytes)
    }

    func wants(blank tile: EncodedTile) -> Bool { sink.wants(blank: numbered(tile)) }

    func isKept(_ tile: EncodedTile) -> Bool { sink.isKept(numbered(tile)) }

    private func numbered(_ tile: EncodedTile) -> EncodedTile {
        var tile = tile
        tile.pass += firstPass
        return tile
    }
}
