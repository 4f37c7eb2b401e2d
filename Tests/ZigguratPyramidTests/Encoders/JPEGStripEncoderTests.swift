import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratPyramid
@testable import ZigguratSources

/// A level that is one JPEG is encoded while its rows arrive, and equals the JPEG of libvips byte
/// for byte.
@Suite struct JPEGStripEncoderTests {
    struct Case: CustomTestStringConvertible {
        var width = 333
        var height = 1500
        var quality = 85
        var isGrey = false
        var threads = 4

        var testDescription: String {
            "\(width) × \(height), Q=\(quality), \(isGrey ? "grey" : "RGB"), \(threads) threads"
        }

        func encoding(progressive: Bool = false) -> TileEncoding {
            TileEncoding(.jpeg, quality: quality, progressive: progressive)
        }

        func cut(_ encoding: TileEncoding) -> TilingPass {
            TilingPass(
                tileSize: PixelSize(width: width, height: height), overlap: 0, encoding: encoding,
                edges: [.crop], reductions: [0, 1, 2])
        }
    }

    @Test(arguments: [
        Case(), Case(quality: 95, threads: 1), Case(isGrey: true, threads: 2),
        // A strip and a single row, and a level whose height is odd.
        Case(width: 40, height: 1025), Case(width: 3, height: 4099, threads: 3),
        Case(width: 200, height: 1088, quality: 50),
    ])
    func `Whole images equal the files of vips byte for byte`(_ example: Case) async throws {
        try await TemporaryFolder.with { folder in
            var file = try await TestPicture(width: example.width, height: example.height)
                .write(to: folder["colour.png"])
            if example.isGrey {
                let grey = folder["grey.png"]
                try await Shell.run("vips", ["extract_band", file.path, grey.path, "1"]).orThrow()
                file = grey
            }
            try await Shell.run(
                "vips",
                [
                    "dzsave", file.path, folder["theirs"].path, "--suffix",
                    ".jpg[Q=\(example.quality)]", "--tile-size", "8192", "--overlap", "0",
                ]
            ).orThrow()
            let store = TileStore()
            var last: ExportProgress?
            try PyramidBuilder(
                passes: [example.cut(example.encoding())], threadCount: example.threads
            ).build(SourceImage(path: file.path), into: store) { progress in
                last = progress
                return true
            }
            // An image counts as one tile, with any number of strips.
            #expect(last?.tilesDone == 3 && last?.tileCount == 3)
            let tiles = store.tiles
            #expect(tiles.count == 3)
            let top =
                try folder.files(under: "theirs_files").filter { $0.hasSuffix("/0_0.jpg") }
                .count - 1
            for (tile, bytes) in tiles {
                #expect(tile.column == 0 && tile.row == 0)
                #expect(tile.edge == (tile.reduction == 0 ? nil : .crop))
                let path = "theirs_files/\(top - tile.reduction)/0_0.jpg"
                let isSame = try Data(contentsOf: folder[path]) == Data(bytes)
                #expect(isSame, "1:\(1 << tile.reduction)")
            }
        }
    }

    /// Memory is needed for a strip and for queued rows. If libjpeg needs the whole image, memory
    /// is needed for the whole image.
    @Test func `Rows are encoded as they arrive`() {
        let size = PixelSize(width: 500, height: 20_000)
        let example = Case(width: size.width, height: size.height)
        func rows(_ cut: TilingPass) -> [Int] {
            PyramidSchedule(imageSize: size, passes: [cut]).levels.map(\.capacity)
        }
        #expect(rows(example.cut(example.encoding())).allSatisfy { $0 < 400 })
        #expect(
            rows(example.cut(example.encoding(progressive: true))) == [20_000, 10_000, 5000])
        #expect(rows(example.cut(TileEncoding(.png))) == [20_000, 10_000, 5000])
    }

    @Test(arguments: [1, 4])
    func `An image that cannot be written stops all threads`(_ threads: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 40, height: 2000).write(
                to: folder["picture.png"])
            let example = Case(width: 40, height: 2000)
            let error = #expect(throws: ZigguratError.self) {
                try PyramidBuilder(
                    passes: [example.cut(example.encoding())], threadCount: threads
                ).build(SourceImage(path: file.path), into: TileStore(limit: 0))
            }
            #expect((error?.reason as? FileError)?.kind == .diskFull)
        }
    }
}
