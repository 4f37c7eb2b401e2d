import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

@Suite struct TIFFLimitTests {
    @Test func `A TIFF with too many images for libvips is refused`() async throws {
        try await TemporaryFolder.with { folder in
            let one = MadeTIFF(
                width: 8, height: 8, rowsPerStrip: 8, bits: [8], photometric: 1,
                strips: [[UInt8](repeating: 7, count: 64)]
            ).data
            // Each directory has the offset of the next directory after its entries.
            let end = 8 + 2 + 12 * Int(one[8])
            let directory = one[8..<end]
            var data = one[..<end]
            for index in 0...10_000 {
                let next = index == 0 ? one.count : data.count + 4
                data += Self.number(index == 10_000 ? 0 : next)
                data += index == 0 ? one[(end + 4)...] : Data()
                if index < 10_000 { data += directory }
            }
            let path = try folder.write(data, to: "chain.tif").path
            #expect(try SourceImage(path: path).pixels().width == 8)
            let request = SourceRequest(fit: PixelSize(square: 4))
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: path, request: request)
            }
            #expect(error?.reason as? SourceError == .unsupported(.directories(limit: 10_000)))
            #expect(error?.subject == path)
        }
    }

    /// Returns the four bytes of a number, lowest byte first.
    private static func number(_ value: Int) -> Data {
        Data((0..<4).map { UInt8(value >> (8 * $0) & 255) })
    }
}
