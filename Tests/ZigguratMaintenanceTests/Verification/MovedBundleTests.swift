import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// A bundle can be moved, renamed and sent alone. If its other files do not describe the bundle,
/// `ziggurat-bundle.json` describes it.
@Suite("Bundles away from their export")
struct MovedBundleTests {
    private static let record = "ziggurat-bundle.json"

    /// Exports an image of 1024 × 768 pixels with much background, and moves the bundle away.
    private static func moved(
        _ layout: any Layout, in shop: Workshop, change: (inout Exporter.Options) -> Void = { _ in }
    ) async throws -> (path: String, bundle: Manifest.Bundle) {
        let image = try await SpottedPicture.write(to: shop.folder["photo.png"])
        let result = try shop.exporter([layout]) {
            $0.tiling.tileSize = layout.rules.wholeLevels ? nil : 256
            change(&$0)
        }.export(image)
        #expect(try Verdict(shop.output).findings == [])
        let bundle = try #require(result.manifest.bundles.first)
        let path = shop.folder["moved"].path
        try FileManager.default.moveItem(atPath: "\(result.folder)/\(bundle.path)", toPath: path)
        return (path, bundle)
    }

    private static let unusual: [(name: String, settings: [String: String])] = [
        ("xyz", [:]), ("tms", [:]), ("google", [:]), ("zoomify", [:]),
        ("template", ["naming": "{name}/{z}/{x}_{y}.{ext}"]), ("xyz", ["scales": "1,2"]),
        ("google", ["centre": "true"]), ("ldo", ["scales": "1,2,3"]), ("photoscroller", [:]),
        ("legacy", [:]),
    ]

    @Test(
        "A moved bundle is recognised, a missing tile reported, and repacking keeps its files",
        arguments: unusual)
    func known(name: String, settings: [String: String]) async throws {
        let layout = try #require(Formats.standard.layout(named: name)).with(settings)
        try await Workshop.with { shop in
            let (path, bundle) = try await Self.moved(layout, in: shop) { $0.blankTolerance = 0 }
            let verdict = try Verdict(path)
            #expect(verdict.findings == [] && verdict.notes == [])
            #expect(verdict.summaries.map(\.tiles) == [bundle.tiles])
            #expect(verdict.summaries.map(\.size) == [PixelSize(width: 1024, height: 768)])

            let there = shop.folder["there"].path
            let repacker = Repacker(
                path, to: there, options: Repacker.Options(container: .zip, name: "new"))
            let again = try repacker.run(try repacker.plan()).manifest.bundles[0]
            #expect((again.layout, again.tiles) == (bundle.layout, bundle.tiles))
            #expect(again.absent == bundle.absent && again.tiling == bundle.tiling)
            #expect(try Verdict(there).findings == [])

            let tiles = try FolderListing.files(in: URL(filePath: path)).filter {
                $0.hasSuffix(".jpg") && !$0.hasPrefix("viewer/") || $0.hasSuffix(".png")
                    || $0.hasSuffix(".jpeg")
            }
            let tile = try #require(tiles.max())
            try FileManager.default.removeItem(atPath: "\(path)/\(tile)")
            let less = try Verdict(path)
            #expect(less.kinds == [.missingTile] && less.findings.count == 1)
        }
    }

    /// If tiles are cropped, the grid of TMS begins at the top, so `xyz` can use the tiles.
    @Test(
        "A cropped TMS bundle is repacked to xyz",
        arguments: [(1000, 700), (768, 768), (300, 1280), (90, 40)])
    func croppedTMS(width: Int, height: Int) async throws {
        try await Workshop.with { shop in
            let result = try shop.exporter([.tms, .xyz]) {
                $0.tiling.edge = .crop
            }.export(try await shop.picture(width: width, height: height))
            #expect(try Verdict(shop.output).findings == [])
            let path = shop.folder["moved"].path
            try FileManager.default.moveItem(atPath: "\(result.folder)/tms", toPath: path)
            let verdict = try Verdict(path)
            #expect(verdict.findings == [] && verdict.notes == [])
            #expect(verdict.summaries.map(\.tiles) == [result.manifest.bundles[0].tiles])

            let there = shop.folder["there"].path
            let repacker = Repacker(
                path, to: there, options: Repacker.Options(layouts: [.xyz], name: "photo"))
            let again = try repacker.run(try repacker.plan())
            #expect(try Verdict(there).findings == [])
            let tiles = { (folder: String) in
                let paths = try FolderListing.files(in: URL(filePath: folder)).filter {
                    $0.hasSuffix(".jpg") && !$0.hasPrefix("viewer/")
                }
                return Dictionary(
                    uniqueKeysWithValues: try paths.map {
                        ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))
                    })
            }
            let xyz = try tiles("\(result.folder)/xyz")
            #expect(!xyz.isEmpty)
            #expect(try tiles("\(again.folder)/xyz") == xyz)
        }
    }

    @Test("Padded TMS tiles begin at another corner than tiles of xyz")
    func paddedTMS() async throws {
        try await Workshop.with { shop in
            let result = try shop.exporter([.tms]).export(
                try await shop.picture(width: 1000, height: 700))
            let error = #expect(throws: ZigguratError.self) {
                try Repacker(
                    result.folder, to: shop.folder["there"].path,
                    options: Repacker.Options(layouts: [.xyz])
                ).plan()
            }
            guard
                case .needsEncoding(_, _, to: "xyz", .gridOrigin) = error?.reason as? RepackError
            else {
                Issue.record("another failure: \(String(describing: error))")
                return
            }
        }
    }

    @Test("Requested levels stay after moving and repacking")
    func levels() async throws {
        try await Workshop.with { shop in
            let (path, bundle) = try await Self.moved(.photoscroller, in: shop) {
                $0.levels.depth = .levels(2)
            }
            #expect(bundle.levels == 2)
            #expect(try Verdict(path).summaries.map(\.levels) == [2])
            let there = shop.folder["there"].path
            let repacker = Repacker(path, to: there, options: Repacker.Options())
            #expect(try repacker.run(try repacker.plan()).manifest.bundles.map(\.levels) == [2])
            #expect(try Verdict(there).findings == [])
        }
    }

    @Test("A file in place of a skipped tile is unexpected")
    func tooMuch() async throws {
        try await Workshop.with { shop in
            let (path, _) = try await Self.moved(.xyz, in: shop) { $0.blankTolerance = 0 }
            try FileManager.default.copyItem(
                atPath: "\(path)/2/1/1.jpg", toPath: "\(path)/2/1/2.jpg")
            #expect(try Verdict(path).kinds == [.extraFile])
        }
    }

    @Test(
        "A missing file of the app's layout is reported",
        arguments: [
            ("photo_Placeholder.jpg", Verification.Finding.Kind.missingTile),
            ("imageInfo.plist", .missingFile),
            ("README.txt", .missingFile),
        ])
    func companions(file: String, kind: Verification.Finding.Kind) async throws {
        try await Workshop.with { shop in
            let (path, _) = try await Self.moved(.tilemanager, in: shop)
            try FileManager.default.removeItem(atPath: "\(path)/\(file)")
            #expect(try Verdict(path).kinds == [kind])
        }
    }

    @Test(
        "An invalid record is reported",
        arguments: [
            ("", ""), ("\"format\" : 2", "\"format\" : 99"), ("\"width\" : 1024", "\"width\" : 0"),
            ("\"layout\" : \"jctiled\"", "\"layout\" : \"nothing\""),
            ("\"edge\" : \"crop\"", "\"edge\" : \"bend\""),
            ("\"files\" :", "\"absent\" : [{\"level\" : 0, \"runs\" : [0, 2]}], \"files\" :"),
            ("\"files\" :", "\"absent\" : [{\"level\" : 9, \"runs\" : [0, 1]}], \"files\" :"),
        ])
    func broken(part: String, instead: String) async throws {
        try await Workshop.with { shop in
            let (path, _) = try await Self.moved(.jctiled, in: shop)
            let file = URL(filePath: "\(path)/\(Self.record)")
            let text = try String(contentsOf: file, encoding: .utf8)
            let changed = part.isEmpty ? "" : text.replacing(part, with: instead)
            #expect(changed != text)
            try Data(changed.utf8).write(to: file)
            let finding = try #require(try Verdict(path).findings.first)
            #expect(finding.place == file.path && finding.kind == .descriptor)
            #expect(finding.reason as? PyramidError == .invalidRecord)
            let error = #expect(throws: ZigguratError.self) {
                try Repacker(
                    path, to: shop.folder["there"].path, options: Repacker.Options()
                ).plan()
            }
            #expect(error?.subject == file.path)
        }
    }

    @Test("A bundle whose other files describe it has no record")
    func notNeeded() async throws {
        try await Workshop.with { shop in
            let layouts: [any Layout] = [.dzi, .xyz, .tms, .google, .zoomify, .iiif, .iiif3]
            let result = try shop.exporter(layouts).export(try await shop.picture())
            #expect(
                try shop.folder.files(under: "Output").filter { $0.hasSuffix(Self.record) } == [])
            #expect(result.manifest.bundles.count == 7)
        }
    }
}
