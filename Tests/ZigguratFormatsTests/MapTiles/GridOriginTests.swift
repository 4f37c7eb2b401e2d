import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

/// A manifest of another program may combine an overlap with a grid that does not support it.
@Suite struct GridOriginTests {
    @Test func `An overlap requires a grid that begins at the top left`() throws {
        let tiling = Tiling(tileSize: PixelSize(square: 256), overlap: 1)
        let size = PixelSize(width: 600, height: 500)
        let centred = GoogleLayout(isCentred: true)
        let error = #expect(throws: ZigguratError.self) {
            try centred.pyramid(
                name: "a", imageSize: size, cut: tiling, levels: Pyramid.LevelRequest())
        }
        #expect(error?.reason as? LayoutError == .unsupportedOverlap)
        let plain = try GoogleLayout().pyramid(
            name: "a", imageSize: size, cut: tiling, levels: Pyramid.LevelRequest())
        #expect(plain.tiling.overlap == 1 && plain.shape.origin == .topLeft)
    }
}
