import Foundation
import TestSupport
import Testing

@testable import ImagingTestSupport
@testable import ZigguratImaging

/// Halving, compared with simple arithmetic and with the levels of libvips.
@Suite struct HalvingTests {
    @Test(arguments: 1...4)
    func `Every row is the rounded mean of its blocks`(_ bands: Int) {
        var random = SeededGenerator(bands)
        for width in [1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 64, 100, 255, 256, 1001] {
            for kind in 0..<3 {
                var upper = random.bytes(width * bands)
                var lower = random.bytes(width * bands)
                if kind == 1 {
                    upper = upper.map { $0 & 1 == 0 ? 0 : 255 }
                    lower = lower.map { $0 & 1 == 0 ? 0 : 255 }
                }
                if kind == 2 { lower = upper }
                let reference = Self.reference(upper, lower, bands: bands)
                for isWide in [true, false] {
                    let isSame =
                        Self.halved(upper, lower, bands: bands, isWide: isWide) == reference
                    #expect(isSame, "\(width) pixels wide, kind \(kind), wide: \(isWide)")
                }
            }
        }
    }

    @Test func `Extreme values do not change`() {
        for bands in 1...4 {
            for value: UInt8 in [0, 255] {
                let row = [UInt8](repeating: value, count: 9 * bands)
                #expect(
                    Self.halved(row, row, bands: bands)
                        == [UInt8](repeating: value, count: 5 * bands))
            }
        }
    }

    @Test func `Transparent pixels do not darken their neighbours`() {
        let upper: [UInt8] = [200, 100, 50, 255, 0, 0, 0, 0]
        #expect(Self.halved(upper, upper, bands: 4) == [200, 100, 50, 128])
    }

    @Test func `The reference detects halving that rounds down`() {
        let row: [UInt8] = [1, 2, 3, 4]
        let lower: [UInt8] = [2, 2, 4, 4]
        let roundedDown: [UInt8] = [(1 + 2 + 2 + 2) / 4, (3 + 4 + 4 + 4) / 4]
        #expect(Self.halved(row, lower, bands: 1) != roundedDown)
    }

    /// For odd and even sides down to one pixel, images without alpha have equal bytes.
    @Test(arguments: [(97, 61), (64, 64), (255, 130), (1, 33), (33, 1), (130, 257)])
    func `Every level equals the level of libvips`(_ width: Int, _ height: Int) async throws {
        try await TemporaryFolder.with { folder in
            for bands in [1, 3] {
                let picture = TestPicture(width: width, height: height).pixels()
                let colours = folder["\(bands).png"]
                try await TestPicture(width: width, height: height).write(to: colours)
                var level: [[UInt8]] = Self.rows(of: picture)
                if bands == 1 {
                    let grey = folder["grey.png"]
                    try await Shell.run(
                        "vips", ["extract_band", colours.path, grey.path, "0"]
                    ).orThrow()
                    level = level.map { row in stride(from: 0, to: row.count, by: 3).map { row[$0] }
                    }
                }
                try await Shell.run(
                    "vips",
                    [
                        "dzsave", folder[bands == 1 ? "grey.png" : "3.png"].path,
                        folder["\(bands)"].path, "--tile-size", "2048", "--overlap", "0",
                        "--suffix", ".png",
                    ]
                ).orThrow()
                let names = try folder.files(under: "\(bands)_files").filter {
                    $0.hasSuffix("0_0.png")
                }
                let pictures = try await PixelPicture.read(
                    (0..<names.count).map { folder["\(bands)_files/\($0)/0_0.png"] })
                for (index, theirs) in pictures.enumerated().reversed() {
                    let ours = PixelPicture(
                        width: theirs.width, height: theirs.height, bands: 3,
                        samples: bands == 3
                            ? level.flatMap(\.self)
                            : level.flatMap { $0.flatMap { [$0, $0, $0] } })
                    let isSame = ours == theirs
                    #expect(isSame, "level \(index), \(bands) bands")
                    level = Self.nextLevel(level, bands: bands)
                }
            }
        }
    }

    private static func rows(of picture: PixelPicture) -> [[UInt8]] {
        let length = picture.width * picture.bands
        return (0..<picture.height).map {
            Array(picture.samples[$0 * length..<($0 + 1) * length])
        }
    }

    private static func nextLevel(_ rows: [[UInt8]], bands: Int) -> [[UInt8]] {
        stride(from: 0, to: rows.count, by: 2).map { y in
            halved(rows[y], rows[min(y + 1, rows.count - 1)], bands: bands)
        }
    }

    /// Halves two rows with the product's code. The result has spare bytes, like rows in rings.
    private static func halved(
        _ upper: [UInt8], _ lower: [UInt8], bands: Int, isWide: Bool = true
    ) -> [UInt8] {
        let halving = Halving(
            inputWidth: upper.count / bands, bands: bands, allowsWideInstructions: isWide)
        let room = [UInt8](repeating: 0xA5, count: 32)
        let count = halving.outputWidth * bands
        var output = [UInt8](repeating: 0x5A, count: count + 32)
        (upper + room).withUnsafeBufferPointer { upper in
            (lower + room).withUnsafeBufferPointer { lower in
                output.withUnsafeMutableBufferPointer { output in
                    guard let upper = upper.baseAddress, let lower = lower.baseAddress,
                        let output = output.baseAddress
                    else { return }
                    let rows = Halving.Rows(upper: upper, lower: lower, output: output)
                    halving.halve(rows, before: rows)
                }
            }
        }
        return Array(output.prefix(count))
    }

    /// Halves two rows with exact arithmetic, sample by sample.
    private static func reference(_ upper: [UInt8], _ lower: [UInt8], bands: Int) -> [UInt8] {
        let width = upper.count / bands
        let hasAlpha = bands % 2 == 0
        var result: [UInt8] = []
        for x in stride(from: 0, to: width, by: 2) {
            let right = min(x + 1, width - 1)
            let block = [upper, lower].flatMap { row in
                [x, right].map { at in row[at * bands..<(at + 1) * bands].map(Double.init) }
            }
            let weights = hasAlpha ? block.map { $0[bands - 1] } : [1, 1, 1, 1]
            let total = weights.reduce(0, +)
            for band in 0..<(hasAlpha ? bands - 1 : bands) {
                let sum = zip(block, weights).map { $0[band] * $1 }.reduce(0, +)
                result.append(total == 0 ? 0 : UInt8((sum / total).rounded()))
            }
            if hasAlpha { result.append(UInt8((total / 4).rounded())) }
        }
        return result
    }
}
