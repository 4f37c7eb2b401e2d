import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid
@testable import ZigguratSources

/// Every level of a directly read source has the pixels that libvips gives.
@Suite struct PyramidFidelityTests {
    private static let (width, height) = (231, 153)

    @Test(arguments: ProfileKind.allCases, ["jpg", "png", "tif"])
    func `Profiles of each kind give the levels of libvips`(
        _ kind: ProfileKind, _ ending: String
    ) async throws {
        if kind == .greyAlpha, ending == "jpg" { return }
        if [.damaged, .damagedGrey, .forOtherSamples].contains(kind), ending == "png" { return }
        try await TemporaryFolder.with { folder in
            try Self.compare(try await kind.make(ending, in: folder))
        }
    }

    @Test(arguments: [8, 16])
    func `Planar samples give the levels of libvips`(_ bits: Int) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: Self.width, height: Self.height, hasAlpha: true)
                .write(to: folder["picture.tif"])
            try await Shell.run(
                "tiffcp", ["-p", "separate", "picture.tif", "planar.tif"], in: folder.url
            ).orThrow()
            try Self.compare(folder["planar.tif"], SourceRequest(sampleBits: bits))
        }
    }

    @Test(arguments: ["png", "tif"], [8, 16])
    func `Samples of 16 bits with alpha give the levels of libvips`(_ ending: String, _ bits: Int)
        async throws
    {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: Self.width, height: Self.height, hasAlpha: true)
                .write(to: folder["rgba.v"])
            try await Vips.run("linear", "rgba.v", "float.v", "251", "77", in: folder)
            try await Vips.run("cast", "float.v", "wide.v", "ushort", in: folder)
            let name = "picture.\(ending)"
            try await Vips.run("copy", "wide.v", name, "--interpretation", "rgb16", in: folder)
            try Self.compare(folder[name], SourceRequest(sampleBits: bits))
        }
    }

    /// YCCK and CMYK, with and without Adobe's marker.
    @Test(arguments: [UInt8?.none, 0, 2])
    func `CMYK in a JPEG gives the levels of libvips`(_ transform: UInt8?) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: Self.width, height: Self.height)
                .write(to: folder["rgb.v"])
            try await Vips.run(
                "icc_transform", "rgb.v", "press.jpg", "cmyk", "--input-profile", "srgb",
                in: folder)
            try AdobeSegment.mark(folder["press.jpg"], transform: transform)
            // Little CMS has coarse tables for CMYK.
            try Self.compare(folder["press.jpg"], limit: 8)
        }
    }

    @Test(arguments: ["jpg", "png", "interlaced.png", "tif", "webp"], 1...8)
    func `All orientations of each reader give the levels of libvips`(
        _ ending: String, _ orientation: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let jpeg = try await TestPicture(width: Self.width, height: Self.height)
                .write(to: folder["picture.jpg"], options: "strip")
            try ExifSegment.insert(orientation: orientation, into: jpeg)
            let file = folder["picture.\(ending)"]
            if ending != "jpg" {
                let options = ending == "interlaced.png" ? "[interlace]" : ""
                try await Vips.run("copy", jpeg.path, "\(file.path)\(options)", in: folder)
            }
            try Self.compare(file)
        }
    }

    /// libheif, libjxl, OpenJPEG and the readers of all other formats.
    @Test(arguments: SourceKind.all.filter { $0.isDirect })
    func `Each kind that is read directly gives the levels of libvips`(_ kind: SourceKind)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await kind.make(in: folder, width: Self.width, height: Self.height)
            try Self.compare(file, kind.request, limit: kind.limit)
        }
    }

    /// - Parameter limit: the largest difference of a sample.
    private static func compare(
        _ file: URL, _ request: SourceRequest = SourceRequest(), limit: Int = 1
    ) throws {
        let source = try SourceImage(
            path: file.path, request: request, trust: SourceRequest.Trust(allowsUntrusted: true))
        let builder = PyramidBuilder(
            passes: [
                TilingPass(
                    tileSize: PixelSize(square: 100), overlap: 1,
                    encoding: TileEncoding(.png, bits: request.sampleBits), edges: [.crop],
                    reductions: Set(0...9))
            ], threadCount: 2)
        let (ours, theirs) = (TileStore(), TileStore())
        try builder.build(source, into: ours)
        let limits = try source.findValueRange().limits
        try builder.build(
            source.readThroughVips(keepsAlpha: true, background: .white, limits: limits),
            into: theirs)
        let reading = try source.makeReading(
            keepsAlpha: true, background: .white, limits: limits, turnsRows: false)
        #expect(!reading.usesLibvips)
        #expect(ours.tiles.keys == theirs.tiles.keys && ours.tiles.count > 10)
        for (tile, bytes) in ours.tiles {
            let comparison = Comparison(
                try samples(of: bytes), try samples(of: theirs.tiles[tile] ?? []))
            // The mean of a few pixels is not significant.
            let isSmall = tile.reduction > 5
            #expect(comparison.largest <= limit, "\(tile)")
            #expect(isSmall || comparison.mean <= 0.3, "\(tile)")
        }
    }

    private static func samples(of tile: [UInt8]) throws -> [UInt8] {
        try VipsRuntime.start()
        return try TileImage.withImage(tile, isStrict: true) {
            image throws(ZigguratError) -> [UInt8] in
            do throws(DecoderMessages) {
                return try image.withSamples { [UInt8]($0) }
            } catch {
                throw ZigguratError(TileImageError.invalidData, cause: error.cause)
            }
        }
    }
}
