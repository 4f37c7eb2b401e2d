import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("Path templates")
struct PathTemplateTests {
    /// The tile in column 5, row 2 of level 3, which has 6 × 4 tiles of 256 pixels. The image's
    /// right edge crops this tile.
    private static func tile() throws -> Tile {
        let pyramid = try XYZLayout().pyramid(PixelSize(width: 3000, height: 2000))
        return try #require(pyramid.tile(at: Tile.Address(level: 3, column: 5, row: 2)))
    }

    @Test(
        "Each placeholder has a value",
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

    @Test("The table contains every placeholder")
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
        "A template combines text, placeholders and widths",
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
        "The scale in thousandths is rounded down",
        arguments: [(0, 0), (1, 1), (7, 125), (6, 62), (5, 31), (10, 1000)])
    func thousandths(level: Int, scale: Int) throws {
        let pyramid = Pyramid(
            name: "photo", imageSize: PixelSize(width: 1024, height: 1),
            tiling: Tiling(tileSize: PixelSize(square: 1024)), depth: .onePixel)
        let tile = try #require(pyramid.tile(at: Tile.Address(level: level, column: 0, row: 0)))
        #expect(try PathTemplate("{scale1000}").path(of: tile) == String(scale))
    }

    @Test("A quadkey has a digit for each level, the smallest level first")
    func quadkeys() throws {
        let pyramid = try XYZLayout().pyramid(PixelSize(square: 2048))
        let template = try PathTemplate("q{quadkey}")
        let key = { (level: Int, column: Int, row: Int) in
            pyramid.tile(at: Tile.Address(level: level, column: column, row: row))
                .map(template.path(of:))
        }
        #expect(key(0, 0, 0) == "q")
        #expect(
            [key(1, 0, 0), key(1, 1, 0), key(1, 0, 1), key(1, 1, 1)] == ["q0", "q1", "q2", "q3"])
        #expect(key(3, 3, 5) == "q213")
    }

    static let mistakes: [(template: String, position: Int, problem: NamingError.Kind)] = [
        ("{z}/{x", 5, .unclosedBrace),
        ("{", 1, .unclosedBrace),
        ("{z}/x}", 6, .unopenedBrace),
        ("}", 1, .unopenedBrace),
        ("é{w}", 2, .unknownPlaceholder("w")),
        ("{}", 1, .unknownPlaceholder("")),
        ("{Z}", 1, .unknownPlaceholder("Z")),
        ("{z}/{:04}", 5, .unknownPlaceholder("")),
        ("{z} {scaleFactor}", 5, .unknownPlaceholder("scaleFactor")),
        ("{y:4}", 1, .invalidWidth("4", placeholder: "y")),
        ("{y:}", 1, .invalidWidth("", placeholder: "y")),
        ("a{y:0}", 2, .invalidWidth("0", placeholder: "y")),
        ("{y:033}", 1, .invalidWidth("033", placeholder: "y")),
        ("{y:0x4}", 1, .invalidWidth("0x4", placeholder: "y")),
        ("{y:-4}", 1, .invalidWidth("-4", placeholder: "y")),
        ("{x:04:2}", 1, .invalidWidth("04:2", placeholder: "x")),
        ("", 1, .emptyName),
        ("/{z}", 1, .emptyName),
        ("{z}//{x}", 5, .emptyName),
        ("{z}/", 5, .emptyName),
        ("../{z}", 1, .relativeName("..")),
        ("é/../{z}", 3, .relativeName("..")),
        ("{z}/.", 5, .relativeName(".")),
        ("{z}/..", 5, .relativeName("..")),
        ("a\0", 2, .controlCharacter),
        ("{z}/a\n{x}", 6, .controlCharacter),
        ("{z}\u{1B}[31m{x}", 4, .controlCharacter),
        ("{z}{x}\u{7F}", 7, .controlCharacter),
        ("../\u{301}{z}", 1, .relativeName("..")),
    ]

    @Test("An invalid template is rejected at a character", arguments: mistakes)
    func mistake(template: String, position: Int, problem: NamingError.Kind) {
        let error = #expect(throws: ZigguratError.self) { try PathTemplate(template) }
        #expect(error?.reason as? NamingError == NamingError(problem, position: position))
        #expect(error?.subject == template)
    }
}
