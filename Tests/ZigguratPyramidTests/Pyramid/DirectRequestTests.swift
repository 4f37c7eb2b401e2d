import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid
@testable import ZigguratSources

/// Regions, rotations and 16 bits of each kind of source give equal pixels with the format's own
/// reader and through libvips.
@Suite struct DirectRequestTests {
    private static let crop = PixelRegion(x: 33, y: 41, width: 150, height: 97)

    private static let requests = [
        SourceRequest(crop: crop), SourceRequest(rotation: .quarter, crop: crop),
        SourceRequest(sampleBits: 16),
        SourceRequest(rotation: .half, crop: crop, sampleBits: 16),
    ]

    /// The kinds that only libvips reads.
    private static let general: Set<String> = [
        "press.jpg", "lab.tif", "from-0-to-1.tif", "labs.tif", "press.tif",
    ]
    /// The kinds with a profile, which libvips converts to 16 bits.
    private static let profiled: Set<String> = [
        "cmyk.jpg", "cmyk.tif", "absolute.tif",
    ]
    /// The kinds with a matrix profile. `WideMatrixTests` tests their values at 16 bits, because
    /// the tables of libvips are coarse.
    private static let matrices: Set<String> = ["p3.jpg", "p3-16.tif", "perceptual.jpg"]

    private static let kinds = SourceKind.all.filter { kind in
        kind.request.page == nil && kind.request.range == .stored && kind.file != "12-bit.png"
            && ["jpg", "png", "tif", "webp"].contains(kind.file.split(separator: ".").last)
    }

    @Test(arguments: kinds)
    func `Header and pixels of a request equal the results of libvips`(_ kind: SourceKind)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await kind.make(in: folder, width: 321, height: 203)
            for change in Self.requests {
                var request = kind.request
                (request.crop, request.rotation) = (change.crop, change.rotation)
                request.sampleBits = change.sampleBits
                let source = try SourceImage(path: file.path, request: request)
                let general = try VipsSource.open(file.path, request).header
                #expect(source.header.comparable == general.comparable)
                let isWide = request.sampleBits == 16
                let isGeneral =
                    Self.general.contains(kind.file) || isWide && Self.profiled.contains(kind.file)
                for keepsAlpha in source.header.hasAlpha ? [true, false] : [true] {
                    let rows = try source.makeReading(
                        keepsAlpha: keepsAlpha, background: .white, turnsRows: false)
                    #expect(rows.usesLibvips == isGeneral, "\(change)")
                    if isGeneral || isWide && Self.matrices.contains(kind.file) { continue }
                    let comparison = try Comparison(source, keepsAlpha: keepsAlpha)
                    // Little CMS has coarse tables for CMYK and for 16 bits.
                    let isCoarse = source.header.colour == .cmyk || kind.file == "p3-16.tif"
                    let limit = isWide && keepsAlpha ? 0 : 1
                    #expect(isCoarse || comparison.largest <= limit, "\(change)")
                    #expect(comparison.mean <= 0.3, "\(change)")
                }
            }
        }
    }

    @Test func `Reading to a region can be cancelled`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 100, height: 400)
                .write(to: folder["picture.png"])
            let request = SourceRequest(crop: PixelRegion(x: 0, y: 300, width: 100, height: 50))
            let source = try SourceImage(path: file.path, request: request)
            var questions = 0
            let error = #expect(throws: ZigguratError.self) {
                _ = try source.makeReading(keepsAlpha: false, background: .white) {
                    questions += 1
                    return questions < 3
                }
            }
            #expect(error?.code == .cancelled && questions == 3)
        }
    }

    /// All threads read a region that begins within blocks.
    @Test(arguments: [1, 3], ["tile,tile-width=64,tile-height=64", "compression=lzw"])
    func `Tiles of a region equal the tiles of libvips`(
        _ threadCount: Int, _ options: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 700, height: 611)
                .write(to: folder["picture.tif"], options: options)
            let request = SourceRequest(crop: PixelRegion(x: 70, y: 77, width: 555, height: 501))
            let source = try SourceImage(path: file.path, request: request)
            let builder = PyramidBuilder(
                passes: [
                    TilingPass(
                        tileSize: PixelSize(square: 126), overlap: 1, encoding: TileEncoding(.png),
                        edges: [.crop], reductions: Set(0...10))
                ], threadCount: threadCount)
            let (direct, general) = (TileStore(), TileStore())
            try builder.build(source, into: direct)
            try builder.build(
                source.readThroughVips(keepsAlpha: true, background: .white), into: general)
            #expect(direct.tiles.count > 20)
            let isSame = direct.tiles == general.tiles
            #expect(isSame)
        }
    }
}
