import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The bundle as TileManager writes and reads it.
@Suite struct TileManagerTests {
    /// Returns TileManager's number of levels, which depends on a fifth of the screen's longer
    /// side, relative to the image's longer side.
    private static func levels(image: Int, screen: Int) -> Int {
        let ratio = Double(screen) * 0.2 / Double(image)
        if ratio > 0.5 { return 1 }
        if ratio > 0.25 { return 2 }
        return ratio > 0.125 ? 3 : 4
    }

    @Test(arguments: [
        (1, 1), (255, 257), (513, 700), (1025, 770), (1278, 40), (1279, 40), (2556, 2556),
        (5112, 10), (5120, 4000), (100_000, 3),
    ])
    func `The number of levels follows the screen`(_ width: Int, _ height: Int) throws {
        for screen in [(1179, 2556), (2048, 1536), (320, 480), (5, 3), (1, 1)] {
            let layout = TileManagerLayout(screen: PixelSize(width: screen.0, height: screen.1))
            let pyramid = try layout.pyramid(
                name: "photo", imageSize: PixelSize(width: width, height: height))
            let expected = Self.levels(
                image: max(width, height), screen: max(screen.0, screen.1))
            #expect(pyramid.levels.count == expected, "\(screen)")
        }
    }

    @Test(arguments: TiledLayerBundle.sizes)
    func `The app finds every tile and shows the image`(_ width: Int, _ height: Int) async throws {
        let layout = TileManagerLayout(screen: PixelSize(width: 320, height: 480))
        try await TiledLayerBundle.with(layout, width: width, height: height) { bundle in
            let info = try Self.imageInfo(bundle.folder)
            let view = TiledLayerView(width: info.width, height: info.height, tileSize: 256)
            let count = Self.levels(image: max(width, height), screen: 480)
            #expect(try bundle.number("levels of detail") == "\(count)")
            for reduction in 0..<count {
                let scale = 1 / Double(1 << reduction)
                let outcome = try await view.drawn(scale: scale, from: bundle.folder) {
                    PhotoScrollerTests.drawings($0, scale: scale, in: view, name: info.name)
                }
                #expect(outcome.missing == [] && outcome.misplaced == [], "\(scale)")
                let picture = try #require(outcome.picture)
                #expect(try picture.difference(from: bundle.level(reduction)).largest == 0)
            }
        }
    }

    /// The placeholder is a JPEG of the largest reduction that fits the screen and 1024 pixels.
    @Test(arguments: [((320, 480), 1), ((1179, 2556), 1), ((100, 90), 4)])
    func placeholder(screen: (Int, Int), reduction: Int) async throws {
        let layout = TileManagerLayout(screen: PixelSize(width: screen.0, height: screen.1))
        let (width, height) = screen.0 > 1000 ? (1100, 500) : (900, 500)
        try await TiledLayerBundle.with(layout, width: width, height: height) { bundle in
            let file = bundle.folder.appending(path: "photo_Placeholder.jpg")
            #expect(try Data(contentsOf: file).prefix(3) == Data([0xFF, 0xD8, 0xFF]))
            let picture = try await PixelPicture.read(file)
            #expect(try picture.difference(from: bundle.level(reduction)).mean < 20)
            let verdict = Verification(
                of: bundle.folder.deletingLastPathComponent().path)
            #expect(try verdict.run { _ in })
        }
    }

    @Test(arguments: ["", "3", "3x", "x3", "0x5", "5x-1", "1x2x3", "ax3", "100001x1"])
    func `An invalid screen size is rejected`(text: String) {
        #expect(throws: ZigguratError.self) { try TileManagerLayout().with(["screen": text]) }
    }

    @Test func `A screen is kept in the settings`() throws {
        let layout = try TileManagerLayout().with(["screen": "640x1136"])
        #expect(layout.settingTexts == ["screen": "640x1136"])
        #expect(TileManagerLayout().settingTexts == ["screen": "1179x2556"])
    }

    /// Reads a property list with Foundation, as on a device.
    private static func imageInfo(
        _ folder: URL
    ) throws -> (name: String, width: Double, height: Double) {
        let data = try Data(contentsOf: folder.appending(path: "imageInfo.plist"))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        let entries = try #require(list as? [[String: Any]])
        #expect(entries.count == 1)
        let entry = try #require(entries.first)
        return (
            try #require(entry["name"] as? String), try #require(entry["width"] as? Double),
            try #require(entry["height"] as? Double)
        )
    }
}
