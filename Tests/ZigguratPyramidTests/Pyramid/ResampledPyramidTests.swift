import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratPyramid
@testable import ZigguratSources

/// A second pyramid in a pass: tiles are equal with any number of threads, and a build stops
/// cleanly.
@Suite struct ResampledPyramidTests {
    private static let passes = [
        TilingPass(
            tileSize: PixelSize(square: 128), overlap: 0, encoding: TileEncoding(.jpeg),
            edges: [.crop], reductions: Set(0...10))
    ]
    private static let resampled = [
        ResampledPyramid(size: PixelSize(width: 467, height: 602), passes: Self.passes),
        ResampledPyramid(size: PixelSize(width: 1, height: 2), passes: Self.passes),
    ]

    private func builder(_ threadCount: Int) -> PyramidBuilder {
        PyramidBuilder(passes: Self.passes, resampled: Self.resampled, threadCount: threadCount)
    }

    @Test func `The tiles do not depend on the number of threads`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 701, height: 903).write(
                to: folder["picture.png"])
            let source = try SourceImage(path: file.path)
            let alone = TileStore()
            try builder(1).build(source, into: alone)
            // 6 × 8, 3 × 4, 2 × 2 and eight tiles; 4 × 5, 2 × 3, 1 × 2 and eight; eleven levels of
            // one tile.
            #expect(
                (0...2).map { pass in alone.tiles.keys.count { $0.pass == pass } } == [72, 36, 11])
            let store = TileStore()
            var last: ExportProgress?
            try builder(4).build(source, into: store) {
                last = $0
                return true
            }
            #expect(store.tiles == alone.tiles)
            #expect(last?.tileCount == 72 + 36 + 11)
        }
    }

    @Test(arguments: [1, 3], [0, 1, 30, 80])
    func `The first error stops all threads`(_ threadCount: Int, _ limit: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 701, height: 903).write(
                to: folder["picture.jpg"])
            let source = try SourceImage(path: file.path)
            let error = #expect(throws: ZigguratError.self) {
                try builder(threadCount).build(source, into: TileStore(limit: limit))
            }
            #expect((error?.reason as? FileError)?.kind == .diskFull)
        }
    }

    @Test(arguments: [1, 3])
    func `A progress callback that returns false cancels the build`(_ threadCount: Int) async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 701, height: 903).write(
                to: folder["picture.jpg"])
            let source = try SourceImage(path: file.path)
            let error = #expect(throws: ZigguratError.self) {
                try builder(threadCount).build(source, into: TileStore()) { $0.rowsRead < 200 }
            }
            #expect(error?.code == .cancelled)
        }
    }

    @Test func `A truncated source stops all threads`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 701, height: 903).write(
                to: folder["picture.jpg"])
            let bytes = try Data(contentsOf: file)
            try bytes.prefix(bytes.count / 2).write(to: file)
            let source = try SourceImage(path: file.path)
            let error = #expect(throws: ZigguratError.self) {
                try builder(2).build(source, into: TileStore())
            }
            #expect(error?.code == .truncatedSource)
        }
    }
}
