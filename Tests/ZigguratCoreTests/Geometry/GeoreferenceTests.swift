import Foundation
import Testing

@testable import ZigguratCore

@Suite("Georeferences")
struct GeoreferenceTests {
    private static let northUp: [Double] = [100, 2, 0, 500, 0, -2]

    @Test(
        "A scaled part of a georeferenced image has its own transform",
        arguments: [
            (
                PixelRegion(x: 0, y: 0, width: 40, height: 20), PixelSize(width: 40, height: 20),
                northUp
            ),
            (
                PixelRegion(x: 10, y: 5, width: 20, height: 10), PixelSize(width: 20, height: 10),
                [120, 2, 0, 490, 0, -2]
            ),
            (
                PixelRegion(x: 10, y: 5, width: 20, height: 10), PixelSize(width: 10, height: 10),
                [120, 4, 0, 490, 0, -2]
            ),
        ])
    func part(region: PixelRegion, size: PixelSize, expected: [Double]) throws {
        let whole = try #require(Georeference(system: "EPSG:3006", transform: Self.northUp))
        let part = try #require(whole.of(region, in: size))
        #expect(part == Georeference(system: "EPSG:3006", transform: expected))
    }

    @Test(
        arguments: [
            (northUp, [100, 460, 180, 500]), ([0, 0, 1, 0, 1, 0], [0, 0, 20, 40]),
            ([0, 1, 1, 0, 1, -1], [0, -20, 60, 40]),
        ])
    func bounds(transform: [Double], expected: [Double]) throws {
        let place = try #require(Georeference(system: nil, transform: transform))
        #expect(place.bounds(of: PixelSize(width: 40, height: 20)) == expected)
    }

    @Test(
        "An invalid transform is rejected",
        arguments: ["[1,2,3]", "[0,1,0,0,0,0]", "[0,1e300,0,0,0,1e300]", "[]", "[0,2,4,0,1,2]"])
    func refused(transform: String) {
        let document = Data("{\"crs\":\"EPSG:1\",\"transform\":\(transform)}".utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Georeference.self, from: document)
        }
    }
}
