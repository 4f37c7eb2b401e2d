import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Small JPEGs are checked as a whole, and large JPEGs row by row.
@Suite struct JPEGInspectionTests {
    @Test(arguments: [512, 4200])
    func `Damage to a JPEG is found`(side: Int) async throws {
        try await TemporaryFolder.with { folder in
            try await Vips.run(
                "sines", "waves.jpg", "\(side)", "\(side)", "--hfreq", "99", "--vfreq", "77",
                "--uchar", in: folder)
            let bytes = [UInt8](try Data(contentsOf: folder["waves.jpg"]))
            let picture = try TileImage.check(bytes, decoding: true)
            #expect(picture.size == PixelSize(square: side) && picture.format == .jpeg)
            let middle = bytes.count / 2
            var other = bytes
            other.replaceSubrange(middle..<middle + 64, with: Array(repeating: 0x5A, count: 64))
            var shorter = bytes
            shorter.removeSubrange(middle..<middle + bytes.count / 4)
            for damaged in [other, shorter] {
                let error = #expect(throws: ZigguratError.self) {
                    try TileImage.check(damaged, decoding: true)
                }
                #expect(error?.reason as? TileImageError == .invalidData)
            }
        }
    }

    /// The left quarter is black and the rest has one colour. Grey has three equal samples.
    @Test(arguments: [[200, 100, 40], [180]] as [[UInt8]])
    func `The mean colour counts each pixel`(_ colour: [UInt8]) async throws {
        try await TemporaryFolder.with { folder in
            let black = [UInt8](repeating: 0, count: colour.count)
            let samples = (0..<64 * 40).flatMap { $0 % 64 < 16 ? black : colour }
            let file = try await PixelPicture(
                width: 64, height: 40, bands: colour.count, samples: samples
            ).write(to: folder["small.jpg"], options: "Q=95")
            let bytes = [UInt8](try Data(contentsOf: file))
            let mean = try #require(TileImage.meanColour(ofJPEG: bytes))
            let all = [mean.red, mean.green, mean.blue]
            let wanted = colour.count == 1 ? [colour[0], colour[0], colour[0]] : colour
            #expect(zip(all, wanted).allSatisfy { abs(Int($0) - Int($1) * 3 / 4) <= 2 }, "\(all)")
            for damaged in [[], Array(bytes.prefix(30)), [1, 2, 3]] as [[UInt8]] {
                #expect(TileImage.meanColour(ofJPEG: damaged) == nil)
            }
        }
    }
}
