import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid
@testable import ZigguratSources

/// Builds that continue an interrupted build below its finished tiles.
@Suite("Continued builds") struct ContinuedBuildTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String
        var options = ""
        var profile: String?
        var request = SourceRequest()
        /// Whether rows above the finished tiles are skipped.
        var skips = true
    }

    static let kinds: [Kind] = [
        Kind(testDescription: "JPEG", file: "photo.jpg"),
        Kind(
            testDescription: "JPEG without subsampling", file: "photo.jpg", options: "no-subsample"),
        Kind(testDescription: "progressive JPEG", file: "photo.jpg", options: "interlace"),
        Kind(testDescription: "JPEG with a profile", file: "photo.jpg", profile: "p3"),
        Kind(testDescription: "PNG", file: "photo.png"),
        Kind(testDescription: "WebP", file: "photo.webp"),
        Kind(
            testDescription: "tiled TIFF", file: "photo.tif",
            options: "tile,tile-width=64,tile-height=48"),
        Kind(testDescription: "TIFF in strips", file: "photo.tif", options: "compression=lzw"),
        Kind(
            testDescription: "a part of a tiled TIFF", file: "photo.tif",
            options: "tile,tile-width=64,tile-height=64",
            request: SourceRequest(crop: PixelRegion(x: 10, y: 70, width: 280, height: 2600)),
            skips: false),
        Kind(
            testDescription: "a part of a PNG", file: "photo.png",
            request: SourceRequest(crop: PixelRegion(x: 10, y: 70, width: 280, height: 2600))),
        Kind(
            testDescription: "turned", file: "photo.jpg",
            request: SourceRequest(rotation: .half), skips: false),
    ]

    /// The fractions of the image at which successive builds are cancelled.
    private static let interruptions: [[Double]] = [[0.3], [0.7], [0.95], [0.3, 0.5, 0.8]]

    /// The passes of these tests, and of the tests of bands.
    static let passes = [
        TilingPass(
            tileSize: PixelSize(square: 64), overlap: 1, encoding: TileEncoding(.jpeg),
            edges: [.crop], reductions: Set(0...10)),
        TilingPass(
            tileSize: PixelSize(square: 100), overlap: 0, encoding: TileEncoding(.png),
            edges: [.crop, .pad], reductions: [0, 2, 3]),
    ]

    /// Successive builds that share a row file.
    private struct Builds {
        let source: SourceImage
        let rows: URL
        var threads = 1
        var number: UInt64 = 7

        /// - Parameters:
        ///   - fraction: the fraction at which the build is cancelled; 2 to finish it.
        /// - Returns: the tiles, and the number of rows in the first report with rows or tiles.
        ///   With one thread, reading began at this row; with several threads, reading began above
        ///   it.
        func build(
            _ earlier: [EncodedTile: [UInt8]] = [:], until fraction: Double = 2
        ) throws -> (tiles: [EncodedTile: [UInt8]], start: Int) {
            let store = TileStore(continuing: earlier)
            var builder = PyramidBuilder(passes: passes, threadCount: threads)
            builder.rowFile = ResumeRows(rows.path, build: number)
            var start = Int.max
            let end = Int(fraction * Double(source.header.size.height))
            do throws(ZigguratError) {
                try builder.build(source, into: store) { progress in
                    if progress.tilesDone > 0 || progress.rowsRead > 0 {
                        start = min(start, progress.rowsRead)
                    }
                    return progress.rowsRead < end
                }
            } catch {
                guard error.reason is Cancelled else { throw error }
            }
            return (store.tiles, start)
        }
    }

    private static func with(
        _ kind: Kind = kinds[0], threads: Int = 1, _ body: (Builds) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            var options = kind.options
            if let profile = kind.profile { options = "profile=\(profile)" }
            let file = try await TestPicture(width: 301, height: 2701)
                .write(to: folder[kind.file], options: options)
            let source = try SourceImage(path: file.path, request: kind.request)
            try await body(Builds(source: source, rows: folder["rows"], threads: threads))
        }
    }

    @Test(
        "A continued build equals one build, and skips rows above finished tiles",
        arguments: kinds, [1, 3])
    func sameTiles(_ kind: Kind, threads: Int) async throws {
        try await Self.with(kind, threads: threads) { builds in
            let whole = try builds.build()
            for fractions in Self.interruptions {
                try? FileManager.default.removeItem(at: builds.rows)
                var tiles: [EncodedTile: [UInt8]] = [:]
                for fraction in fractions {
                    tiles = try builds.build(tiles, until: fraction).tiles
                }
                let rest = try builds.build(tiles)
                let isSame = rest.tiles == whole.tiles
                #expect(isSame, "\(fractions)")
                // A tile row of level 2 covers 400 rows of the image, and workers may lag behind.
                let isLate = (fractions.last ?? 0) > 0.9
                #expect(!kind.skips || !isLate || rest.start >= 512)
            }
        }
    }

    @Test("A finished build reads no rows again")
    func finished() async throws {
        try await Self.with { builds in
            let whole = try builds.build()
            let again = try builds.build(whole.tiles)
            #expect(again.tiles == whole.tiles && again.start == 2701)
        }
    }

    @Test("Tiles below a missing tile are built again")
    func missingTile() async throws {
        try await Self.with { builds in
            let whole = try builds.build()
            var tiles = try builds.build(until: 0.9).tiles
            // Rows 959 to 1024 of the image.
            let missing = tiles.keys.first { $0.pass == 0 && $0.reduction == 0 && $0.row == 15 }
            tiles[try #require(missing)] = nil
            let rest = try builds.build(tiles)
            #expect(rest.tiles == whole.tiles)
            #expect((512...959).contains(rest.start))
        }
    }

    /// Damage to the row file.
    enum Damage: CaseIterable { case anotherBuild, cutOff, flipped, empty }

    @Test("Damaged rows and rows of another build are ignored", arguments: Damage.allCases)
    func damagedRows(_ damage: Damage) async throws {
        try await Self.with { builds in
            let whole = try builds.build()
            let tiles = try builds.build(until: 0.9).tiles
            var builds = builds
            var bytes = try Data(contentsOf: builds.rows)
            switch damage {
            case .anotherBuild: builds.number = 8
            case .cutOff: bytes.removeLast(bytes.count / 2)
            case .flipped: bytes[bytes.count / 2] ^= 1
            case .empty: bytes = Data()
            }
            try bytes.write(to: builds.rows)
            let rest = try builds.build(tiles)
            #expect(rest.tiles == whole.tiles)
            let isUseless = damage == .anotherBuild || damage == .empty
            #expect(rest.start >= (isUseless ? 0 : 256))
            #expect(rest.start <= (isUseless ? 255 : 1400))
        }
    }

    /// The negative control: rows of another image give other tiles.
    @Test("Rows of another image change the tiles")
    func wrongRows() async throws {
        try await Self.with { builds in
            let whole = try builds.build()
            let tiles = try builds.build(until: 0.9).tiles
            try await Self.with(Self.kinds[6]) { others in
                _ = try others.build()
                try FileManager.default.removeItem(at: builds.rows)
                try FileManager.default.copyItem(at: others.rows, to: builds.rows)
            }
            let rest = try builds.build(tiles)
            #expect(rest.start > 1000)
            #expect(rest.tiles != whole.tiles && rest.tiles.keys == whole.tiles.keys)
        }
    }
}
