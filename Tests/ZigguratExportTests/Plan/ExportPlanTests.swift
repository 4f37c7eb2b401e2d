import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// A plan states the files of an export, and reads only the header of the image.
@Suite struct ExportPlanTests {
    @Test func aPlanWritesNothing() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let plan = try shop.exporter([.dzi, .xyz, .iiif3]).plan(image)
            #expect(shop.outputNames() == [])
            #expect(try shop.folder.files() == ["photo.jpg"])
            #expect(plan.name == "photo" && plan.sourcePath == image)
            #expect(plan.header.size == PixelSize(width: 600, height: 400))
            #expect(plan.header.decodedBytes == 600 * 400 * 3)
            // 600 × 400 at 254: 3 × 2, 2 × 1, then nine of one; at 256: 3 × 2, 2 × 1, 1; at 512: 2
            // and 1.
            #expect(plan.bundles.map(\.pyramid.tileCount) == [6 + 2 + 9, 6 + 2 + 1, 2 + 1])
            #expect(plan.bundles.map(\.pyramid.levels.count) == [11, 3, 2])
            #expect(plan.tileCount == 29)
            #expect(!plan.isWorthTiling)
        }
    }

    @Test func whatIsPlannedIsWritten() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let exporter = shop.exporter([.dzi, .xyz, .iiif, .iiif3])
            let plan = try exporter.plan(image)
            var last: ExportProgress?
            let result = try exporter.export(plan) { last = $0 }
            #expect(result.manifest.image == plan.header)
            #expect(result.manifest.settings == plan.settings)
            #expect(result.notes == plan.notes)
            #expect(result.manifest.bundles.map(\.layout) == plan.bundles.map(\.layout.name))
            #expect(result.manifest.bundles.map(\.tiles) == plan.bundles.map(\.pyramid.tileCount))
            #expect(
                result.manifest.bundles.map(\.tiling) == plan.bundles.map(\.pyramid.tiling))
            #expect(BundleAudit.missingTiles(of: plan, in: result.folder) == [])
            // The last progress report is complete.
            #expect(last?.rowsRead == 400 && last?.tilesDone == last?.tileCount)
            for bundle in plan.bundles {
                for image in bundle.wholeImages {
                    for path in image.paths {
                        #expect(
                            FileManager.default.isReadableFile(
                                atPath: "\(result.folder)/\(bundle.layout.name)/\(path)"))
                    }
                }
            }
        }
    }

    @Test func notesSayWhatOneShouldKnow() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            #expect(try shop.exporter([.dzi, .xyz]).plan(image).notes == [])
            let notes = try shop.exporter([.dzi, .iiif, .iiif3]).plan(image).notes
            #expect(notes.count == 2)
            for (note, layout) in zip(notes, ["iiif", "iiif3"]) {
                guard case .format(layout, let advice) = note else {
                    Issue.record("\(note)")
                    continue
                }
                #expect(advice.note == .localAddresses)
            }
            let quiet = shop.exporter([.iiif3]) { $0.baseURL = "https://example.org" }
            #expect(try quiet.plan(image).notes == [])

            let pages = shop.folder["pages.tif"].path
            try await Shell.run(
                "vips", ["tiffsave", image, pages, "--page-height", "100"]
            ).orThrow()
            let plan = try shop.exporter().plan(pages)
            #expect(plan.header.pages == 2)
            #expect(plan.notes == [.onlyFirstPage(of: 2, isAnimation: false)])
        }
    }

    @Test("A georeferenced TIFF has a note, other images do not")
    func georeferenced() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture("photo.png")
            let kinds: [([String], [ExportNote])] = [
                (
                    ["-a_srs", "EPSG:4326", "-a_ullr", "10", "51", "12", "50"],
                    [.georeferenced(isKept: true)]
                ),
                (
                    ["-co", "BIGTIFF=YES", "-a_ullr", "10", "51", "12", "50"],
                    [.georeferenced(isKept: true)]
                ),
                (
                    ["-gcp", "0", "0", "10", "51", "-a_srs", "EPSG:4326"],
                    [.georeferenced(isKept: false)]
                ), ([], []),
            ]
            for (words, notes) in kinds {
                let file = shop.folder["photo.tif"].path
                try await Shell.run("gdal_translate", ["-q"] + words + [image, file]).orThrow()
                #expect(try shop.exporter().plan(file).notes == notes, "\(words)")
            }
            #expect(try shop.exporter().plan(image).notes == [])
        }
    }

    @Test func largePicturesAreWorthTiling() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 2500, height: 2000)
            let plan = try shop.exporter().plan(image)
            #expect(plan.isWorthTiling)
            let manifest = try shop.exporter().export(plan).manifest
            // The estimate is right within a factor of three.
            let estimate = plan.bundles[0].estimatedBytes
            #expect(
                (manifest.bundles[0].bytes / 3...manifest.bundles[0].bytes * 3).contains(estimate))
        }
    }

    /// A second density adds a pyramid that is two thirds as wide.
    @Test func memoryIsThatOfEveryPyramid() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 2500, height: 2000)
            let (alone, both) = (
                try shop.exporter([LDOLayout(scales: [3])]).plan(image).memory.rows,
                try shop.exporter([LDOLayout(scales: [2, 3])]).plan(image).memory.rows
            )
            #expect(both > alone * 4 / 3 && both < alone * 2, "\(alone), \(both)")
        }
    }

    @Test func optionsThatDoNotFitAreErrors() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let wrong: [([any Layout], Tiling.Request, OptionError?)] = [
                ([], Tiling.Request(), .noLayout),
                ([.dzi, .xyz, .dzi], Tiling.Request(), .duplicateLayout("dzi")),
            ]
            for (layouts, tiling, failure) in wrong {
                let exporter = shop.exporter(layouts) { $0.tiling = tiling }
                let error = #expect(throws: ZigguratError.self) { try exporter.export(image) }
                #expect(error?.subject == image && error?.code == .invalidOptions)
                #expect(error?.reason as? OptionError == failure)
            }
            let error = #expect(throws: ZigguratError.self) {
                try shop.exporter([.dzi, .xyz]) { $0.tiling.overlap = 1 }.export(image)
            }
            #expect(error?.reason as? LayoutError == .unsupportedOverlap)
            #expect(shop.outputNames() == [])
        }
    }
}
