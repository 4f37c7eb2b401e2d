import Foundation
import TestSupport

/// A slide like the files of Aperio's scanners: a TIFF of four tiled levels, each half as large as
/// the previous level, and a label.
enum Slide {
    static let size = (width: 1365, height: 1074)
    static let micronsPerPixel = 0.5

    /// Makes `slide.svs`.
    static func make(in folder: TemporaryFolder) async throws -> URL {
        let photograph = try RealPhotographs.photograph("Picture_1A")
        try await Vips.run(
            "tiffsave", photograph.path, "slide.svs", "--tile", "--tile-width", "256",
            "--tile-height", "256", "--pyramid", "--compression", "jpeg", "--Q", "90", "--strip",
            in: folder)
        // Images in strips are not levels.
        try await Vips.run("thumbnail", photograph.path, "label.v", "200", in: folder)
        try await Vips.run(
            "tiffsave", "label.v", "label.tif", "--compression", "lzw", "--strip", in: folder)
        try await run("tiffcp", ["-s", "-a", "label.tif", "slide.svs"], in: folder)
        let name = "Aperio Image Library v1.0"
        let first =
            "\(name)\n\(size.width)x\(size.height) [0,0 \(size.width)x\(size.height)] (256x256) "
            + "JPEG/RGB Q=90|AppMag = 20|MPP = \(micronsPerPixel)"
        for (number, text) in [first, name, name, name, "\(name)\nlabel 200x157"].enumerated() {
            try await run(
                "tiffset", ["-d", "\(number)", "-s", "270", text, "slide.svs"], in: folder)
        }
        return folder["slide.svs"]
    }

    /// The background of a slide with gaps.
    static let background = (red: 0xE6, green: 0xD0, blue: 0xC8)
    /// Pixels between two tiles that the scanner did not record.
    static let gap = 32

    /// Writes `gaps.tif` like Trestle's scanners: 4 × 3 tiles of 256 pixels with gaps between the
    /// tiles.
    static func makeWithGaps(in folder: TemporaryFolder) async throws -> URL {
        try await TestPicture(width: 1000, height: 700).write(to: folder["scan.v"])
        try await Vips.run(
            "tiffsave", "scan.v", "gaps.tif", "--tile", "--tile-width", "256", "--tile-height",
            "256", "--compression", "jpeg", "--Q", "90", "--strip", in: folder)
        let colour = String(
            background.red << 16 | background.green << 8 | background.blue, radix: 16)
        for (tag, text) in [
            ("305", "MedScan"),
            ("270", "Background Color=\(colour);Objective Power=10;OverlapsXY= -\(gap) -\(gap)"),
        ] {
            try await run("tiffset", ["-s", tag, text, "gaps.tif"], in: folder)
        }
        return folder["gaps.tif"]
    }

    private static func run(
        _ name: String, _ arguments: [String], in folder: TemporaryFolder
    ) async throws {
        try await Shell.run(name, arguments, in: folder.url).orThrow()
    }
}
