import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratFormats
@testable import ZigguratSystem

@Suite("Pyramidal TIFF files, as GDAL, libvips, OpenSlide and tifffile read them")
struct PyramidalTIFFTests {
    /// Exports an image into a folder and into a TIFF file.
    private func both(
        _ image: String, in shop: Workshop, change: (inout Exporter.Options) -> Void = { _ in }
    ) throws -> (file: String, folder: String) {
        let name = URL(filePath: image).deletingPathExtension().lastPathComponent
        let folder = try shop.exporter([.xyz]) {
            change(&$0)
            $0.viewer = .none
        }.export(image).folder
        let kept = shop.folder["folders/\(name)"]
        try FileManager.default.createDirectory(
            at: kept.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: folder, toPath: kept.path)
        let result = try shop.exporter([.xyz]) {
            change(&$0)
            $0.container = .tiff
        }.export(image)
        #expect(try BundleAudit.complaints(of: result.folder, result.manifest) == [])
        return ("\(result.folder)/\(name).tif", "\(kept.path)/xyz")
    }

    @Test("Images with special last tiles, rows or levels are read correctly")
    func edges() async throws {
        let sizes = [
            (1, 1), (1, 300), (300, 1), (63, 65), (64, 64), (65, 64), (128, 64), (129, 127),
            (200, 16), (15, 260), (257, 129), (333, 222),
        ]
        try await Workshop.with { shop in
            var pairs: [(String, String)] = []
            for (width, height) in sizes {
                let image = try await shop.picture(
                    "\(width)x\(height).png", width: width, height: height)
                pairs.append(try both(image, in: shop) { $0.tiling.tileSize = 64 })
            }
            let judge = try await TIFFJudge.compare(pairs)
            #expect(judge.status == 0, "\(judge.errors)")
            #expect(try Verdict(shop.output).findings == [])
            // The negative control: another image of equal size has other pixels.
            try FileManager.default.removeItem(atPath: pairs[11].1)
            try FileManager.default.createSymbolicLink(
                atPath: pairs[11].1, withDestinationPath: pairs[10].1)
            #expect(try await TIFFJudge.compare([pairs[11]]).status != 0)
        }
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let encoding: TileEncoding
        /// The commands of libvips that draw the image, after the RGB image.
        var drawing: [String] = []
    }

    static let kinds = [
        Kind(testDescription: "JPEG 4:2:0", encoding: TileEncoding(.jpeg, quality: 60)),
        Kind(testDescription: "JPEG 4:4:4", encoding: TileEncoding(.jpeg, quality: 95)),
        Kind(
            testDescription: "grey JPEG", encoding: TileEncoding(.jpeg), drawing: ["b-w"]),
        Kind(testDescription: "WebP", encoding: TileEncoding(.webp)),
        Kind(
            testDescription: "WebP with alpha", encoding: TileEncoding(.webp, lossless: true),
            drawing: ["alpha"]),
        Kind(testDescription: "Deflate", encoding: TileEncoding(.tiff)),
        Kind(testDescription: "Deflate, grey", encoding: TileEncoding(.tiff), drawing: ["b-w"]),
        Kind(
            testDescription: "Deflate, alpha", encoding: TileEncoding(.tiff, compression: 6),
            drawing: ["alpha"]),
        Kind(
            testDescription: "Deflate, 16 bits", encoding: TileEncoding(.tiff, bits: 16),
            drawing: ["wide"]),
        Kind(
            testDescription: "Deflate, 16 bits, grey, alpha",
            encoding: TileEncoding(.tiff, bits: 16), drawing: ["wide", "b-w", "alpha"]),
    ]

    @Test("Each kind of tile has the pixels of a folder export")
    func encodings() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("plain.png", width: 300, height: 200)
            var pairs: [(String, String)] = []
            for (number, kind) in Self.kinds.enumerated() {
                let image = shop.folder["kind\(number).png"].path
                try await Self.draw(kind.drawing, picture, image)
                pairs.append(
                    try both(image, in: shop) {
                        $0.tiling = Tiling.Request(tileSize: 128, encoding: kind.encoding)
                    })
            }
            let judge = try await TIFFJudge.compare(pairs)
            #expect(judge.status == 0, "\(judge.errors)")
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    private static func draw(
        _ steps: [String], _ picture: String, _ image: String
    ) async throws {
        var current = picture
        for (number, step) in steps.enumerated() {
            let next = "\(image).\(number).v"
            let words =
                switch step {
                case "wide": ["cast", current, next, "ushort", "--shift"]
                // The image is transparent at the left, so that only some tiles are opaque.
                case "alpha": ["bandjoin_const", current, next, "77"]
                default: ["colourspace", current, next, "b-w"]
                }
            try await Shell.run("vips", words).orThrow()
            current = next
        }
        try await Shell.run("vips", ["copy", current, image]).orThrow()
    }

    @Test("Tiles cropped from a JPEG have its pixels, to the last column")
    func lossless() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("plain.png", width: 333, height: 222)
            let image = shop.folder["photo.jpg"].path
            try await Shell.run(
                "vips", ["jpegsave", picture, image, "--Q", "80", "--subsample-mode", "off"]
            ).orThrow()
            let result = try shop.exporter([.xyz]) {
                $0.container = .tiff
                $0.tiling = Tiling.Request(
                    tileSize: 64, encoding: TileEncoding(.jpeg, lossless: true))
            }.export(image)
            let difference = shop.folder["difference.v"].path
            try await Shell.run(
                "vips", ["subtract", image, "\(result.folder)/photo.tif", difference]
            ).orThrow()
            for extreme in ["max", "min"] {
                let run = try await Shell.run("vips", [extreme, difference]).orThrow()
                #expect(Double(run.output.trimmingCharacters(in: .whitespacesAndNewlines)) == 0)
            }
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test("tifffile reads levels and pixels")
    func tifffile() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture("photo.png", width: 300, height: 200)
            let (file, _) = try both(image, in: shop) {
                $0.tiling = Tiling.Request(tileSize: 64, encoding: TileEncoding(.tiff))
            }
            let raw = shop.folder["photo.raw"].path
            try await Shell.run("vips", ["rawsave", image, raw]).orThrow()
            let judge = try await TIFFJudge.tifffile(file, raw)
            #expect(
                judge.output == """
                    300 200 ADOBE_DEFLATE
                    150 100 ADOBE_DEFLATE
                    75 50 ADOBE_DEFLATE
                    38 25 ADOBE_DEFLATE

                    """, "\(judge.errors)")
            let other = shop.folder["other.raw"]
            try Data(count: 300 * 200 * 3).write(to: other)
            #expect(try await TIFFJudge.tifffile(file, other.path).status != 0)
        }
    }

    @Test("The file has the texts, the resolution, the profile and the location of the image")
    func metadata() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("photo.png", width: 300, height: 200)
            let image = shop.folder["place.tif"].path
            try await Shell.run(
                "gdal_translate",
                [
                    "-q", "-a_srs", "EPSG:32633", "-a_ullr", "500000", "5300000", "500300",
                    "5299800", picture, image,
                ]
            ).orThrow()
            let file =
                try shop.exporter([.xyz]) {
                    $0.container = .tiff
                    $0.caption = Caption(
                        title: "Ä “title”", description: "Text", rights: "CC0", creator: "A. Person"
                    )
                }.export(image).folder + "/place.tif"
            let run = try await Shell.run("gdalinfo", ["-json", file]).orThrow()
            let info = try #require(JSONValue(parsing: Array(run.output.utf8)))
            let tags = info["metadata"][""]
            #expect(tags["TIFFTAG_IMAGEDESCRIPTION"] == "Ä “title”\nText")
            #expect(tags["TIFFTAG_ARTIST"] == "A. Person")
            #expect(tags["TIFFTAG_COPYRIGHT"] == "CC0")
            #expect(tags["AREA_OR_POINT"] == "Area")
            #expect(info["stac"]["proj:epsg"] == 32_633)
            #expect(
                info["geoTransform"].array?.compactMap(\.number) == [
                    500_000, 1, 0, 5_300_000, 0, -1,
                ])
        }
    }

    @Test("Tile sizes and formats that TIFF does not support are refused")
    func refusals() throws {
        for (tiling, reason) in [
            (Tiling.Request(tileSize: 250), LayoutError.tileSizeNotMultiple(250, of: 16)),
            (
                Tiling.Request(encoding: TileEncoding(.jpeg, progressive: true)),
                .unsupportedOption(.progressive)
            ),
            (Tiling.Request(edge: .crop), .unsupportedEdge(.crop, supported: [.pad])),
            (
                Tiling.Request(encoding: TileEncoding(.png)),
                .unsupportedFormat(.png, supported: [.jpeg, .webp, .tiff])
            ),
        ] {
            var exporter = Exporter(layouts: [.xyz], container: .tiff)
            exporter.options.tiling = tiling
            let error = #expect(throws: ZigguratError.self) {
                _ = try Formats.tiff.rules(of: .xyz).tiling(for: tiling, layout: "xyz")
            }
            #expect(error?.reason as? LayoutError == reason)
        }
    }

    @Test("Files of GDAL and libvips are read")
    func otherTools() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("photo.png", width: 600, height: 400)
            for (name, options) in [
                ("lzw", "COMPRESS=LZW"), ("deflate", "COMPRESS=DEFLATE"), ("jpeg", "COMPRESS=JPEG"),
                ("plain", "COMPRESS=NONE"), ("webp", "COMPRESS=WEBP"),
            ] {
                let file = shop.folder["\(name).tif"].path
                try await Shell.run(
                    "gdal_translate",
                    ["-q", "-of", "COG", "-co", options, "-co", "BLOCKSIZE=128", picture, file]
                ).orThrow()
                let verdict = try Verdict(file)
                #expect(verdict.findings == [], "\(name)")
                #expect(verdict.summaries.map(\.tiles) == [29], "\(name)")
            }
            let file = shop.folder["vips.tif"].path
            for words in [["--compression", "jpeg", "--bigtiff"], ["--compression", "none"]] {
                try await Shell.run(
                    "vips",
                    [
                        "tiffsave", picture, file, "--tile", "--pyramid", "--tile-width", "128",
                        "--tile-height", "128",
                    ] + words
                ).orThrow()
                #expect(try Verdict(file).findings == [])
            }
            // libvips writes this file in strips.
            try await Shell.run("vips", ["copy", picture, file]).orThrow()
            #expect(try Verdict(file).findings.map { $0.reason as? ArchiveError } == [.notTiled])
        }
    }

    /// GDAL writes the alpha of the image as masks of the image and of its levels.
    @Test("Tiles with transparency masks are not repacked", arguments: [true, false])
    func masks(_ hasMasks: Bool) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("photo.png", width: 600, height: 400)
            let alpha = shop.folder["alpha.png"].path
            try await Shell.run("vips", ["bandjoin_const", picture, alpha, "0"]).orThrow()
            let file = shop.folder["cog.tif"].path
            let bands = ["-b", "1", "-b", "2", "-b", "3"] + (hasMasks ? ["-mask", "4"] : [])
            try await Shell.run(
                "gdal_translate",
                ["-q", "-of", "COG", "-co", "COMPRESS=JPEG", "-co", "BLOCKSIZE=128"] + bands
                    + [alpha, file]
            ).orThrow()
            #expect(try Verdict(file).findings == [])
            let repacker = Repacker(file, to: shop.folder["out"].path)
            do throws(ZigguratError) {
                _ = try repacker.plan()
                #expect(!hasMasks)
            } catch {
                #expect(hasMasks && error.reason as? RepackError == .masks)
            }
        }
    }
}
