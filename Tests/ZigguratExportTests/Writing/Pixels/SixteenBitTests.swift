import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// PNG tiles of 16 bits a sample. `vips dzsave` writes the expected tiles, from the source that
/// `vips` has converted.
@Suite struct SixteenBitTests {
    struct Case: Sendable, CustomTestStringConvertible {
        /// The name of the file.
        let file: String
        /// The operations of vips that make it from `rgb.v`, of 8 bits; the last one writes it.
        let making: [[String]]
        /// The operations of vips that lead to 16-bit RGB or grey.
        var seeing: [[String]] = []
        var hasAlpha = false
        var orientation = 1
        /// The allowed difference of a sample, because of rounding.
        var limit = 0.0
        var testDescription: String { file }
    }

    /// Samples that need all 16 bits: 8-bit samples times 251, plus 77.
    private static let wide: [[String]] = [
        ["linear", "rgb.v", "float.v", "251", "77"], ["cast", "float.v", "ushort.v", "ushort"],
        ["copy", "ushort.v", "wide.v", "--interpretation", "rgb16"],
    ]

    static let cases: [Case] = [
        Case(file: "photo.png", making: wide + [["copy", "wide.v", "photo.png"]]),
        Case(
            file: "photo.tif", making: wide + [["copy", "wide.v", "photo.tif[compression=lzw]"]]),
        Case(
            file: "grey.png",
            making: wide + [
                ["extract_band", "wide.v", "grey.v", "1"],
                ["copy", "grey.v", "grey.png", "--interpretation", "grey16"],
            ]),
        Case(
            file: "turned.tif",
            making: wide + [["copy", "wide.v", "turned.tif"]], seeing: [["rot", "d90"]],
            orientation: 6),
        Case(
            file: "mirrored.tif",
            making: wide + [["copy", "wide.v", "mirrored.tif"]], seeing: [["flip", "horizontal"]],
            orientation: 2),
        Case(
            file: "float.tif",
            making: wide + [["colourspace", "wide.v", "float.tif", "scrgb"]],
            seeing: [["colourspace", "rgb16"]]),
        Case(
            file: "lab.tif", making: wide + [["colourspace", "wide.v", "lab.tif", "lab"]],
            seeing: [["colourspace", "rgb16"]]),
        Case(
            file: "eight.png", making: [["copy", "rgb.v", "eight.png"]],
            seeing: [
                ["linear", "257", "0"], ["cast", "ushort"],
                ["copy", "--interpretation", "rgb16"],
            ]),
    ]

    @Test(arguments: cases)
    func `Tiles of 16 bits equal the tiles of dzsave`(_ example: Case) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make(example, in: folder)
            try Self.export(file, in: folder)
            let prepared = try await Vips.prepare(file, example.seeing, in: folder)
            try await Vips.run(
                "dzsave", prepared.path, "theirs", "--tile-size", "100", "--overlap", "1",
                "--suffix", ".png", in: folder)
            let name = file.deletingPathExtension().lastPathComponent
            let ours = folder["Output/\(name)/dzi/\(name)_files"]
            let names = try FolderListing.files(in: ours)
            let theirs = try folder.files(under: "theirs_files").filter { $0.hasSuffix(".png") }
            #expect(names.sorted() == theirs.sorted())
            #expect(names.count > 20)
            for tile in names {
                let header = try Data(contentsOf: ours.appending(path: tile)).prefix(26)
                #expect(header[24] == 16, "\(tile)")
            }
            let difference = try await Self.largestDifference(
                names.map { ours.appending(path: $0) }, names.map { folder["theirs_files/\($0)"] },
                in: folder)
            #expect(difference <= example.limit)
            #expect(
                try await PixelPicture.read(folder["Output/\(name)/thumbnail.jpg"]).width > 100)
        }
    }

    @Test func `The comparison detects a sample that is off by one`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make(Self.cases[0], in: folder)
            try await Vips.run("linear", "wide.v", "off.v", "1", "1", in: folder)
            try await Vips.run("cast", "off.v", "off.png", "ushort", in: folder)
            let difference = try await Self.largestDifference(
                [file], [folder["off.png"]], in: folder)
            #expect(difference == 1)
        }
    }

    @Test(arguments: [8, 16])
    func `Transparent pixels do not darken their neighbours`(_ bits: Int) async throws {
        try await TemporaryFolder.with { folder in
            // Opaque white on the left, and transparent black on the right.
            let white = bits == 16 ? "65535" : "255"
            for (name, value) in [("white", white), ("nothing", "0")] {
                let values = Array(repeating: value, count: 4).joined(separator: " ")
                try await Vips.run("black", "black.v", "33", "64", "--bands", "4", in: folder)
                try await Vips.run("linear", "black.v", "float.v", "1", values, in: folder)
                try await Vips.run(
                    "cast", "float.v", "\(name).v", bits == 16 ? "ushort" : "uchar", in: folder)
            }
            try await Vips.run("join", "white.v", "nothing.v", "both.v", "horizontal", in: folder)
            try await Vips.run(
                "copy", "both.v", "photo.png", "--interpretation", bits == 16 ? "rgb16" : "srgb",
                in: folder)
            try Self.export(folder["photo.png"], bits: bits, in: folder)
            for level in 0...7 {
                let tile = folder["Output/photo/dzi/photo_files/\(level)/0_0.png"]
                let picture = try await PixelPicture.read(tile)
                try #require(picture.bands == 4)
                for start in stride(from: 0, to: picture.samples.count, by: 4)
                where picture.samples[start + 3] > 0 {
                    #expect(picture.samples[start..<start + 3].allSatisfy { $0 == 255 })
                }
            }
        }
    }

    private static func make(_ example: Case, in folder: TemporaryFolder) async throws -> URL {
        try await TestPicture(width: 333, height: 207).write(to: folder["rgb.v"])
        for step in example.making {
            try await Shell.run("vips", step, in: folder.url).orThrow()
        }
        if example.orientation != 1 {
            try await Shell.run(
                "tiffset", ["-s", "274", "\(example.orientation)", example.file], in: folder.url
            ).orThrow()
        }
        return folder[example.file]
    }

    private static func export(
        _ file: URL, bits: Int = 16, in folder: TemporaryFolder
    ) throws {
        let options = Exporter.Options(
            layouts: [.dzi],
            tiling: Tiling.Request(
                tileSize: 100, overlap: 1, encoding: TileEncoding(.png, bits: bits)),
            viewer: .none)
        try Exporter(destination: folder["Output"].path, options: options).export(file.path)
    }

    /// Returns the largest difference between samples of corresponding images, from 0 to 65,535.
    private static func largestDifference(
        _ ours: [URL], _ theirs: [URL], in folder: TemporaryFolder
    ) async throws -> Double {
        for (name, files) in [("ours.v", ours), ("theirs.v", theirs)] {
            let list = files.map(\.path).joined(separator: " ")
            try await Vips.run("arrayjoin", list, name, "--across", "20", in: folder)
        }
        try await Vips.run("subtract", "ours.v", "theirs.v", "difference.v", in: folder)
        try await Vips.run("abs", "difference.v", "absolute.v", in: folder)
        let result = try await Shell.run("vips", ["max", "absolute.v"], in: folder.url).orThrow()
        return try #require(Double(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}
