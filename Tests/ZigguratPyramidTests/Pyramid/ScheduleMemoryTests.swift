import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratImaging
@testable import ZigguratPyramid

/// The rows that the schedule keeps in memory.
@Suite struct ScheduleMemoryTests {
    @Test(arguments: [10_000, 100_000, 1_000_000])
    func `Memory depends on the width, and hardly on the height`(_ height: Int) {
        let memory = Self.memory(of: PixelSize(width: 12_000, height: height))
        // Small levels of a tall image fill their windows; the levels of a low image are lower.
        let small = Self.memory(of: PixelSize(width: 12_000, height: 10_000))
        #expect(Double(memory) < Double(small) * 1.05)
        #expect(memory < 12_000 * 3 * 1800)
    }

    @Test func `Memory does not depend on the height`() {
        let size = PixelSize(width: 12_000, height: 100_000)
        let strip = TilingPass(
            tileSize: PixelSize(width: 256, height: size.height), overlap: 0,
            encoding: TileEncoding(.jpeg), edges: [.crop], reductions: [0])
        let memory = PyramidSchedule(imageSize: size, passes: [strip]).levels.map {
            $0.capacity * $0.size.width * 3
        }.reduce(0, +)
        #expect(memory > 12_000 * 3 * 1800)
    }

    private static func memory(of size: PixelSize) -> Int {
        let passes = [
            PyramidScheduleTests.cut(PixelSize(square: 254), overlap: 1, of: size),
            PyramidScheduleTests.cut(PixelSize(square: 512), overlap: 0, of: size, number: 1),
        ]
        return PyramidSchedule(imageSize: size, passes: passes).levels.reduce(0) {
            $0 + $1.capacity * $1.size.width * 3
        }
    }
}
