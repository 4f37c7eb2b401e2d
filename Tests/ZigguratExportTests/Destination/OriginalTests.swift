import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

@Suite("The source in the export")
struct OriginalTests {
    @Test(
        "The original is copied byte for byte, and a missing copy is reported",
        arguments: [ExportSettings.Fixity.none, .checksums, .bag])
    func isThere(fixity: ExportSettings.Fixity) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("50% #1.jpg")
            let exporter = shop.exporter([.dzi, .xyz]) {
                $0.includesSource = true
                $0.fixity = fixity
            }
            let result = try exporter.export(picture)
            let place = (fixity == .bag ? "data/" : "") + "original/50% #1.jpg"
            let copy = URL(filePath: result.folder).appending(path: place)
            #expect(try Data(contentsOf: copy) == Data(contentsOf: URL(filePath: picture)))
            #expect(try Verdict(shop.output).findings == [])
            #expect(try exporter.export(picture).outcome == .upToDate)
            // The copy stays unless the export is replaced.
            #expect(try exporter.plan(picture).settings.includesSource)
            #expect(try shop.exporter([.dzi, .xyz]).plan(picture).settings.includesSource)
            let replaced = try shop.exporter { $0.replaces = true }.plan(picture)
            #expect(!replaced.settings.includesSource)

            try Data("short".utf8).write(to: copy)
            #expect(try Verdict(shop.output).findings.contains { $0.kind == .manifest })
            try FileManager.default.removeItem(at: copy)
            #expect(try Verdict(shop.output).findings.contains { $0.kind == .missingFile })
        }
    }

    @Test("Exports in containers have a copy of the original, too")
    func besideContainers() async throws {
        try await Workshop.with { shop in
            let exporter = shop.exporter([.dzi]) {
                $0.includesSource = true
                $0.container = .zip
            }
            let folder = try exporter.export(try await shop.picture()).folder
            #expect(FileManager.default.fileExists(atPath: "\(folder)/original/photo.jpg"))
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test("A pin outside the image is rejected")
    func pinsOutside() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture(width: 600, height: 400)
            for (x, y, isFine) in [(600.0, 400.0, true), (601, 10, false), (10, -1, false)] {
                let exporter = shop.exporter {
                    $0.annotations = [Annotation(label: "Pin", point: .init(x: x, y: y))]
                }
                if isFine {
                    #expect(try exporter.plan(picture).settings.annotations.count == 1)
                } else {
                    let error = #expect(throws: ZigguratError.self) { try exporter.plan(picture) }
                    #expect(
                        error?.reason as? OptionError
                            == .annotationOutside(
                                label: "Pin", x: x, y: y,
                                image: PixelSize(width: 600, height: 400)))
                }
            }
        }
    }
}
