import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// Images that keep the colours of their profile, and tiles that contain the profile.
@Suite struct KeptColourTests {
    static let encodings = [
        TileEncoding(.jpeg), TileEncoding(.jpeg, progressive: true), TileEncoding(.png),
        TileEncoding(.png, palette: true), TileEncoding(.png, bits: 16), TileEncoding(.webp),
        TileEncoding(.webp, lossless: true), TileEncoding(.avif), TileEncoding(.jxl),
        TileEncoding(.jxl, lossless: true),
    ]

    @Test(arguments: encodings)
    func `Every tile contains the profile of the source`(_ encoding: TileEncoding) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.source("p3", in: folder)
            let tiles = try Self.export(file, encoding, in: folder)
            #expect(tiles.count == 11)
            let profile = try await Self.profile(of: file)
            #expect(profile.count > 400)
            for tile in tiles {
                let carried = try await Self.profile(of: tile)
                // Lossy JPEG XL describes the colours by numbers, from which decoders create a
                // profile.
                let isOwn = encoding.format == .jxl && !encoding.lossless
                #expect(isOwn ? carried.count > 100 : carried == profile, "\(tile)")
            }
        }
    }

    @Test func `Tiles of every level keep the colours of the file`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.source("p3", in: folder)
            let tiles = try Self.export(file, TileEncoding(.png), in: folder)
            try await Vips.run(
                "dzsave", file.path, "theirs", "--tile-size", "254", "--overlap", "1", "--suffix",
                ".png", in: folder)
            let comparison = try await DeepZoomComparison(
                folder["Output/photo/dzi/photo_files"], folder["theirs_files"])
            #expect(comparison.unmatched == [])
            #expect(comparison.differences.values.allSatisfy { $0 == 0 })
            #expect(tiles.count == comparison.differences.count)
        }
    }

    @Test func `Lossless JPEG tiles contain the profile`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.source("p3", in: folder, ending: "jpg")
            let tiles = try Self.export(file, TileEncoding(.jpeg, lossless: true), in: folder)
            let profile = try await Self.profile(of: file)
            for tile in tiles { #expect(try await Self.profile(of: tile) == profile, "\(tile)") }
        }
    }

    @Test func `The plan states that colours are kept`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.source("p3", in: folder)
            let plan = try Self.exporter(TileEncoding(.jpeg), in: folder).plan(file.path)
            let length = try await Self.profile(of: file).count
            #expect(plan.header.profileBytes == length)
            #expect(
                plan.header.conversions.map(\.text) == [
                    "left in the colours of its profile, which every tile carries (\(length) bytes)"
                ])
        }
    }

    @Test func `Without a profile, or with an sRGB profile, tiles contain no profile`() async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 300, height: 200).write(
                to: folder["photo.png"])
            let tiles = try Self.export(file, TileEncoding(.png), in: folder)
            for tile in tiles {
                let fields = try await Shell.run("vipsheader", ["-a", tile.path]).orThrow()
                #expect(!fields.output.contains("icc-profile-data"))
            }
        }
    }

    @Test func `The colours of CMYK cannot be kept`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.source("cmyk", in: folder, ending: "jpg")
            let exporter = Self.exporter(TileEncoding(.jpeg), in: folder)
            let error = #expect(throws: ZigguratError.self) { try exporter.plan(file.path) }
            #expect(error?.reason as? SourceError == .cannotKeepCMYK)
        }
    }

    private static func source(
        _ profile: String, in folder: TemporaryFolder, ending: String = "png"
    ) async throws -> URL {
        try await TestPicture(width: 300, height: 200).write(to: folder["rgb.v"])
        try await Vips.run(
            "icc_transform", "rgb.v", "photo.\(ending)", profile, "--input-profile", "srgb",
            in: folder)
        return folder["photo.\(ending)"]
    }

    private static func exporter(
        _ encoding: TileEncoding, in folder: TemporaryFolder
    ) -> Exporter {
        let options = Exporter.Options(
            source: SourceRequest(colour: .keep), layouts: [.dzi],
            tiling: Tiling.Request(encoding: encoding), viewer: .none)
        return Exporter(destination: folder["Output"].path, options: options)
    }

    private static func export(
        _ file: URL, _ encoding: TileEncoding, in folder: TemporaryFolder
    ) throws -> [URL] {
        try exporter(encoding, in: folder).export(file.path)
        return try folder.files(under: "Output/photo/dzi/photo_files").map {
            folder["Output/photo/dzi/photo_files/\($0)"]
        }
    }

    private static func profile(of file: URL) async throws -> Data {
        let result = try await Shell.run(
            "vipsheader", ["-f", "icc-profile-data", file.path]
        ).orThrow()
        let text = result.output.filter { !$0.isWhitespace }
        return try #require(Data(base64Encoded: text))
    }
}
