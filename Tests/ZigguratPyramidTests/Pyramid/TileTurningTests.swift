import Testing
import ZigguratCore

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid

/// Tiles turned in memory, compared with the coordinates of each pixel.
@Suite struct TileTurningTests {
    /// Sides below, at and above the blocks of 4 columns and 8 rows that are turned at once.
    private static let sides = [1, 3, 5, 6, 8, 9, 15, 16, 17, 33]

    @Test(arguments: 1...8, [1, 3, 4])
    func `Each pixel has its place in the turned tile`(_ exif: Int, _ bands: Int) {
        let orientation = Orientation(exif: exif)
        let scratch = TileScratch()
        var random = SeededGenerator(exif)
        let bytes = random.bytes(33 * 33 * bands + 1)
        for width in Self.sides {
            for height in Self.sides {
                let turned = Self.turned(bytes, width, height, bands, orientation, scratch)
                let isSame = turned == Self.expected(bytes, width, height, bands, orientation)
                #expect(isSame, "\(width) × \(height)")
            }
        }
    }

    private static func turned(
        _ bytes: [UInt8], _ width: Int, _ height: Int, _ bands: Int, _ orientation: Orientation,
        _ scratch: TileScratch
    ) -> [UInt8] {
        bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return [] }
            let rows = (0..<height).map { start + $0 * width * bands }
            return rows.withUnsafeBufferPointer { rows in
                guard let rows = rows.baseAddress else { return [] }
                let tile = scratch.turned(
                    TilePixels(rows: rows, width: width, height: height, bands: bands),
                    orientation)
                return (0..<tile.height).flatMap {
                    Array(UnsafeBufferPointer(start: tile.rows[$0], count: tile.width * bands))
                }
            }
        }
    }

    private static func expected(
        _ bytes: [UInt8], _ width: Int, _ height: Int, _ bands: Int, _ orientation: Orientation
    ) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: width * height * bands)
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (
                    orientation.mirrorsX ? width - 1 - x : x,
                    orientation.mirrorsY ? height - 1 - y : y
                )
                let place = orientation.swapsAxes ? u * height + v : v * width + u
                for band in 0..<bands {
                    result[place * bands + band] = bytes[(y * width + x) * bands + band]
                }
            }
        }
        return result
    }
}
