import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@testable import ZigguratImaging

/// Small JPEGs are checked as a whole, large ones row by row.
@Suite struct JPEGInspectionTests {
    @Test(arguments: [512, 4200])
    func `Damage is found`(side: Int) async throws {
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
                #expect(error?.reason as? TileImageFailure == .invalidData)
            }
        }
    }
}
