import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratPyramid
@testable import ZigguratSources

/// At equal settings, JPEG tiles equal the tiles of libvips byte for byte.
@Suite struct JPEGTileEncoderTests {
    struct Case: CustomTestStringConvertible {
        let quality: Int
        let subsampling: TileEncoding.Subsampling
        let isGrey: Bool
        var isProgressive = false

        /// The save options of vips.
        var suffix: String {
            let mode =
                switch subsampling {
                case .automatic: "auto"
                case .half: "on"
                case .full: "off"
                }
            let kind = isProgressive ? ",interlace" : ""
            return ".jpg[Q=\(quality),subsample-mode=\(mode)\(kind)]"
        }

        var testDescription: String { "\(isGrey ? "grey" : "RGB") \(suffix)" }
    }

    private static let cases =
        [50, 75, 85, 90, 95].flatMap { quality in
            TileEncoding.Subsampling.allCases.map {
                Case(quality: quality, subsampling: $0, isGrey: false)
            } + [Case(quality: quality, subsampling: .automatic, isGrey: true)]
        }
        + [false, true].map {
            Case(quality: 80, subsampling: .automatic, isGrey: $0, isProgressive: true)
        }

    @Test(arguments: cases)
    func `Tiles equal the tiles of vips byte for byte`(_ example: Case) async throws {
        try await TemporaryFolder.with { folder in
            let size = PixelSize(width: 333, height: 207)
            let source = try await TestPicture(width: 333, height: 207)
                .write(to: folder["colour.png"])
            let grey = folder["grey.png"]
            try await Shell.run("vips", ["extract_band", source.path, grey.path, "1"]).orThrow()
            let file = example.isGrey ? grey : source
            try await Shell.run(
                "vips",
                [
                    "dzsave", file.path, folder["theirs"].path, "--suffix", example.suffix,
                    "--tile-size", "126", "--overlap", "1",
                ]
            ).orThrow()
            let store = TileStore()
            let cut = TilingPass(
                tileSize: PixelSize(square: 126), overlap: 1,
                encoding: TileEncoding(
                    .jpeg, quality: example.quality, subsampling: example.subsampling,
                    progressive: example.isProgressive),
                edges: [.crop], reductions: Set(0...9))
            try PyramidBuilder(passes: [cut], threadCount: 2)
                .build(SourceImage(path: file.path), into: store)
            var tiles = store.tiles
            let theirs = try folder.files(under: "theirs_files").filter { $0.hasSuffix(".jpg") }
            #expect(theirs.count == tiles.count)
            for (tile, bytes) in tiles {
                let path = "theirs_files/\(9 - tile.reduction)/\(tile.column)_\(tile.row).jpg"
                let isSame = try Data(contentsOf: folder[path]) == Data(bytes)
                #expect(isSame, "\(path) of \(size)")
            }
            // The negative control: the neighbouring tile has other bytes.
            tiles = tiles.filter { $0.key.reduction == 0 && $0.key.column == 0 && $0.key.row == 0 }
            let other = try Data(contentsOf: folder["theirs_files/9/1_0.jpg"])
            #expect(tiles.values.allSatisfy { Data($0) != other })
        }
    }
}
