import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

@Suite("Blank tiles in containers, verified and repacked")
struct BlankTileContainerTests {
    @Test(
        "A container with omitted blank tiles is verified, also outside its export",
        arguments: ["zip", "szi", "pmtiles", "mbtiles"])
    func containers(name: String) async throws {
        try await Workshop.with { shop in
            let format = try #require(Formats.standard.container(named: name))
            let result = try await BlankExport.export(format.defaultLayouts, in: shop) {
                $0.container = format
            }
            let bundle = result.manifest.bundles[0]
            // The specification of SZI forbids sparse images.
            #expect(bundle.absent?.count == (name == "szi" ? nil : 12))
            let verdict = try Verdict(shop.output)
            #expect(verdict.findings == [])
            #expect(verdict.summaries.map(\.tiles) == [bundle.tiles])
            // The container file itself states its omitted tiles.
            let alone = shop.folder["alone.\(name)"]
            try FileManager.default.moveItem(
                at: shop.folder["Output/photo/\(bundle.path)"], to: alone)
            let second = try Verdict(alone.path)
            #expect(second.findings == [] && second.notes == [])
            #expect(second.summaries.map(\.tiles) == [bundle.tiles])
            #expect(second.summaries.map(\.size) == [PixelSize(width: 1024, height: 768)])
        }
    }

    @Test("A missing tile and an unexpected tile are reported")
    func damage() async throws {
        try await Workshop.with { shop in
            let result = try await BlankExport.export([.xyz, .dzi], in: shop)
            let files = FileManager.default
            try files.copyItem(
                atPath: "\(result.folder)/xyz/2/1/1.jpg", toPath: "\(result.folder)/xyz/2/1/2.jpg")
            try files.removeItem(atPath: "\(result.folder)/xyz/2/3/0.jpg")
            try Data(
                String(contentsOfFile: "\(result.folder)/dzi/photo.dzi", encoding: .utf8)
                    .replacing("X=\"768\"", with: "X=\"512\"").utf8
            ).write(to: URL(filePath: "\(result.folder)/dzi/photo.dzi"))
            let verdict = try Verdict(shop.output)
            #expect(
                verdict.findings.contains {
                    $0.kind == .extraFile && $0.place.hasSuffix("2/1/2.jpg")
                })
            #expect(
                verdict.findings.contains {
                    $0.kind == .missingTile && $0.place.hasSuffix("2/3/0.jpg")
                })
            #expect(
                verdict.findings.contains {
                    $0.kind == .descriptor
                        && $0.reason as? VerificationError == .contradiction(.skippedTiles)
                })
        }
    }

    @Test(
        "Repacking skips blank tiles again or writes them",
        arguments: [
            ("dzi", "folder", "dzi", "zip", 12), ("dzi", "folder", "dzi", "szi", nil),
            ("dzi", "folder", "xyz", "pmtiles", 12), ("dzi", "folder", "iiif3", "folder", nil),
            ("xyz", "pmtiles", "xyz", "mbtiles", 12), ("xyz", "mbtiles", "dzi", "folder", 12),
            ("xyz", "folder", "xyz", "folder", 12),
        ] as [(String, String, String, String, Int?)])
    func repacked(
        layout: String, container: String, newLayout: String, newContainer: String, count: Int?
    ) async throws {
        try await Workshop.with { shop in
            let old = try #require(Formats.standard.layout(named: layout))
            let result = try await BlankExport.export([old], in: shop) {
                $0.container = Formats.standard.container(named: container) ?? .folder
                $0.tiling.edge = .crop
            }
            let options = Repacker.Options(
                layouts: [try #require(Formats.standard.layout(named: newLayout))],
                container: try #require(Formats.standard.container(named: newContainer)))
            for source in [result.folder, "alone"] {
                var path = source
                if source == "alone" {
                    path = shop.folder["alone"].path
                    let bundle = "\(result.folder)/\(result.manifest.bundles[0].path)"
                    try FileManager.default.moveItem(atPath: bundle, toPath: path)
                    if layout == "dzi" { path += "/photo.dzi" }
                }
                let there = shop.folder["there \(source == "alone")"].path
                let repacker = Repacker(path, to: there, options: options)
                let manifest = try repacker.run(try repacker.plan()).manifest
                #expect(manifest.bundles.map { $0.absent?.count } == [count], "\(source)")
                let verdict = try Verdict(there)
                #expect(verdict.findings == [], "\(source)")
            }
        }
    }
}
