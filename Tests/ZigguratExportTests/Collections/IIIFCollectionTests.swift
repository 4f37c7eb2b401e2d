import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

@Suite("The IIIF collection of a destination")
struct IIIFCollectionTests {
    private static func collection(_ shop: Workshop) throws -> JSONValue {
        try document(shop, "collection.json")
    }

    private static func document(_ shop: Workshop, _ path: String) throws -> JSONValue {
        try JSONDecoder().decode(
            JSONValue.self, from: Data(contentsOf: shop.folder["Output/\(path)"]))
    }

    @Test("The collection lists every manifest and is removed with the last one")
    func follows() async throws {
        try await Workshop.with { shop in
            let base = "https://example.org/maps"
            for (name, layouts) in [
                ("a", [.iiif, .iiif3] as [any Layout]), ("b & c", [.iiif]), ("d", [.dzi]),
            ] {
                let exporter = shop.exporter(layouts) {
                    $0.baseURL = base
                    $0.viewer = .none
                    if name == "a" { $0.caption = Caption(title: "The \"A\"") }
                }
                try exporter.export(
                    try await shop.picture("\(name).png", width: 300, height: 200))
            }
            let exporter = Exporter(destination: shop.output)
            let entries = try exporter.writeCollections()
            #expect(entries.map(\.name) == ["iiif"] && entries.map(\.items) == [2])
            #expect(try exporter.collections() == entries)
            let collection = try Self.collection(shop)
            #expect(collection["id"].string == "\(base)/collection.json")
            #expect(collection["type"].string == "Collection")
            let items = collection["items"].array ?? []
            #expect(
                items.map { $0["id"].string } == [
                    "\(base)/a/iiif3/manifest.json", "\(base)/b%20%26%20c/iiif/manifest.json",
                ])
            #expect(items.map { $0["label"]["none"][0].string } == ["The \"A\"", "b & c"])
            #expect(
                items.map { $0["thumbnail"][0]["id"].string } == [
                    "\(base)/a/thumbnail.jpg", "\(base)/b%20%26%20c/thumbnail.jpg",
                ])
            // The collection names each manifest by the manifest's own identifier.
            for (item, path) in zip(items, ["a/iiif3", "b & c/iiif"]) {
                let manifest = try Self.document(shop, "\(path)/manifest.json")
                #expect(item["id"] == manifest["id"])
                #expect(item["label"] == manifest["label"])
            }
            #expect(try Verdict(shop.output).findings == [])
            let stamp = try FileStamp("\(shop.output)/collection.json")
            try exporter.writeCollections()
            #expect(try FileStamp("\(shop.output)/collection.json") == stamp)
            try exporter.remove("a")
            #expect(try Verdict(shop.output).kinds == [.descriptor])
            try exporter.writeCollections()
            #expect(try Self.collection(shop)["items"].array?.count == 1)
            try exporter.remove("b & c")
            #expect(try exporter.writeCollections() == [])
            #expect(shop.outputNames() == ["d"])
        }
    }

    @Test("Manifests in bags are listed, and archives have no collection")
    func places() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let bag = shop.exporter([.iiif3]) {
                $0.fixity = .bag
                $0.viewer = .none
            }
            try bag.export(image)
            try bag.writeCollections()
            #expect(
                try Self.collection(shop)["items"][0]["id"].string
                    == "http://localhost:8000/photo/data/iiif3/manifest.json")
            let zip = shop.exporter([.iiif3]) { ($0.container, $0.replaces) = (.zip, true) }
            try zip.export(image)
            #expect(try zip.writeCollections() == [])
        }
    }
}
