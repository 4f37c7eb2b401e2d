import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("Page templates")
struct PageTemplateTests {
    private static let templates = [
        "{name}_files/{level}/{column}_{row}.{ext}", "{z}/{x}/{y}.{ext}", "{z}/{y}/{x}.{ext}",
        "{z}/{x}/{tmsy}.{ext}", "{group}/{number:05}{scale}", "L{z:02}/R{y:08}/C{x:08}.{ext}",
        "{factor}/{scale1000:05}-{left},{top},{regionWidth},{regionHeight}/{tileWidth:04}x{tileHeight}",
    ]

    @Test("A page computes the same paths as the library", arguments: testSizes)
    func samePaths(size: PixelSize) throws {
        let pyramid = try XYZLayout().pyramid(size)
        for text in Self.templates {
            let template = try PathTemplate(text)
            for level in pyramid.levels {
                let page = try #require(template.fixed(for: level, of: pyramid))
                let evaluator = PageEvaluator(
                    imageWidth: size.width, imageHeight: size.height, tileSize: 256,
                    scale: level.scaleFactor, firstTile: pyramid.tileCount(below: level),
                    columns: level.columns)
                let differing = pyramid.tiles(of: level).filter {
                    evaluator.path(page, column: $0.column, row: $0.row) != template.path(of: $0)
                }
                #expect(differing.map(\.address) == [], "\(text)")
            }
        }
    }

    @Test("Pages of all layouts find a file for every tile", arguments: testSizes)
    func everyLayout(size: PixelSize) throws {
        for layout in Formats.standard.layouts {
            let pyramid = try layout.pyramid(size)
            let files = Set(BundlePaths(layout, pyramid).all)
            for level in pyramid.levels {
                let page = try #require(layout.naming.pageTemplate(for: level, of: pyramid))
                let evaluator = PageEvaluator(
                    imageWidth: size.width, imageHeight: size.height,
                    tileSize: pyramid.tiling.tileSize.width, scale: level.scaleFactor,
                    tileHeight: pyramid.tiling.tileSize.height,
                    firstTile: pyramid.tileCount(below: level), columns: level.columns)
                let lost = pyramid.tiles(of: level).filter { tile in
                    guard let path = evaluator.path(page, column: tile.column, row: tile.row)
                    else { return true }
                    return !files.contains(path)
                }
                #expect(lost.map(\.address) == [], "\(layout.name)")
            }
        }
    }

    @Test("Placeholders with one value on a level are replaced")
    func fixed() throws {
        let pyramid = try XYZLayout().pyramid(PixelSize(square: 1000))
        let page = { (text: String) in
            try PathTemplate(text).fixed(for: pyramid.levels[1], of: pyramid)
        }
        #expect(
            try page("{name}/{z:03}/{level}-{factor}-{scale1000}/{x:04}_{row}.{ext}")
                == "photo/001/1-2-500/{x:04}_{row}.jpg")
        #expect(try page("{quadkey}.{ext}") == nil)
    }

    @Test(
        "A name with braces needs a table of paths", arguments: ["a{x}", "}", "{\u{301}"])
    func bracesInName(name: String) throws {
        let pyramid = try DeepZoomLayout().pyramid(PixelSize(square: 10), name: name)
        let level = pyramid.levels[0]
        #expect(DeepZoomLayout().naming.pageTemplate(for: level, of: pyramid) == nil)
        #expect(XYZLayout().naming.pageTemplate(for: level, of: pyramid) == "0/{x}/{y}.jpg")
    }

    @Test("The evaluator rejects unknown words")
    func negativeControls() {
        let evaluator = PageEvaluator(imageWidth: 300, imageHeight: 300, tileSize: 256, scale: 1)
        #expect(evaluator.path("{x:03}/{y}", column: 1, row: 0) == "001/0")
        #expect(evaluator.path("{z}", column: 0, row: 0) == nil)
        #expect(evaluator.path("{x", column: 0, row: 0) == nil)
        #expect(evaluator.path("x}", column: 0, row: 0) == nil)
    }
}
