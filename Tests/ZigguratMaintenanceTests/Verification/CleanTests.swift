import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

@Suite("Intact pyramids have no findings")
struct CleanTests {
    @Test(
        "Exports in every layout and format have no findings",
        arguments: [
            (1, 1, "jpeg"), (1, 700, "jpeg"), (700, 1, "png"), (513, 257, "webp"),
            (600, 400, "jpeg"), (300, 200, "avif"), (518, 513, "png"),
        ])
    func everyLayout(width: Int, height: Int, format: String) async throws {
        try await Workshop.with { shop in
            let format = try #require(TileFormat(named: format))
            let layouts = try Layouts.all().filter { $0.rules.formats.contains(format) }
            let exporter = shop.exporter(layouts) {
                $0.tiling = Tiling.Request(encoding: TileEncoding(format))
            }
            let picture = try await shop.picture("photo.png", width: width, height: height)
            let manifest = try exporter.export(picture).manifest
            for quick in [false, true] {
                let verdict = try Verdict(shop.output, quick: quick)
                #expect(verdict.findings == [])
                #expect(verdict.notes == [])
                #expect(verdict.summaries.map(\.tiles) == manifest.bundles.map(\.tiles))
                #expect(verdict.summaries.map(\.levels) == manifest.bundles.map(\.levels))
                #expect(
                    verdict.summaries.allSatisfy {
                        $0.size == PixelSize(width: width, height: height) && $0.faults == 0
                    })
            }
        }
    }

    @Test(
        "Exports in every container have no findings",
        arguments: Formats.standard.containers.map(\.name), [(600, 400), (1, 1), (1500, 300)])
    func everyContainer(name: String, size: (Int, Int)) async throws {
        try await Workshop.with { shop in
            let container = try #require(Formats.standard.container(named: name))
            let layouts = try Layouts.all().filter {
                container.layouts?.contains($0.name) ?? true
            }
            let exporter = shop.exporter(layouts) { $0.container = container }
            let picture = try await shop.picture(width: size.0, height: size.1)
            let manifest = try exporter.export(picture).manifest
            let verdict = try Verdict(shop.output)
            #expect(verdict.findings == [] && verdict.notes == [])
            #expect(verdict.summaries.map(\.tiles) == manifest.bundles.map(\.tiles))
            // Each bundle is verified alone, in the export and moved out of the export.
            for bundle in manifest.bundles {
                let place = "\(shop.output)/photo/\(bundle.path)"
                #expect(try Verdict(place).findings == [])
                let moved = shop.folder["moved-\(bundle.layout)"].path
                try FileManager.default.moveItem(atPath: place, toPath: moved)
                let verdict = try Verdict(moved)
                #expect(verdict.findings == [] && verdict.notes == [])
                #expect(verdict.summaries.map(\.tiles) == [bundle.tiles])
                #expect(
                    verdict.summaries.map(\.size) == [PixelSize(width: size.0, height: size.1)])
            }
        }
    }

    @Test(
        "An export is verified by its folder, manifest, bundle or descriptor, with any number of threads"
    )
    func paths() async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.dzi, .xyz, .iiif3]).export(try await shop.picture())
            let three = [
                "Deep Zoom image, 600×400, 11 levels, 17 tiles, 0 faults",
                "z/x/y folders, y down, 600×400, 3 levels, 9 tiles, 0 faults",
                "IIIF Image API 3.0, level 0, 600×400, 2 levels, 3 tiles, 0 faults",
            ]
            let paths: [(String, [String])] = [
                ("", three), ("/photo/", three), ("/photo/ziggurat.json", three),
                ("/photo/dzi", [three[0]]), ("/photo/dzi/photo.dzi", [three[0]]),
                ("/photo/xyz/", [three[1]]), ("/photo/iiif3/info.json", [three[2]]),
            ]
            for (path, lines) in paths {
                for threads in [1, 8] {
                    let verdict = try Verdict(shop.output + path, threads: threads)
                    #expect(verdict.lines == lines && verdict.findings == [], "\(path)")
                }
            }
        }
    }

    @Test("Bundles outside their export are verified")
    func movedBundles() async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.dzi, .xyz, .iiif, .iiif3]).export(try await shop.picture())
            let moved = shop.folder["moved"].path
            try FileManager.default.moveItem(atPath: "\(shop.output)/photo", toPath: moved)
            for file in ["ziggurat.json", "ziggurat.hashes"] {
                try FileManager.default.removeItem(atPath: "\(moved)/\(file)")
            }
            let verdict = try Verdict(moved)
            #expect(verdict.findings == [])
            #expect(
                Set(verdict.lines) == [
                    "Deep Zoom image, 600×400, 11 levels, 17 tiles, 0 faults",
                    "z/x/y folders, y down, 600×400, 3 levels, 9 tiles, 0 faults",
                    "IIIF Image API 2.1, level 0, 600×400, 2 levels, 3 tiles, 0 faults",
                    "IIIF Image API 3.0, level 0, 600×400, 2 levels, 3 tiles, 0 faults",
                ])
        }
    }

    @Test(
        "Pyramids of libvips' dzsave have no findings",
        arguments: [(700, 500), (1, 1), (257, 513), (1200, 90)])
    func dzsave(width: Int, height: Int) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("photo.png", width: width, height: height)
            let outputs = [
                ("dz", "dz", ["--suffix", ".jpg"]), ("dz", "dzjpeg", []),
                ("dz", "dzpng", ["--suffix", ".png", "--overlap", "0", "--tile-size", "256"]),
                ("google", "google", []), ("zoomify", "zoomify", []), ("iiif", "iiif", []),
                ("iiif3", "iiif3", []),
            ]
            for (layout, name, options) in outputs {
                let folder = shop.folder[name]
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: false)
                try await Shell.run(
                    "vips",
                    ["dzsave", picture, folder.appending(path: "p").path, "--layout", layout]
                        + options
                ).orThrow()
                let verdict = try Verdict(folder.path)
                if name.hasPrefix("iiif"), width == 1 {
                    // libvips 8.14 leaves the last scale factor out of the list.
                    #expect(verdict.findings.count == 1)
                    continue
                }
                #expect(verdict.findings == [], "\(name)")
                #expect(verdict.summaries.count == 1)
            }
        }
    }

    @Test("Archives of other programs are verified", arguments: ["stored", "deflated", "zip64"])
    func zip(method: String) async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.dzi, .iiif3]).export(try await shop.picture())
            for (layout, top) in [("dzi", ""), ("dzi", "photo"), ("iiif3", "deep")] {
                let file = shop.folder["\(layout)\(top).zip"]
                try await PackedTiles.zip(
                    URL(filePath: "\(shop.output)/photo/\(layout)"), to: file, top: top,
                    method: method)
                let verdict = try Verdict(file.path)
                #expect(verdict.findings == [])
                #expect(verdict.summaries.count == 1)
            }
        }
    }

    @Test(
        "Tile databases of other programs are verified",
        arguments: [(600, 400), (200, 100), (1030, 300)])
    func databases(width: Int, height: Int) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture(width: width, height: height)
            _ = try shop.exporter([.xyz]).export(picture)
            let folder = URL(filePath: "\(shop.output)/photo/xyz")
            try await PackedTiles.mbtiles(folder, to: shop.folder["a #1%.mbtiles"])
            try await PackedTiles.pmtiles(folder, to: shop.folder["a.pmtiles"])
            try await PackedTiles.pmtiles(
                folder, to: shop.folder["b.pmtiles"], leaves: true, compression: "none")
            let tiles = try Verdict(folder.path).summaries[0].tiles
            for name in ["a #1%.mbtiles", "a.pmtiles", "b.pmtiles"] {
                let verdict = try Verdict(shop.folder[name].path)
                #expect(verdict.findings == [], "\(name)")
                #expect(verdict.summaries.map(\.tiles) == [tiles])
                // The image's size is derived from its tiles, whose edge may be padded.
                #expect(verdict.notes.count == 1)
            }
        }
    }

    @Test("Checksums of sha256sum and of a bag are verified")
    func checksums() async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.dzi]).export(try await shop.picture("a\\b 'c.jpg"))
            let export = try #require(
                FileManager.default.contentsOfDirectory(atPath: shop.output).first)
            let folder = URL(filePath: "\(shop.output)/\(export)")
            try await Checksums.write(in: folder)
            #expect(try Verdict(shop.output).findings == [])
            for fixity in [ExportSettings.Fixity.checksums, .bag] {
                let exporter = shop.exporter([.dzi, .iiif3]) { $0.fixity = fixity }
                _ = try exporter.export(try await shop.picture("a\\b 'c%.jpg"))
                let verdict = try Verdict(shop.output)
                #expect(verdict.findings == [] && verdict.notes == [])
                #expect(verdict.summaries.count == 3)
            }
            let bag = "\(shop.output)/a\\b 'c%"
            #expect(try Verdict("\(bag)/data/dzi").findings == [])
            #expect(try Verdict("\(bag)/data/dzi").summaries.count == 1)
        }
    }
}
