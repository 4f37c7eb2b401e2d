import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid

/// Pipelines whose threads would wait for each other for ever.
@Suite struct StuckPipelineTests {
    private static let orientation = Orientation(exif: 3)
    private static let size = PixelSize(width: 4, height: 1800)
    private static let passes = [0, 7].map {
        TilingPass(
            tileSize: size.reduced(by: 1 << $0), overlap: 0, encoding: TileEncoding(.png),
            edges: [.crop], reductions: [$0])
    }

    /// The windows have no space for the remaining row of a chunk.
    @Test(arguments: [1, 2, 5])
    func `A pipeline without a job ends with an error`(_ threadCount: Int) throws {
        let result = try Self.run(levelSlack: 32, threadCount: threadCount)
        try Self.expectNoJob(result, rowsRead: 1800)
    }

    @Test(arguments: [1, 2, 5])
    func `A pipeline without a reader ends with an error`(_ threadCount: Int) throws {
        let result = try Self.run(threadCount: threadCount, hasReader: false)
        try Self.expectNoJob(result, rowsRead: 0)
    }

    @Test(arguments: [1, 2, 5])
    func `A pipeline with enough space ends without an error`(_ threadCount: Int) throws {
        guard case .success = try Self.run(threadCount: threadCount) else {
            Issue.record("the build fails")
            return
        }
    }

    private static func expectNoJob(
        _ result: Result<Void, ZigguratError>, rowsRead: Int
    ) throws {
        let reason = try #require(failure(of: result))
        guard case .noJob(let state) = reason else {
            Issue.record("the build ends with \(reason)")
            return
        }
        #expect(state.contains("rows read: \(rowsRead)"))
    }

    private static func failure(of result: Result<Void, ZigguratError>) -> EncoderError? {
        guard case .failure(let error) = result else { return nil }
        return error.reason as? EncoderError
    }

    /// Runs a pipeline on its own threads, so that the test fails if the pipeline does not end.
    private static func run(
        levelSlack: Int? = nil, threadCount: Int, hasReader: Bool = true
    ) throws -> Result<Void, ZigguratError> {
        let usual = PyramidSchedule(imageSize: size, orientation: orientation, passes: passes)
        let schedule =
            levelSlack.map {
                PyramidSchedule(
                    imageSize: size, orientation: orientation, passes: passes, levelSlack: $0)
            } ?? usual
        let pipeline = try PyramidPipeline(schedule, bands: 1)
        let makeTools: @Sendable () throws(ZigguratError) -> PyramidPipeline.Tools = {
            () throws(ZigguratError) in
            PyramidPipeline.Tools(
                cutter: try TileCutter(
                    passes: passes, bands: 1, background: .white, blankTiles: BlankTileCache(),
                    strips: StripEncoders(profile: []), sink: TileStore()),
                blockReader: nil)
        }
        let end = ConditionLocked<Result<Void, ZigguratError>?>(nil)
        let lead = WorkerThreads(count: 1) {
            let workers = WorkerThreads(count: threadCount - 1) { pipeline.work(makeTools) }
            pipeline.lead(
                reader: hasReader ? GreyRowReader(size: size) : nil, alone: threadCount == 1,
                makeTools
            ) { _ in true }
            workers.join()
            let result = Result { () throws(ZigguratError) in try pipeline.result() }
            end.change { $0 = result }
        }
        let result = try #require(end.wait(milliseconds: 300_000) { $0 }, "the pipeline never ends")
        lead.join()
        return result
    }
}

/// Rows of one colour.
private final class GreyRowReader: RowReader {
    let size: PixelSize
    let bands = 1
    let sampleBytes = 1

    init(size: PixelSize) { self.size = size }

    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) {
        for row in rows { row.update(repeating: 128, count: size.width) }
    }
}
