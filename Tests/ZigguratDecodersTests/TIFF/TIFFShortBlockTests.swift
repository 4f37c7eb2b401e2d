import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Uncompressed strips and tiles with too few bytes. libtiff would read the bytes after the block.
@Suite struct TIFFShortBlockTests {
    private static let size = PixelSize(width: 64, height: 192)
    private static let rows = 48
    private static let blockBytes = 64 * 48

    /// The number of the short block, and its bytes.
    @Test(
        arguments: [(0, 1000), (1, 0), (2, 1000), (3, 3071)],
        [[:], [322: [64], 323: [48]]])
    func `A short block is an error, or filled with 0 if damage is allowed`(
        _ short: (number: Int, bytes: Int), _ others: [Int: [Int]]
    ) async throws {
        try await TemporaryFolder.with { folder in
            var blocks = Self.blocks
            blocks[short.number].removeSubrange(short.bytes...)
            // Bytes of another kind follow the last block.
            let data = Self.tiff(blocks, others) + Data(repeating: 7, count: 4096)
            let path = try folder.write(data, to: "short.tif").path
            let row = Self.rows * short.number + short.bytes / 64
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: path).pixels()
            }
            #expect(error?.reason as? SourceError == .invalidData(row: row))
            #expect(error?.subject == path)
            let trust = SourceRequest.Trust(allowsDamaged: true)
            let samples = try Self.grey(SourceImage(path: path, trust: trust))
            let kept = short.bytes / 64 * 64
            var expected = Self.blocks
            expected[short.number].replaceSubrange(
                kept..., with: [UInt8](repeating: 0, count: Self.blockBytes - kept))
            let isSame = samples == expected.flatMap { $0 }
            #expect(isSame)
        }
    }

    /// Old programs write wrong byte counts, which libtiff corrects.
    @Test func `Whole strips are read despite wrong byte counts`() async throws {
        try await TemporaryFolder.with { folder in
            let expected = Self.blocks.flatMap { $0 }
            // The byte counts are copies of offsets, or the only byte count is too small.
            for (blocks, counts) in [
                (Self.blocks, [8, 3080, 6152, 9224]), ([expected], [0]), ([expected], [100]),
            ] {
                let path = try folder.write(Self.tiff(blocks, [279: counts]), to: "old.tif").path
                let isSame = try Self.grey(SourceImage(path: path)) == expected
                #expect(isSame, "\(counts)")
            }
        }
    }

    /// Decodes a grey image, which has three equal samples for each pixel.
    private static func grey(_ source: SourceImage) throws -> [UInt8] {
        let pixels = try source.pixels()
        return stride(from: 0, to: pixels.samples.count, by: pixels.bands).map {
            pixels.samples[$0]
        }
    }

    private static let blocks: [[UInt8]] = {
        var random = SeededGenerator(5)
        return (0..<4).map { _ in random.bytes(blockBytes) }
    }()

    private static func tiff(_ blocks: [[UInt8]], _ others: [Int: [Int]]) -> Data {
        MadeTIFF(
            width: size.width, height: size.height, rowsPerStrip: size.height / blocks.count,
            bits: [8], photometric: 1, strips: blocks, others
        ).data
    }
}
