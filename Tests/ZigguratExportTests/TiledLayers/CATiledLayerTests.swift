import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ZigguratFormats

/// The bundle as a plain `CATiledLayer` reads it, with the code of “Subduing CATiledLayer”.
@Suite struct CATiledLayerTests {
    @Test(arguments: TiledLayerBundle.sizes)
    func `The app finds every tile and shows the image`(_ width: Int, _ height: Int) async throws {
        try await TiledLayerBundle.with(.catiledlayer, width: width, height: height) { bundle in
            let view = TiledLayerView(width: Double(width), height: Double(height), tileSize: 256)
            let prefix = try #require(try bundle.number("prefix"))
            let outcome = try await view.drawn(scale: 1, from: bundle.folder) { rect in
                let columns = Int(rect.x / 256)...Int((rect.maxX - 1) / 256)
                let rows = Int(rect.y / 256)...Int((rect.maxY - 1) / 256)
                return rows.flatMap { row in
                    columns.map { column in
                        let tile = TiledLayerView.Rect(
                            x: 256 * Double(column), y: 256 * Double(row), width: 256, height: 256)
                        return TiledLayerView.Drawing(
                            path: "\(prefix)\(column)_\(row).png",
                            rect: tile.intersection(view.bounds))
                    }
                }
            }
            #expect(outcome.missing == [] && outcome.misplaced == [])
            let picture = try #require(outcome.picture)
            #expect(try picture.difference(from: bundle.level(0)).largest == 0)
            // Besides the tiles, the bundle has only two files that describe it.
            let tiles = ((width + 255) / 256) * ((height + 255) / 256)
            #expect(try FolderListing.files(in: bundle.folder).count == tiles + 2)
        }
    }

    @Test func `Requests for smaller levels are rejected`() throws {
        #expect(throws: ZigguratError.self) {
            try CATiledLayerLayout().check(Tiling.Request(), Pyramid.LevelRequest(depth: .oneTile))
        }
        #expect(throws: ZigguratError.self) {
            try CATiledLayerLayout().check(Tiling.Request(), Pyramid.LevelRequest(minimumLevel: 0))
        }
    }
}
