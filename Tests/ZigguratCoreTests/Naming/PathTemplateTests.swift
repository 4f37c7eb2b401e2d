import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("Path templates")
struct PathTemplateTests {
    /// Column 5, row 2 of the top level but one: 6 × 4 tiles of 256 pixels, the last one cut.
    private static func tile() throws -> Tile {
        let pyramid = try XYZLayout().pyramid(PixelSize(width: 3000, height: 2000))
        return try #require(pyramid.tile(at: TileAddress(level: 3, column: 5, row: 2)))
    }

    @Test(
        "every word",
        arguments: [
            ("{name}", "photo"), ("{level}", "3"), ("{z}", "3"), ("{column}", "5"), ("{x}", "5"),
            ("{row}", "2"), ("{y}", "2"), ("{tmsy}", "1"), ("{scale}", ""), ("{factor}", "2"),
            ("{scale1000}", "500"), ("{magnification}", "8"), ("{level1}", "4"), ("{density}", "1"),
            ("{format}", "jpeg"), ("{number}", "26"), ("{group}", "0"),
            ("{quadkey}", "121"), ("{left}", "2560"), ("{top}", "1024"), ("{regionWidth}", "440"),
            ("{regionHeight}", "512"), ("{tileWidth}", "220"), ("{tileHeight}", "256"),
            ("{ext}", "jpg"),
        ])
    func words(template: String, path: String) throws {
        #expect(try PathTemplate(template).path(of: Self.tile()) == path)
    }

    @Test("the table above has every word there is")
    func allWords() {
        #expect(
            PathPlaceholder.allCases.map(\.rawValue).sorted()
                == [
                    "column", "density", "ext", "factor", "format", "group", "left", "level",
                    "level1", "magnification", "name", "number", "quadkey", "regionHeight",
                    "regionWidth", "row", "scale", "scale1000",
                    "tileHeight", "tileWidth", "tmsy",
                    "top", "x", "y", "z",
                ])
    }

    @Test(
        "text, words and widths together",
        arguments: [
            ("{z}/{x}/{y}.{ext}", "3/5/2.jpg"),
            ("{name}_files/{level}/{column}_{row}.{ext}", "photo_files/3/5_2.jpg"),
            ("{y:01}", "2"), ("{y:02}", "02"), ("{y:04}", "0002"), ("{left:03}", "2560"),
            ("{y:032}", "00000000000000000000000000000002"),
            ("L{z:02}/R{y:08}/C{x:08}.{ext}", "L03/R00000002/C00000005.jpg"),
            ("Name_{scale1000}_{x}_{y}.png", "Name_500_5_2.png"), ("plain", "plain"),
            ("…{x}é{y}", "…5é2"), ("a..b/...{x}", "a..b/...5"), ("{x}{x}", "55"),
        ])
    func whole(template: String, path: String) throws {
        let parsed = try PathTemplate(template)
        #expect(try parsed.path(of: Self.tile()) == path)
        #expect(parsed.description == template)
    }

    @Test(
        "the scale in thousandths is rounded down",
        arguments: [(0, 0), (1, 1), (7, 125), (6, 62), (5, 31), (10, 1000)])
    func thousandths(level: Int, scale: Int) throws {
        let pyramid = Pyramid(
            name: "photo", imageSize: PixelSize(width: 1024, height: 1),
            tiling: Tiling(tileSize: PixelSize(square: 1024)), depth: .onePixel)
        let tile = try #require(pyramid.tile(at: TileAddress(level: level, column: 0, row: 0)))
        #expect(try PathTemplate("{scale1000}").path(of: tile) == String(scale))
    }

    @Test("quadkeys: a digit a level, the coarsest first")
    func quadkeys() throws {
        let pyramid = try XYZLayout().pyramid(PixelSize(square: 2048))
        let template = try PathTemplate("q{quadkey}")
        let key = { (level: Int, column: Int, row: Int) in
            pyramid.tile(at: TileAddress(level: level, column: column, row: row))
                .map(template.path(of:))
        }
        #expect(key(0, 0, 0) == "q")
        #expect(
            [key(1, 0, 0), key(1, 1, 0), key(1, 0, 1), key(1, 1, 1)] == ["q0", "q1", "q2", "q3"])
        #expect(key(3, 3, 5) == "q213")
    }

    private static let known =
        "there are {name} {level} {z} {column} {x} {row} {y} {tmsy} {scale} {factor} {scale1000} "
        + "{magnification} {level1} {density} "
        + "{quadkey} {number} {group} {left} {top} {regionWidth} {regionHeight} {tileWidth} {tileHeight} {ext} {format}"
    private static let pathRemedy =
        "write a path such as {z}/{x}/{y}.{ext}, without a slash at either end"
    private static let insideRemedy =
        "write a path inside the bundle, such as {z}/{x}/{y}.{ext}"

    static let mistakes: [(template: String, position: Int, message: String)] = [
        ("{z}/{x", 5, "the brace is never closed"),
        ("{", 1, "the brace is never closed"),
        ("{z}/x}", 6, "the brace was never opened"),
        ("}", 1, "the brace was never opened"),
        ("é{w}", 2, "there is no placeholder {w}; \(known)"),
        ("{}", 1, "there is no placeholder {}; \(known)"),
        ("{Z}", 1, "there is no placeholder {Z}; \(known)"),
        ("{z}/{:04}", 5, "there is no placeholder {}; \(known)"),
        ("{z} {scaleFactor}", 5, "there is no placeholder {scaleFactor}; \(known)"),
        ("{y:4}", 1, width("4", "y")), ("{y:}", 1, width("", "y")), ("a{y:0}", 2, width("0", "y")),
        ("{y:033}", 1, width("033", "y")), ("{y:0x4}", 1, width("0x4", "y")),
        ("{y:-4}", 1, width("-4", "y")), ("{x:04:2}", 1, width("04:2", "x")),
        ("", 1, "a folder or file has no name; \(pathRemedy)"),
        ("/{z}", 1, "a folder or file has no name; \(pathRemedy)"),
        ("{z}//{x}", 5, "a folder or file has no name; \(pathRemedy)"),
        ("{z}/", 5, "a folder or file has no name; \(pathRemedy)"),
        ("../{z}", 1, "“..” is not a folder of the bundle; \(insideRemedy)"),
        ("é/../{z}", 3, "“..” is not a folder of the bundle; \(insideRemedy)"),
        ("{z}/.", 5, "“.” is not a folder of the bundle; \(insideRemedy)"),
        ("{z}/..", 5, "“..” is not a folder of the bundle; \(insideRemedy)"),
        ("a\0", 2, "a path cannot hold a zero byte; leave it out"),
        ("../\u{301}{z}", 1, "“..” is not a folder of the bundle; \(insideRemedy)"),
    ]

    private static func width(_ text: String, _ word: String) -> String {
        "“\(text)” is not a width; write 0 and a number from 1 to 32, as in {\(word):04}"
    }

    @Test("mistakes are named with their place", arguments: mistakes)
    func mistake(template: String, position: Int, message: String) {
        let error = #expect(throws: ZigguratError.self) { try PathTemplate(template) }
        #expect(error?.code == .invalidOptions)
        #expect(
            error?.description == "naming “\(template)”, character \(position): \(message)")
    }
}
