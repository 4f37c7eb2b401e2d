import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

/// An export that other runs change while a run adds a layout.
@Suite struct AddingMeanwhileTests {
    @Test("A run starts over if another run adds a layout meanwhile")
    func race() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            try shop.exporter([.dzi]).export(image)
            var others = [[any Layout]]([[.iiif3]])
            let result = try shop.exporter([.xyz]).export(image) { _ in
                guard let layouts = others.popLast() else { return }
                _ = try? shop.exporter(layouts).export(image)
            }
            #expect(Set(result.manifest.bundles.map(\.layout)) == ["dzi", "iiif3", "xyz"])
            #expect(try Verdict(result.folder).findings == [])
            #expect(shop.outputNames() == ["photo"])
        }
    }

    @Test("A run fails if other runs change the export twice meanwhile")
    func twoRaces() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            try shop.exporter([.dzi]).export(image)
            var others = [[any Layout]]([[.zoomify], [.iiif3]])
            var rowsRead = Int.max
            let error = try #require(throws: ZigguratError.self) {
                try shop.exporter([.xyz]).export(image) { step in
                    // The other run adds its layout once in each attempt.
                    defer { rowsRead = step.rowsRead }
                    guard step.rowsRead < rowsRead, let layouts = others.popLast() else { return }
                    _ = try? shop.exporter(layouts).export(image)
                }
            }
            guard case .changedMeanwhile = error.reason as? DestinationError else {
                Issue.record("\(error)")
                return
            }
            let left = try shop.exporter().exports().first?.bundles.map(\.layout) ?? []
            #expect(Set(left) == ["dzi", "iiif3", "zoomify"])
            #expect(shop.outputNames() == ["photo"])
        }
    }

    @Test("A quality and a text that other runs set meanwhile are kept")
    func otherChanges() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            try shop.exporter([.dzi]).export(image)
            var changes = 0
            let result = try shop.exporter([.xyz]).export(image) { _ in
                guard changes == 0 else { return }
                changes += 1
                _ = try? shop.exporter([.dzi]) {
                    $0.tiling.encoding = TileEncoding(.jpeg, quality: 50)
                }.export(image)
                _ = shop.exporter { $0.caption.title = "Another title" }.describe { _ in }
            }
            #expect(result.manifest.settings.caption.title == "Another title")
            #expect(Set(result.manifest.bundles.map(\.layout)) == ["dzi", "xyz"])
            #expect(try Verdict(result.folder).findings == [])
        }
    }
}
