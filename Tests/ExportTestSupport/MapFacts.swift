import Foundation
import TestSupport
import ZigguratKit

/// The contents of a map, as SQLite, the package `pmtiles` and Python read them.
struct MapFacts: Decodable, Equatable {
    /// The checksums of the tiles by `z/x/y`, rows from the top.
    var tiles: [String: String]
    /// West, south, east and north.
    var bounds: [Double]?
    var center: [Double]?
    var zooms: [Int]?
    var format: String
    /// The compression of the tiles in PMTiles.
    var compression: String?
    /// The address of tiles in TileJSON.
    var template: String?
    /// Whether the map has Ziggurat's mark.
    var isRepacked: Bool
    var fields: JSONValue

    /// - Parameter scheme: the scheme of a folder.
    init(_ place: String, scheme: String = "xyz") async throws {
        let helper = Repository.root.appending(path: "Tests/TestSupport/Helpers/map-tiles.py")
        let result = try await Judge.run(
            script: try String(contentsOf: helper, encoding: .utf8), [place, scheme]
        ).orThrow()
        self = try JSONDecoder().decode(MapFacts.self, from: Data(result.output.utf8))
    }

    /// The largest difference between the edges of two bounds, in degrees.
    func distance(to bounds: [Double]) -> Double {
        guard let own = self.bounds, own.count == 4, bounds.count == 4 else { return .infinity }
        return zip(own, bounds).map { abs($0 - $1) }.max() ?? .infinity
    }
}

/// Maps that GDAL writes.
enum DrawnMap {
    /// A GeoTIFF of 600 × 400 pixels, 10–12° E and 50–51° N; `margin.tif` has a transparent margin of
    /// several tiles.
    static func with(
        _ body: (Workshop) async throws -> Void
    ) async throws {
        try await Workshop.with { shop in
            let photo = try await shop.picture("photo.png")
            try await run(
                shop, "gdal_translate -q -a_srs EPSG:4326 -a_ullr 10 51 12 50 \(photo) @photo.tif")
            try await body(shop)
        }
    }

    /// Runs a command in which `@` stands for the folder.
    static func run(_ shop: Workshop, _ words: String) async throws {
        let words: [String] = words.split(separator: " ").map {
            String($0).replacing("@", with: "\(shop.folder.path)/")
        }
        try await Shell.run(words[0], Array(words.dropFirst())).orThrow()
    }

    /// Runs statements on a database.
    static func sql(_ shop: Workshop, _ place: String, _ statements: String) async throws {
        try await Shell.run("sqlite3", [place, statements]).orThrow()
    }
}
