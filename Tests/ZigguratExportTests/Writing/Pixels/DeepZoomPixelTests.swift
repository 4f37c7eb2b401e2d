import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// A whole export of every kind of source, with tiles of 254 pixels and an overlap of 1. `vips
/// dzsave` writes the expected tiles, from the source that `vips` has converted.
@Suite struct DeepZoomPixelTests {
    @Test(arguments: SourceKind.all)
    func `Tiles of each kind of source equal the tiles of dzsave`(_ kind: SourceKind) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await kind.make(in: folder)
            let comparison = try await Self.compare(
                file, kind.seeing, opening: kind.opening, request: kind.request, in: folder)
            // JPEG amplifies the rounding of converted colours.
            let faults = comparison.faults(limit: kind.isExact ? 1 : 3)
            #expect(faults == [], "\(comparison.differences)")
            #expect(comparison.differences.count == kind.tileCount)
            if kind.isExact { #expect(comparison.otherBytes == []) }
        }
    }

    @Test(arguments: ["Picture_1A", "picosdeeuropa"])
    func `Tiles of photographs equal the tiles of dzsave`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder["photo.jpg"]
            try FileManager.default.copyItem(at: RealPhotographs.photograph(name), to: file)
            let fields = try await Shell.run("vipsheader", ["-a", file.path]).orThrow().output
            let steps =
                [["autorot"]] + (fields.contains("icc-profile-data") ? [Vips.embeddedToSRGB] : [])
            let comparison = try await Self.compare(file, steps, in: folder)
            #expect(comparison.faults == [])
            #expect(comparison.differences.count > 20)
        }
    }

    @Test(arguments: 1...8)
    func `Tiles in every Exif orientation equal the tiles of dzsave`(_ orientation: Int)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let sources = [
                try #require(try RealPhotographs.orientations()[orientation]),
                try await Self.turned(orientation, in: folder),
            ]
            for source in sources {
                let file = folder["photo.jpg"]
                try? FileManager.default.removeItem(at: file)
                try FileManager.default.copyItem(at: source, to: file)
                let comparison = try await Self.compare(file, [["autorot"]], in: folder)
                #expect(comparison.faults == [])
                #expect(comparison.otherBytes == [])
                for name in ["Output", "theirs_files"] {
                    try FileManager.default.removeItem(at: folder[name])
                }
            }
        }
    }

    /// vips copies the orientation from a JPEG's Exif segment into other formats.
    @Test(arguments: [("tif", 6), ("tif", 5), ("webp", 6), ("webp", 7)])
    func `Tiles of other formats with an orientation equal the tiles of dzsave`(
        _ ending: String, _ orientation: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let jpeg = try await Self.turned(orientation, in: folder)
            let file = folder["photo.\(ending)"]
            try await Vips.run("copy", jpeg.path, file.path, in: folder)
            let comparison = try await Self.compare(file, [["autorot"]], in: folder)
            #expect(comparison.faults == [])
            #expect(comparison.otherBytes == [])
            // The turned image of 300 × 611 pixels has two columns and three rows of tiles.
            #expect(comparison.differences["10/1_2.jpg"] != nil)
            #expect(comparison.differences["10/2_1.jpg"] == nil)
        }
    }

    /// The expected image is the file without orientation boxes, turned by vips. A quarter turn
    /// with a mirror is Exif's orientation 5 or 7.
    @Test(
        arguments: [
            ("heic", [.quarter]), ("heic", [.threeQuarters]), ("heic", [.quarter, .mirrored]),
            ("heic", [.threeQuarters, .mirrored]), ("avif", [.threeQuarters]),
            ("avif", [.quarter, .mirrored]),
        ] as [(String, [TurnedHEIF.Turn])])
    func `Tiles of HEIC and AVIF with boxes equal the tiles of dzsave`(
        _ ending: String, _ turns: [TurnedHEIF.Turn]
    ) async throws {
        try await TemporaryFolder.with { folder in
            let plain = try await TestPicture(width: 611, height: 300).write(
                to: folder["plain.\(ending)"])
            let file = folder["photo.\(ending)"]
            try FileManager.default.copyItem(at: plain, to: file)
            for turn in turns { try TurnedHEIF.insert(turn, into: file) }
            let comparison = try await Self.compare(
                file, turns.map(\.step), judging: plain, in: folder)
            #expect(comparison.faults == [])
            #expect(comparison.differences["10/1_2.jpg"] != nil)
            // The negative control: an image that is upside down differs.
            let theirs = folder["theirs_files"]
            try FileManager.default.removeItem(at: theirs)
            let wrong = try await Self.compare(
                file, turns.map(\.step) + [["rot", "d180"]], judging: plain, in: folder)
            #expect(wrong.faults.contains("10/0_0.jpg"))
        }
    }

    @Test func `The comparison detects a missing, swapped or altered tile`() async throws {
        try await TemporaryFolder.with { folder in
            let kind = try #require(SourceKind.all.first)
            let file = try await kind.make(in: folder)
            _ = try await Self.compare(file, kind.seeing, in: folder)
            let tiles = folder["Output/444/dzi/444_files"]
            let theirs = folder["theirs_files"]
            let (first, second) = ("10/1_0.jpg", "10/1_1.jpg")
            let files = FileManager.default
            try files.moveItem(at: tiles.appending(path: first), to: folder["kept.jpg"])
            var comparison = try await DeepZoomComparison(tiles, theirs)
            #expect(comparison.faults == [first])
            try files.moveItem(
                at: tiles.appending(path: second), to: tiles.appending(path: first))
            try files.moveItem(at: folder["kept.jpg"], to: tiles.appending(path: second))
            comparison = try await DeepZoomComparison(tiles, theirs)
            #expect(comparison.faults == [first, second])
            // The tile is moved by one pixel.
            try await Vips.run(
                "wrap", theirs.appending(path: first).path, tiles.appending(path: first).path,
                "--x", "1", "--y", "0", in: folder)
            comparison = try await DeepZoomComparison(tiles, theirs)
            #expect(comparison.faults.contains(first))
        }
    }

    /// Exports a file, exports it with vips too, and compares the tiles.
    ///
    /// - Parameter other: the file that vips reads instead
    private static func compare(
        _ file: URL, _ steps: [[String]], opening: String = "",
        request: SourceRequest = SourceRequest(), judging other: URL? = nil,
        in folder: TemporaryFolder
    ) async throws -> DeepZoomComparison {
        let options = Exporter.Options(
            source: request, trust: SourceRequest.Trust(allowsUntrusted: true), layouts: [.dzi],
            tiling: Tiling.Request(
                tileSize: 254, overlap: 1, encoding: TileEncoding(.jpeg, quality: 85)),
            viewer: .none)
        let exporter = Exporter(destination: folder["Output"].path, options: options)
        _ = try exporter.export(file.path)
        let opened = other ?? URL(filePath: file.path + opening)
        let prepared = try await Vips.prepare(opened, steps, in: folder)
        try await Shell.run(
            "vips",
            [
                "dzsave", prepared.path, folder["theirs"].path, "--tile-size", "254", "--overlap",
                "1", "--suffix", ".jpg[Q=85]",
            ]
        ).orThrow()
        let name = file.deletingPathExtension().lastPathComponent
        return try await DeepZoomComparison(
            folder["Output/\(name)/dzi/\(name)_files"], folder["theirs_files"])
    }

    /// Returns a JPEG whose Exif segment contains only an orientation.
    private static func turned(_ orientation: Int, in folder: TemporaryFolder) async throws -> URL {
        let file = try await TestPicture(width: 611, height: 300).write(
            to: folder["turned.jpg"], options: "strip")
        try ExifSegment.insert(orientation: orientation, into: file)
        return file
    }
}
