import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid
@testable import ZigguratSources

/// Builds of bands, which a further build joins.
@Suite("Bands of an image") struct ImageBandTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let options: String
        var request = SourceRequest()
        /// The number of rows that divides the height of each band.
        let alignment: Int
    }

    static let kinds: [Kind] = [
        Kind(
            testDescription: "tiles of 256 rows", options: "tile,tile-width=256,tile-height=256",
            alignment: 256),
        Kind(
            testDescription: "tiles of 48 rows", options: "tile,tile-width=64,tile-height=48",
            alignment: 768),
        Kind(
            testDescription: "strips", options: "compression=lzw", alignment: 256),
        Kind(
            testDescription: "a part", options: "tile,tile-width=64,tile-height=64",
            request: SourceRequest(crop: PixelRegion(x: 10, y: 128, width: 280, height: 2500)),
            alignment: 256),
    ]

    private static let passes =
        ContinuedBuildTests.passes + [
            TilingPass(
                tileSize: PixelSize(square: 512), overlap: 7, encoding: TileEncoding(.png),
                edges: [.crop], reductions: [1, 2])
        ]

    private static func bands(
        _ source: SourceImage, _ count: Int, _ passes: [TilingPass] = passes
    ) throws -> [PixelRegion] {
        guard
            case .bands(let bands) = try PyramidBuilder(passes: passes).bands(
                of: source, atMost: count)
        else { return [] }
        return bands
    }

    @Test(
        "The bands give each tile of one build once; joining reads no rows",
        arguments: kinds, [2, 3, 5])
    func sameTiles(_ kind: Kind, count: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 301, height: 2701)
                .write(to: folder["photo.tif"], options: kind.options)
            let source = try SourceImage(path: file.path, request: kind.request)
            let bands = try Self.bands(source, count)
            #expect(bands.count >= 2 && bands.count <= count)
            #expect(bands.allSatisfy { $0.y.isMultiple(of: kind.alignment) })
            #expect(bands.allSatisfy { $0.columns == 0..<source.header.size.width })
            #expect(bands.first?.y == 0)
            #expect(bands.last?.maxY == source.header.size.height)
            #expect(zip(bands, bands.dropFirst()).allSatisfy { $0.maxY == $1.y })
            try Self.expectSameTiles(source, bands, folder)
        }
    }

    @Test(
        "Wide images are also divided into columns",
        arguments: [
            // The number of bands, the largest number of columns, the first columns and the first
            // rows.
            (4, 9999, [0, 640], [0, 512]), (6, 9999, [0, 512, 896], [0, 512]),
            (5, 9999, [0, 256, 512, 896, 1152], [0]), (2, 600, [0, 512, 896], [0]),
        ])
    func columns(count: Int, widest: Int, x: [Int], y: [Int]) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 1403, height: 1102)
                .write(to: folder["photo.tif"], options: "tile,tile-width=128,tile-height=128")
            let source = try SourceImage(path: file.path)
            let result = try PyramidBuilder(passes: Self.passes).bands(
                of: source, atMost: count, widest: widest)
            guard case .bands(let bands) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(bands.map(\.x) == y.flatMap { _ in x })
            #expect(bands.map(\.y) == y.flatMap { Array(repeating: $0, count: x.count) })
            #expect(bands.reduce(0) { $0 + $1.size.pixelCount } == source.header.size.pixelCount)
            try Self.expectSameTiles(source, bands, folder)
        }
    }

    @Test(
        "JPEG 2000 files are divided into rows, also in another process",
        arguments: [128, 4096], [false, true])
    func jpeg2000(tile: Int, isIsolated: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 301, height: 1301).write(
                to: folder["photo.jp2"], options: "tile-width=\(tile),tile-height=\(tile),Q=60")
            var trust = SourceRequest.Trust(allowsUntrusted: true)
            if isIsolated { trust = try Isolation.of(trust) }
            let source = try SourceImage(path: file.path, trust: trust)
            #expect(source.isIsolated == isIsolated)
            let bands = try Self.bands(source, 3)
            #expect(bands.map(\.rows) == [0..<512, 512..<768, 768..<1301])
            try Self.expectSameTiles(source, bands, folder)
        }
    }

    @Test(
        "A mosaic is divided at its pieces, also if they are in one file",
        arguments: [(2, false), (4, true), (6, false)])
    func mosaic(count: Int, isPacked: Bool) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 1400, height: 1301).write(to: folder["whole.png"])
            var pieces: [MosaicList.Piece] = []
            for (row, y) in [0, 500, 1000].enumerated() {
                for (column, x) in [0, 520, 1040].enumerated() {
                    let name = "\(row)_\(column).\(column == 1 ? "png" : "tif")"
                    try await Vips.run(
                        "crop", "whole.png", name + (column == 0 ? "[tile]" : ""), "\(x)", "\(y)",
                        "\(min(520, 1400 - x))", "\(min(500, 1301 - y))", in: folder)
                    pieces.append(MosaicList.Piece(file: name, x: x, y: y))
                }
            }
            var mosaic = MosaicList(pieces)
            if isPacked { mosaic = try mosaic.packed(as: "pieces", in: folder) }
            let list = try folder.write(mosaic.text, to: "mosaic.json")
            let source = try SourceImage(path: list.path)
            let bands = try Self.bands(source, count)
            #expect(bands.count == count)
            #expect(bands.allSatisfy { $0.x.isMultiple(of: 520) })
            try Self.expectSameTiles(source, bands, folder)
        }
    }

    @Test("A slide is divided into columns, and in another process into rows")
    func slides() async throws {
        try await TemporaryFolder.with { folder in
            var trust = SourceRequest.Trust(allowsUntrusted: true)
            let aperio = try SourceImage(path: try await Slide.make(in: folder).path, trust: trust)
            let path = try await Slide.makeWithGaps(in: folder).path
            let gaps = try SourceImage(path: path, trust: trust)
            trust = try Isolation.of(trust)
            let isolated = try SourceImage(path: path, trust: trust)
            #expect(!gaps.isIsolated && isolated.isIsolated)
            let (width, height) = (gaps.header.size.width, gaps.header.size.height)
            for (slide, columns, rows) in [
                (aperio, [0..<768, 768..<Slide.size.width], [0..<Slide.size.height]),
                (gaps, [0..<1024, 1024..<width], [0..<height]),
                (isolated, [0..<width], [0..<256, 256..<height]),
            ] {
                let bands = try Self.bands(slide, 2)
                #expect(
                    bands
                        == rows.flatMap { rows in
                            columns.map { PixelRegion(columns: $0, rows: rows) }
                        })
                try Self.expectSameTiles(slide, bands, folder)
            }
        }
    }

    /// Builds the bands, joins them, and compares the tiles with the tiles of one build.
    private static func expectSameTiles(
        _ source: SourceImage, _ bands: [PixelRegion], _ folder: TemporaryFolder
    ) throws {
        let whole = TileStore()
        try PyramidBuilder(passes: passes, threadCount: 2).build(source, into: whole)
        var tiles: [EncodedTile: [UInt8]] = [:]
        var rows: [ResumeRows] = []
        for (number, band) in bands.enumerated() {
            let store = TileStore()
            var builder = PyramidBuilder(passes: passes, threadCount: 1 + number % 3)
            builder.band = band
            rows.append(ResumeRows(folder["rows-\(number)"].path, build: 7))
            builder.rowFile = rows.last
            try builder.build(source, into: store)
            #expect(store.tiles.keys.allSatisfy { $0.reduction < ResumeRows.reduction })
            #expect(store.tiles.keys.allSatisfy { tiles[$0] == nil })
            tiles.merge(store.tiles) { first, _ in first }
        }
        let joined = ResumeRows(folder["rows"].path, build: 7)
        let columns = bands.prefix { $0.y == 0 }.count
        try joined.join(
            stride(from: 0, to: rows.count, by: columns).map { Array(rows[$0..<$0 + columns]) })
        let rest = TileStore(continuing: tiles)
        var builder = PyramidBuilder(passes: passes, threadCount: 1)
        builder.rowFile = joined
        var start = Int.max
        try builder.build(source, into: rest) { progress in
            if progress.rowsRead > 0 { start = min(start, progress.rowsRead) }
            return true
        }
        let isSame = rest.tiles == whole.tiles
        #expect(isSame)
        #expect(start == source.header.size.height)
    }

    /// The negative control: rows in another order give other tiles.
    @Test("Rows of bands in the wrong order change the tiles")
    func wrongOrder() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 301, height: 1024)
                .write(to: folder["photo.tif"], options: Self.kinds[0].options)
            let source = try SourceImage(path: file.path)
            let whole = TileStore()
            try PyramidBuilder(passes: Self.passes).build(source, into: whole)
            let kept = whole.tiles.filter { $0.key.reduction < ResumeRows.reduction }
            let bands = try Self.bands(source, 2)
            try #require(bands.map(\.height) == [512, 512])
            var rows: [ResumeRows] = []
            for (number, band) in bands.enumerated() {
                var builder = PyramidBuilder(passes: Self.passes)
                builder.band = band
                rows.append(ResumeRows(folder["rows-\(number)"].path, build: 7))
                builder.rowFile = rows.last
                try builder.build(source, into: TileStore())
            }
            for (order, isSame) in [(rows, true), (rows.reversed(), false)] {
                let joined = ResumeRows(folder["rows"].path, build: 7)
                try joined.join(order.map { [$0] })
                let rest = TileStore(continuing: kept)
                var builder = PyramidBuilder(passes: Self.passes)
                builder.rowFile = joined
                try builder.build(source, into: rest)
                #expect((rest.tiles == whole.tiles) == isSame)
            }
            let other = ResumeRows(folder["rows"].path, build: 8)
            #expect(throws: ZigguratError.self) { try other.join([rows]) }
        }
    }

    @Test(
        "Some images cannot be divided into bands",
        arguments: [
            ("photo.jpg", "", SourceRequest(), ImageBands.rowsFromTop),
            // The file has a marker at every 45th MCU row, which is every 720 rows.
            ("photo.jpg", "restart-interval=855", SourceRequest(), .rowsFromTop),
            ("photo.png", "", SourceRequest(), .rowsFromTop),
            ("photo.tif", "tile,tile-width=64,tile-height=2064", SourceRequest(), .rowsFromTop),
            ("photo.tif", "tile", SourceRequest(rotation: .half), .needsWholeImage),
            (
                "photo.tif", "tile,tile-width=64,tile-height=64",
                SourceRequest(crop: PixelRegion(x: 0, y: 70, width: 280, height: 2500)),
                .rowsFromTop
            ),
            (
                "photo.tif", "tile",
                SourceRequest(crop: PixelRegion(x: 0, y: 0, width: 100, height: 200)), .tooSmall
            ),
        ])
    func undivided(
        name: String, options: String, request: SourceRequest, result: ImageBands
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 301, height: 2701)
                .write(to: folder[name], options: options)
            let source = try SourceImage(path: file.path, request: request)
            let bands = try PyramidBuilder(passes: Self.passes).bands(of: source, atMost: 4)
            #expect(bands == result)
        }
    }

    @Test("If possible, bands begin with rows of tiles")
    func boundaries() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 301, height: 2701)
                .write(to: folder["photo.tif"], options: Self.kinds[0].options)
            let source = try SourceImage(path: file.path)
            let pass = TilingPass(
                tileSize: PixelSize(square: 256), overlap: 1, encoding: TileEncoding(.jpeg),
                edges: [.crop], reductions: Set(0...10))
            #expect(try Self.bands(source, 2, [pass]).map(\.rows) == [0..<1024, 1024..<2701])
            #expect(
                try Self.bands(source, 3, [pass]).map(\.rows)
                    == [0..<1024, 1024..<1792, 1792..<2701])
        }
    }
}
