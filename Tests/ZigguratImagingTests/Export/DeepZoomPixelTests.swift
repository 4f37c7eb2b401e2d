import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A whole export of every kind of source, tile 254 and overlap 1, against `vips dzsave` of the
/// same source prepared by `vips`.
@Suite struct DeepZoomPixelTests {
    @Test(arguments: SourceKind.all)
    func `Tiles are those of dzsave`(_ kind: SourceKind) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await kind.make(in: folder)
            let comparison = try await Self.compare(
                file, kind.seeing, opening: kind.opening, request: kind.request, in: folder)
            #expect(comparison.faults == [], "\(comparison.differences)")
            #expect(comparison.differences.count == kind.tileCount)
            if kind.isExact { #expect(comparison.otherBytes == []) }
        }
    }

    @Test(arguments: ["Picture_1A", "picosdeeuropa", "Wine", "Dragonfly"])
    func `So with photographs`(_ name: String) async throws {
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
    func `So with every Exif orientation`(_ orientation: Int) async throws {
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

    @Test func `A tile that is missing, swapped or altered is found out`() async throws {
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
            // One pixel to the side.
            try await Vips.run(
                "wrap", theirs.appending(path: first).path, tiles.appending(path: first).path,
                "--x", "1", "--y", "0", in: folder)
            comparison = try await DeepZoomComparison(tiles, theirs)
            #expect(comparison.faults.contains(first))
        }
    }

    /// Exports a file, has vips do the same, and compares.
    private static func compare(
        _ file: URL, _ steps: [[String]], opening: String = "",
        request: SourceRequest = SourceRequest(), in folder: TemporaryFolder
    ) async throws -> DeepZoomComparison {
        let options = ExportOptions(
            source: request, trust: SourceTrust(allowsUntrusted: true), layouts: [.dzi],
            tiling: TilingRequest(
                tileSize: 254, overlap: 1, encoding: TileEncoding(.jpeg, quality: 85)),
            viewer: .none)
        let exporter = Exporter(destination: folder["Output"].path, options: options)
        _ = try exporter.export(file.path)
        let opened = URL(filePath: file.path + opening)
        let prepared = try await Vips.prepare(opened, steps, in: folder)
        try await Shell.run(
            "vips",
            [
                "dzsave", prepared.path, folder["theirs"].path, "--tile-size", "254", "--overlap",
                "1", "--suffix", ".jpg[Q=85]",
            ], timeout: .seconds(120)
        ).orThrow()
        let name = file.deletingPathExtension().lastPathComponent
        return try await DeepZoomComparison(
            folder["Output/\(name)/dzi/\(name)_files"], folder["theirs_files"])
    }

    /// A JPEG whose Exif segment says how it is to be turned, and nothing else.
    private static func turned(_ orientation: Int, in folder: TemporaryFolder) async throws -> URL {
        let file = try await TestPicture(width: 611, height: 300).write(
            to: folder["turned.jpg"], options: "strip")
        try ExifSegment.insert(orientation: orientation, into: file)
        return file
    }
}
