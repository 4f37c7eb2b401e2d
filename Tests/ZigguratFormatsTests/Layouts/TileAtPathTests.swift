import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

/// A naming gives the path of a tile, and finds the tile with a path.
@Suite struct TileAtPathTests {
    /// Squares, long strips, odd sizes, single pixels, and sides near multiples of the tile size.
    private static let sizes = [
        (1, 1), (2, 1), (255, 255), (256, 256), (257, 255), (512, 513), (1000, 800), (1023, 1025),
        (3000, 1), (1, 3000), (4097, 300), (300, 4097), (2047, 2047), (777, 1333), (1333, 777),
        (2560, 2561), (5000, 257), (254, 4000), (1500, 1500), (3333, 2222),
    ].map { PixelSize(width: $0, height: $1) }

    private static let templates = [
        "{name}/{z}/{x}_{y}{scale}.{ext}", "{quadkey}.{ext}", "{z}/{tmsy}/{x}.{ext}",
        "{number}.{ext}",
        "{group}/{number:08}.{ext}", "{level1}-{column:03}{row:03}.{ext}",
        "{factor}/{top}x{left}.{ext}",
        "{magnification}/{left},{top},{regionWidth},{regionHeight}.{format}",
        "{z}{x:04}{y:04}.{ext}", "{name}-{name}_{z}_{z}_{x}_{y}_{tileWidth}_{tileHeight}.{ext}",
    ]

    private static func layouts() throws -> [any Layout] {
        try Formats.standard.layouts.filter { $0.name != "template" }
            + templates.map { text throws(ZigguratError) in try TemplateLayout(text) }
    }

    @Test func `Each tile of each layout is found by each of its paths`() throws {
        var count = 0
        for layout in try Self.layouts() {
            for size in Self.sizes {
                let pyramid = try layout.pyramid(name: "a photo 7_1", imageSize: size)
                for pyramid in layout.pyramids(with: pyramid) {
                    for tile in pyramid.tiles {
                        for path in layout.files(of: tile) {
                            let found = layout.tile(at: path, in: pyramid)
                            #expect(found == tile, "\(layout.name) \(size): \(path)")
                            count += 1
                        }
                    }
                }
            }
        }
        #expect(count > 10_000)
    }

    @Test func `A path without a tile finds no tile`() throws {
        let size = PixelSize(width: 1000, height: 800)
        for layout in try Self.layouts() {
            let pyramid = try layout.pyramid(name: "photo", imageSize: size)
            let path = try #require(
                pyramid.tiles.lazy.flatMap { layout.files(of: $0) }.first { _ in true })
            let others = [
                "", "/", "x", "../\(path)", "/\(path)", "\(path)/", "\(path)0", "0\(path)",
                "x/\(path)",
                path.uppercased() + "?", String(path.dropLast()),
                String(repeating: "9", count: 5000),
                "99/99/99.jpg", "18446744073709551616/0/0.jpg", "-1/0/0.jpg",
                "0,0,18446744073709551616,1/1,/0/default.jpg", "full", "full/1,/0",
            ]
            for other in others
            where !pyramid.tiles.contains(where: { layout.files(of: $0).contains(other) }) {
                #expect(layout.tile(at: other, in: pyramid) == nil, "\(layout.name): \(other)")
            }
        }
    }

    @Test func `The search for an ambiguous path stops at its limit`() throws {
        let naming = try TemplateNaming("{x}{y}{z}{left}{top}{number}{group}{factor}{level1}.{ext}")
        let pyramid = try TemplateLayout("{z}/{x}/{y}.{ext}")
            .pyramid(name: "photo", imageSize: PixelSize(width: 1000, height: 800))
        let path = String(repeating: "1", count: 2000)
        #expect(naming.tile(at: path, in: pyramid) == nil)
    }
}
