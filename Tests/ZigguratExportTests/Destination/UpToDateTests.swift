import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// An export that is up to date is kept; any other export is replaced.
@Suite struct UpToDateTests {
    @Test func whatIsUpToDateIsLeftAlone() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let exporter = shop.exporter([.dzi, .iiif3])
            let first = try exporter.export(image)
            let stamps = try FileStamp.all(in: first.folder)
            let second = try exporter.export(image)
            #expect(second.outcome == .upToDate && second.manifest == first.manifest)
            #expect(second.folder == first.folder && second.notes == first.notes)
            #expect(try FileStamp.all(in: first.folder) == stamps)
            // The number of threads and the order of the layouts do not matter.
            let third = try shop.exporter([.iiif3, .dzi]) { $0.threadCount = 1 }.export(image)
            #expect(third.outcome == .upToDate)

            // The negative control: after its removal, an export is written with other file stamps.
            try FileManager.default.removeItem(atPath: first.folder)
            let new = try shop.exporter([.dzi, .iiif3]).export(image)
            #expect(new.outcome == .exported && new.manifest == first.manifest)
            let newStamps = try FileStamp.all(in: first.folder)
            #expect(Set(newStamps.keys) == Set(stamps.keys))
            #expect(Set(newStamps.values).isDisjoint(with: stamps.values))
        }
    }

    enum Change: String, CaseIterable, CustomTestStringConvertible {
        case sourceTime, sourceBytes, layout, quality, format, tileSize, title, background,
            baseURL, viewer, leaflet, assets, container, alpha
        var testDescription: String { rawValue }

        func apply(to options: inout Exporter.Options) {
            switch self {
            case .sourceTime, .sourceBytes: break
            case .layout: options.layouts = [.dzi, .xyz, .iiif3]
            case .quality: options.tiling.encoding = TileEncoding(.jpeg, quality: 60)
            case .format: options.tiling.encoding = TileEncoding(.png)
            case .tileSize: options.tiling.tileSize = 128
            case .title: options.caption.title = "Another"
            case .background: options.background = RGBColor(red: 1, green: 2, blue: 3)
            case .baseURL: options.baseURL = "https://example.org"
            case .viewer: options.viewer = .none
            case .leaflet: (options.viewer, options.layouts) = (.leaflet, [.xyz])
            case .assets: options.pageAssets = .page
            case .container: options.container = .zip
            case .alpha: options.alpha = .flatten
            }
        }
    }

    @Test(arguments: Change.allCases) func whatDiffersIsReplaced(change: Change) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let first = try shop.exporter([.dzi, .xyz]).export(image)
            let stamps = try FileStamp.all(in: first.folder)
            if change == .sourceTime {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
                    ofItemAtPath: image)
            }
            if change == .sourceBytes {
                try FileManager.default.removeItem(atPath: image)
                _ = try await shop.picture(width: 301, height: 200)
            }
            let exporter = shop.exporter([.dzi, .xyz]) { change.apply(to: &$0) }
            let second = try exporter.export(image)
            #expect(second.outcome == .exported)
            #expect(second.manifest != first.manifest)
            #expect(try FileStamp("\(first.folder)/ziggurat.json") != stamps["ziggurat.json"])
            #expect(try Verdict(second.folder).findings == [])
            #expect(try BundleAudit.complaints(of: second.folder, second.manifest) == [])
            #expect(shop.outputNames() == ["photo"])
            #expect(try exporter.export(image).outcome == .upToDate)
        }
    }

    /// Manifests of Ziggurat's exports in other formats than the current format.
    @Test(arguments: [
        #"{"format": 0, "generator": "Ziggurat 0.0.1"}"#,
        #"{"format": 4, "generator": "Ziggurat 9.0.0", "name": 7, "bundles": "none"}"#,
        #"{"format": 1, "generator": "Ziggurat 0.1.0", "name": "photo"}"#,
        #"{"format": 2, "generator": "Ziggurat 0.1.0", "name": "photo"}"#,
    ])
    func anExportOfAnotherFormatIsReplaced(manifest: String) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            try shop.folder.write(manifest, to: "Output/photo/ziggurat.json")
            try shop.folder.write("old", to: "Output/photo/dzi/old.txt")
            #expect(try shop.exporter().exports() == [])
            let result = try shop.exporter().export(image)
            #expect(result.outcome == .exported)
            #expect(try BundleAudit.complaints(of: result.folder, result.manifest) == [])
            #expect(try shop.exporter().exports().map(\.name) == ["photo"])
            #expect(shop.outputNames() == ["photo"])
        }
    }

    @Test func anotherFormatNumberAloneIsOutOfDate() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let folder = try shop.exporter().export(image).folder
            let file = URL(filePath: "\(folder)/ziggurat.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            let changed = text.replacing(/"format"\s*:\s*3(?=[,\s])/, with: #""format": 7"#)
            #expect(changed != text)
            try changed.write(to: file, atomically: true, encoding: .utf8)
            #expect(try shop.exporter().export(image).outcome == .exported)
        }
    }
}
