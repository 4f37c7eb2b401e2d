import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratImaging
@testable import ZigguratSources

/// The headers of the pieces of a mosaic are read again only after a change.
@Suite struct MosaicCacheTests {
    @Test func `A mosaic is kept until a piece changes`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 30, height: 20).write(to: folder["a.png"])
            let list = MosaicList([MosaicList.Piece(file: "a.png", x: 0, y: 0)])
            let file = try SourceFile(path: folder.write(list.text, to: "mosaic.json").path)
            let changed = try #require(Mosaic.attributes(file)).changed.seconds
            // Another test may replace the mosaic between two calls.
            func isKept(at now: Int) throws -> Bool {
                for _ in 0..<100
                where try MosaicCache.mosaic(of: file, now: now)
                    === MosaicCache.mosaic(of: file, now: now)
                {
                    return true
                }
                return false
            }
            // A file that has just changed may change again without a new time stamp.
            #expect(try !isKept(at: changed))
            #expect(try !isKept(at: changed + 2))
            #expect(try isKept(at: changed + 3))
            try await TestPicture(width: 30, height: 40).write(to: folder["a.png"])
            #expect(
                try MosaicCache.mosaic(of: file, now: changed + 3).size
                    == PixelSize(width: 30, height: 40))
        }
    }
}
