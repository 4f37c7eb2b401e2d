import Foundation
import TestSupport
import Testing
import ZigguratKit

/// OpenLayers, Leaflet and OpenSeadragon request only files that exist, and request all files of
/// plain grids.
@Suite struct MapClientTests {
    /// A client, the layout that it loads, and whether it requests all files of the layout.
    struct Client: Sendable, CustomTestStringConvertible {
        let name: String
        let layout: any Layout
        var facts: [String: JSONValue] = [:]
        var asksForAll = true

        var testDescription: String { "\(name) \(layout.name)" }
    }

    static func clients() throws -> [Client] {
        [
            Client(name: "OpenLayers xyz", layout: .xyz),
            Client(name: "OpenLayers tms", layout: .tms),
            // This client numbers tiles as Zoomify does, and also requests tiles of half pixels.
            Client(
                name: "OpenLayers zoomify", layout: .zoomify, facts: ["rounding": "truncated"],
                asksForAll: false),
            Client(
                name: "OpenLayers zoomify", layout: .zoomify(rounding: .up),
                facts: ["rounding": "default"]),
            Client(name: "OpenLayers iiif", layout: .iiif, asksForAll: false),
            Client(name: "OpenLayers iiif", layout: .iiif3, asksForAll: false),
            Client(name: "Leaflet xyz", layout: .xyz), Client(name: "Leaflet tms", layout: .tms),
            Client(name: "OpenSeadragon tms", layout: .tms),
            Client(
                name: "OpenSeadragon template",
                layout: try TemplateLayout("t/{z}-{x:03}_{y}.{ext}")),
        ]
    }

    /// The files of a bundle, and the facts that a page passes to the client.
    private static func bundle(
        _ layout: any Layout, _ width: Int, _ height: Int
    ) throws -> (files: Set<String>, facts: [String: JSONValue]) {
        let pyramid = try layout.pyramid(
            name: "photo", imageSize: PixelSize(width: width, height: height),
            tiling: Tiling.Request(tileSize: 256))
        var files: Set<String> = []
        for pyramid in layout.pyramids(with: pyramid) {
            for tile in pyramid.tiles where layout.isWritten(tile) {
                files.insert(layout.naming.path(of: tile))
                files.formUnion(layout.aliases(of: tile))
            }
        }
        for image in layout.wholeImages(of: pyramid) { files.formUnion(image.paths) }
        let description = BundleDescription(
            layout: "", folder: "", pyramid: pyramid,
            baseURL: String(ClientProbe.base.dropLast()))
        var facts: [String: JSONValue] = [
            "width": .number(Double(width)), "height": .number(Double(height)),
            "zoom": .number(Double(pyramid.levels.count - 1)),
        ]
        for file in try layout.descriptors(of: description) where file.path == "info.json" {
            // The probe uses addresses without the name of the image.
            let text = String(decoding: file.bytes, as: UTF8.self)
                .replacing("\(ClientProbe.base)photo", with: "\(ClientProbe.base.dropLast())")
            facts["info"] = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        }
        return (files, facts)
    }

    @Test func everyAddressIsThere() async throws {
        try await ClientProbe.with { probe in
            for client in try Self.clients() {
                for (width, height) in AddressTests.sizes {
                    let (files, facts) = try Self.bundle(client.layout, width, height)
                    let asked = try await probe.paths(
                        client.name, facts.merging(client.facts) { first, _ in first })
                    let place = "\(client.testDescription), \(width) × \(height)"
                    #expect(!asked.isEmpty && asked.subtracting(files) == [], "\(place)")
                    if client.asksForAll {
                        #expect(files.subtracting(asked) == [], "\(place)")
                    }
                }
            }
            try await controls(probe)
        }
    }

    /// Cropped tiles lie at the places where clients that count rows from the bottom show them.
    @Test func croppedTMS() async throws {
        try await ClientProbe.with { probe in
            for (width, height) in [(300, 600), (1027, 700)] {
                try await TemporaryFolder.with { folder in
                    let file = try await TestPicture(width: width, height: height).write(
                        to: folder["photo.png"])
                    var levels = [try await PixelPicture.read(file)]
                    while max(levels[0].width, levels[0].height) > 256 {
                        levels.insert(levels[0].reduced(by: 2), at: 0)
                    }
                    for edge in [Tiling.Edge.crop, .pad] {
                        try await Publication.export(
                            [file], to: folder[edge.rawValue],
                            options: Exporter.Options(
                                layouts: [.tms],
                                tiling: Tiling.Request(edge: edge, encoding: TileEncoding(.png)),
                                viewer: .none))
                    }
                    for client in ["OpenLayers tms", "Leaflet tms", "OpenSeadragon tms"] {
                        let places = try await probe.places(
                            client,
                            [
                                "width": .number(Double(width)), "height": .number(Double(height)),
                                "zoom": .number(Double(levels.count - 1)),
                            ])
                        let faults = try await Self.faults(
                            places, levels, in: folder["crop/photo/tms"])
                        #expect(faults == [], "\(client), \(width) × \(height)")
                        // The negative control: padded tiles lie further up.
                        let others = try await Self.faults(
                            places, levels, in: folder["pad/photo/tms"])
                        #expect(!others.isEmpty, "\(client), \(width) × \(height)")
                    }
                }
            }
        }
    }

    /// The tiles whose pixels differ from the image at the place where a client shows them.
    private static func faults(
        _ places: Set<ClientProbe.Place>, _ levels: [PixelPicture], in bundle: URL
    ) async throws -> [String] {
        let places = places.sorted { $0.path < $1.path }
        let tiles = try await PixelPicture.read(
            places.map { bundle.appending(path: $0.path.replacing(".jpg", with: ".png")) })
        return zip(places, tiles).filter { place, tile in
            let level = levels[place.level]
            let (width, height) = (
                min(256, level.width - place.x), min(256, level.height - place.y)
            )
            guard tile.width >= width, tile.height >= height else { return true }
            return tile.cropped(x: 0, y: 0, width: width, height: height)
                != level.cropped(x: place.x, y: place.y, width: width, height: height)
        }.map(\.0.path)
    }

    /// The negative controls: wrong facts, and files of another rounding.
    private func controls(_ probe: ClientProbe) async throws {
        let (xyz, facts) = try Self.bundle(.xyz, 1027, 700)
        for client in ["OpenLayers xyz", "Leaflet xyz"] {
            let asked = try await probe.paths(client, facts)
            #expect(asked == xyz)
            let wrong = try await probe.paths(
                client, facts.merging(["width": 1300]) { $1 })
            #expect(!wrong.subtracting(xyz).isEmpty, "\(client)")
        }
        // 700 pixels are three rows. Counting from the bottom changes the numbers, but not the set
        // of paths.
        let tms = try await probe.paths("OpenLayers tms", facts)
        #expect(tms == xyz)
        let (ceil, other) = try Self.bundle(.zoomify(rounding: .up), 513, 513)
        let asked = try await probe.paths(
            "OpenLayers zoomify", other.merging(["rounding": "truncated"]) { $1 })
        #expect(asked != ceil)
    }
}
