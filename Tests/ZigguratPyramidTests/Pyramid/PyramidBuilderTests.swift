import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratPyramid
@testable import ZigguratSources

/// The pass over a source gives equal tiles with any number of threads, and stops cleanly.
@Suite struct PyramidBuilderTests {
    private static let passes = [
        TilingPass(
            tileSize: PixelSize(square: 128), overlap: 1, encoding: TileEncoding(.jpeg),
            edges: [.crop], reductions: Set(0...10)),
        TilingPass(
            tileSize: PixelSize(square: 100), overlap: 0, encoding: TileEncoding(.png),
            edges: [.crop, .pad], reductions: [0, 2, 3]),
    ]

    @Test func `The tiles do not depend on the number of threads`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 701, height: 903, hasAlpha: true)
                .write(to: folder["picture.png"])
            let source = try SourceImage(path: file.path)
            let alone = TileStore()
            try PyramidBuilder(passes: Self.passes, threadCount: 1).build(source, into: alone)
            // 6 × 8, 3 × 4 and 2 × 2 tiles, and eight levels of one tile.
            let count = alone.tiles.keys.count { $0.pass == 0 }
            #expect(count == 72)
            for threadCount in [2, 3, 8] {
                let store = TileStore()
                var last: ExportProgress?
                try PyramidBuilder(passes: Self.passes, threadCount: threadCount)
                    .build(source, into: store) { progress in
                        last = progress
                        return true
                    }
                let isSame = store.tiles == alone.tiles
                #expect(isSame, "\(threadCount) threads")
                #expect(last?.tilesDone == last?.tileCount)
                #expect(last?.rowsRead == 903)
            }
        }
    }

    @Test(arguments: [1, 2, 4], [0, 1, 30])
    func `The first error stops all threads`(_ threadCount: Int, _ limit: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 701, height: 903)
                .write(to: folder["picture.jpg"])
            let source = try SourceImage(path: file.path)
            let error = #expect(throws: ZigguratError.self) {
                try PyramidBuilder(passes: Self.passes, threadCount: threadCount)
                    .build(source, into: TileStore(limit: limit))
            }
            #expect((error?.reason as? FileError)?.kind == .diskFull)
        }
    }

    @Test(arguments: [1, 4])
    func `A progress callback that returns false cancels the build`(_ threadCount: Int) async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 701, height: 903)
                .write(to: folder["picture.jpg"])
            let source = try SourceImage(path: file.path)
            let store = TileStore()
            let error = #expect(throws: ZigguratError.self) {
                try PyramidBuilder(passes: Self.passes, threadCount: threadCount)
                    .build(source, into: store) { $0.rowsRead < 200 }
            }
            #expect(error?.code == .cancelled)
            #expect(store.tiles.count < 100)
        }
    }

    @Test func `A truncated source stops all threads`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 701, height: 903)
                .write(to: folder["picture.jpg"])
            let bytes = try Data(contentsOf: file)
            try bytes.prefix(bytes.count / 2).write(to: file)
            let source = try SourceImage(path: file.path)
            for threadCount in [1, 4] {
                let error = #expect(throws: ZigguratError.self) {
                    try PyramidBuilder(passes: Self.passes, threadCount: threadCount)
                        .build(source, into: TileStore())
                }
                #expect(error?.code == .truncatedSource)
            }
        }
    }
}
