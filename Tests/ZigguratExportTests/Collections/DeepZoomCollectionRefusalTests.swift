import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Destinations in which a Deep Zoom collection is not written.
@Suite struct DeepZoomCollectionRefusalTests {
    @Test("Containers and forms that a collection cannot use are refused")
    func refusals() async throws {
        try await Workshop.with { shop in
            let zip = DeepZoomCollectionTests.exporter(shop) { $0.container = .zip }
            var error = #expect(throws: ZigguratError.self) { try zip.checkOptions() }
            #expect(
                error?.reason as? ContainerError
                    == .unsupportedLayout("dzc", container: "zip", supported: ["folder"]))
            let json = DeepZoomCollectionTests.exporter(shop) {
                $0.layouts = [DeepZoomLayout(forms: [.json])]
            }
            error = #expect(throws: ZigguratError.self) { try json.checkOptions() }
            #expect(
                error?.reason as? LayoutError == .invalidSetting("dzi-forms", value: "json"))
            // An export with the reserved name of the collection is refused.
            let image = try await shop.picture("dzc.jpg", width: 30, height: 20)
            error = #expect(throws: ZigguratError.self) { try shop.exporter().export(image) }
            #expect(error?.reason as? ExportNamingError == .reserved("dzc"))
        }
    }

    @Test("A folder of another program is kept")
    func foreign() async throws {
        try await Workshop.with { shop in
            try shop.folder.write("mine", to: "Output/dzc/notes.txt")
            try shop.folder.write("{}", to: "Output/collection.json")
            let image = try await shop.picture(width: 30, height: 20)
            let exporter = DeepZoomCollectionTests.exporter(shop) {
                $0.layouts = [.dzi, .iiif3]
                $0.tiling = Tiling.Request()
            }
            try exporter.export(image)
            let result = try exporter.updateCollections()
            #expect(result.entries == [] && result.notes.count == 2)
            #expect(try shop.folder.files(under: "Output/dzc") == ["notes.txt"])
        }
    }
}
