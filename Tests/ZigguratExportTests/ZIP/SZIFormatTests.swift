import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratFormats
@testable import ZigguratStore
@testable import ZigguratSystem

/// Smart Zoom Images, compared with the folder export and with the files of libvips.
@Suite struct SZIFormatTests {
    private static let own = ["scan-properties.xml", "associated_images/thumbnail.jpg"]
    private static let schema = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Schemas/scan-properties.xsd").path

    @Test func itIsADeepZoomImageInAnArchive() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture("a & b.jpg", width: 700, height: 500)
            let folder = try shop.exporter([.dzi]) {
                $0.tiling = Tiling.Request(tileSize: 256, overlap: 0)
                $0.viewer = .none
            }.export(image).folder
            let kept = shop.folder["folder"]
            try FileManager.default.moveItem(atPath: folder, toPath: kept.path)
            let result = try shop.exporter { $0.container = .szi }.export(image)
            let archive = "\(result.folder)/a & b.szi"
            let judge = try await OtherReaders.zip(
                archive, against: "\(kept.path)/dzi", top: "a & b", besides: Self.own)
            #expect(judge.status == 0, "\(judge.errors)")
            #expect(try await Shell.run("unzip", ["-tqq", archive]).status == 0)
            #expect(try BundleAudit.complaints(of: result.folder, result.manifest) == [])
            #expect(
                result.notes.contains {
                    if case .format("szi", _) = $0 { true } else { false }
                })

            let tiling = try #require(result.manifest.bundles.first?.tiling)
            #expect(tiling.tileSize == PixelSize(square: 256) && tiling.overlap == 0)
            #expect(tiling.encoding == TileEncoding(.jpeg, quality: 85))
        }
    }

    @Test func whatTheUserAsksForWins() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let plan = try shop.exporter {
                $0.container = .szi
                $0.tiling = Tiling.Request(tileSize: 512, overlap: 1, encoding: TileEncoding(.png))
            }.plan(image)
            let tiling = try #require(plan.bundles.first?.pyramid.tiling)
            #expect(tiling.tileSize.width == 512 && tiling.overlap == 1)
            #expect(tiling.encoding.format == .png)
        }
    }

    @Test func itsPropertiesFitTheSchema() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let result = try shop.exporter { $0.container = .szi }.export(image)
            let properties = try await Shell.run(
                "unzip", ["-p", "\(result.folder)/photo.szi", "photo/scan-properties.xml"]
            ).orThrow().output
            for (name, value) in [
                ("ImageWidth", "300"), ("ImageHeight", "200"), ("MicronsPerPixel", "0"),
            ] {
                #expect(
                    properties.contains(
                        "<name>\(name)</name>\n      <value>\(value)</value>"))
            }
            #expect(try await isValid(properties, in: shop))
            // Negative controls.
            for (right, wrong) in [
                ("pathozoom.com/szi", "pathozoom.com/zsi"), ("ImageWidth", "ImageHeight"),
                ("version=\"1.0\"", ""), ("<value>300</value>", ""),
            ] {
                #expect(try await !isValid(properties.replacing(right, with: wrong), in: shop))
            }
        }
    }

    /// The paths equal the paths of libvips, which calls JPEG files `.jpeg`.
    @Test(arguments: [(700, 500), (257, 256), (1, 1)])
    func libvipsHasTheSameStructure(width: Int, height: Int) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: width, height: height)
            let result = try shop.exporter { $0.container = .szi }.export(image)
            let theirs = shop.folder["photo.szi"].path
            try await Shell.run(
                "vips",
                [
                    "dzsave", image, theirs, "--container", "szi", "--tile-size", "256",
                    "--overlap", "0", "--suffix", ".jpg",
                ]
            ).orThrow()
            let names = { (archive: String) in
                let list = try await Shell.run("zipinfo", ["-1", archive]).orThrow().output
                return Set(list.split(separator: "\n").map(String.init)).filter {
                    // Folders, and libvips' own properties, are not compared.
                    !$0.hasSuffix("/") && !$0.hasSuffix("vips-properties.xml")
                }
            }
            let ours = try await names("\(result.folder)/photo.szi")
            #expect(
                try await names(theirs)
                    == ours.subtracting(
                        ["photo/associated_images/thumbnail.jpg"]))
            #expect(ours.contains("photo/photo.dzi") && ours.contains("photo/scan-properties.xml"))
        }
    }

    private func isValid(_ document: String, in shop: Workshop) async throws -> Bool {
        let file = try shop.folder.write(document, to: "scan-properties.xml")
        let result = try await Shell.run(
            "xmllint", ["--nonet", "--noout", "--schema", Self.schema, file.path])
        return result.status == 0
    }
}
