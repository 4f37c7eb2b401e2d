import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ZigguratFormats

/// The bundle as Apple's PhotoScroller reads it.
@Suite struct PhotoScrollerTests {
    /// `TilingView.drawRect:` and `tileForScale:row:col:`, rewritten: the columns and rows that
    /// meet the rectangle, and the tile's name for each.
    static func drawings(
        _ rect: TiledLayerView.Rect, scale: Double, in view: TiledLayerView, name: String = "photo"
    ) -> [TiledLayerView.Drawing] {
        let side = view.tileSize / scale
        let height = (view.tileHeight ?? view.tileSize) / scale
        let columns =
            Int((rect.x / side).rounded(.down))...Int(((rect.maxX - 1) / side).rounded(.down))
        let rows =
            Int((rect.y / height).rounded(.down))...Int(((rect.maxY - 1) / height).rounded(.down))
        return rows.flatMap { row in
            columns.map { column in
                let tile = TiledLayerView.Rect(
                    x: side * Double(column), y: height * Double(row), width: side, height: height)
                return TiledLayerView.Drawing(
                    path: "\(name)_\(Int(scale * 1000))_\(column)_\(row).png",
                    rect: tile.intersection(view.bounds))
            }
        }
    }

    @Test(arguments: TiledLayerBundle.sizes)
    func `The app finds every tile and shows the image`(_ width: Int, _ height: Int) async throws {
        try await TiledLayerBundle.with(.photoscroller, width: width, height: height) { bundle in
            let view = TiledLayerView(
                width: Double(width), height: Double(height), tileSize: 256)
            #expect(try bundle.number("levels of detail") == "4")
            for (reduction, scale) in [1, 0.5, 0.25, 0.125].enumerated() {
                let outcome = try await view.drawn(scale: scale, from: bundle.folder) {
                    Self.drawings($0, scale: scale, in: view)
                }
                #expect(outcome.missing == [] && outcome.misplaced == [], "\(scale)")
                let picture = try #require(outcome.picture)
                #expect(try picture.difference(from: bundle.level(reduction)).largest == 0)
            }
        }
    }

    /// The negative control: a missing tile, and a tile in another tile's place.
    @Test func `The comparison detects a wrong tile`() async throws {
        try await TiledLayerBundle.with(.photoscroller, width: 600, height: 300) { bundle in
            let view = TiledLayerView(width: 600, height: 300, tileSize: 256)
            let look = {
                try await view.drawn(scale: 1, from: bundle.folder) {
                    Self.drawings($0, scale: 1, in: view)
                }
            }
            let (first, second) = ("photo_1000_0_0.png", "photo_1000_1_0.png")
            try FileManager.default.removeItem(at: bundle.folder.appending(path: first))
            #expect(try await look().missing == [first])
            try FileManager.default.copyItem(
                at: bundle.folder.appending(path: second), to: bundle.folder.appending(path: first))
            let picture = try #require(try await look().picture)
            #expect(try picture.difference(from: bundle.level(0)).largest > 0)
            try FileManager.default.removeItem(at: bundle.folder.appending(path: first))
            try FileManager.default.copyItem(
                at: bundle.folder.appending(path: "photo_1000_2_1.png"),
                to: bundle.folder.appending(path: first))
            #expect(try await look().misplaced == [first])
        }
    }

    @Test func `The bundle has these file names and numbers`() async throws {
        try await TiledLayerBundle.with(.photoscroller, width: 600, height: 300) { bundle in
            #expect(
                try FolderListing.files(in: bundle.folder).sorted() == [
                    "README.txt", "photo_1000_0_0.png", "photo_1000_0_1.png", "photo_1000_1_0.png",
                    "photo_1000_1_1.png", "photo_1000_2_0.png", "photo_1000_2_1.png",
                    "photo_125_0_0.png", "photo_250_0_0.png", "photo_500_0_0.png",
                    "photo_500_1_0.png", "ziggurat-bundle.json",
                ])
            #expect(try bundle.number("image size") == "600 × 300 pixels")
            #expect(try bundle.number("tile size") == "256 × 256 pixels")
            #expect(try bundle.number("zoom scales") == "1, 0.5, 0.25, 0.125")
            let readme = try bundle.readme
            #expect(
                readme.contains(#"let name = "photo_\(Int(scale * 1000))_\(column)_\(row)""#))
        }
    }

    @Test func `Scales that do not differ by a thousandth are refused`() throws {
        let check = { (levels: Int) throws in
            let pyramid = try PhotoScrollerLayout().pyramid(
                name: "photo", imageSize: PixelSize(square: 5000),
                levels: Pyramid.LevelRequest(depth: .levels(levels)))
            try PhotoScrollerLayout().check([pyramid])
            #expect(
                Set(pyramid.tiles.map(PhotoScrollerLayout().naming.path)).count == pyramid.tileCount
            )
        }
        try check(11)
        #expect(throws: ZigguratError.self) { try check(12) }
    }

    @Test(arguments: [
        ("photo", #""photo!""#), ("a \"b\" \\ c", #""a \"b\" \\ c!""#),
        ("tab\tü", #""tab\u{9}ü!""#),
    ])
    func `The README contains the image name as a Swift string`(name: String, text: String) throws {
        let pyramid = try CATiledLayerLayout().pyramid(
            name: name, imageSize: PixelSize(square: 1))
        let bundle = BundleDescription(layout: "catiledlayer", pyramid: pyramid)
        let readme = try #require(try CATiledLayerLayout().descriptors(of: bundle).first)
        #expect(
            String(decoding: readme.bytes, as: UTF8.self)
                .contains(text.replacing("!", with: #"_\(column)_\(row)"#)))
    }
}
