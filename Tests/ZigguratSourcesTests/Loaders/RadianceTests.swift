import Foundation
import TestSupport
import Testing

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// The resolution line of a Radiance file names the axis of the rows first. Source: Radiance,
/// ray/src/common/resolu.h.
@Suite struct RadianceTests {
    /// Rows of an upright image of 3 × 2 pixels.
    private static let upright: [[UInt8]] = [[10, 60, 110], [160, 210, 250]]
    private static let columns: [[UInt8]] = (0..<3).map { x in upright.map { $0[x] } }

    private static func mirrored(_ rows: [[UInt8]]) -> [[UInt8]] { rows.map { $0.reversed() } }

    private static func flipped(_ rows: [[UInt8]]) -> [[UInt8]] { rows.reversed() }

    @Test(arguments: [
        ("-Y 2 +X 3", upright), ("-Y 2 -X 3", mirrored(upright)), ("+Y 2 +X 3", flipped(upright)),
        ("+Y 2 -X 3", flipped(mirrored(upright))), ("+X 3 -Y 2", columns),
        ("+X 3 +Y 2", mirrored(columns)), ("-X 3 -Y 2", flipped(columns)),
        ("-X 3 +Y 2", flipped(mirrored(columns))),
    ])
    func `An image is turned as its resolution line states`(
        _ resolution: String, _ rows: [[UInt8]]
    ) async throws {
        try await TemporaryFolder.with { folder in
            // The samples of a pixel and its exponent, 128 for a half.
            let pixels = rows.joined().flatMap { [$0, $0, $0, 128] as [UInt8] }
            let head = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n\(resolution)\n"
            let file = try folder.write(Data(head.utf8) + Data(pixels), to: "a.hdr")
            let source = try SourceImage(
                path: file.path, trust: SourceRequest.Trust(allowsUntrusted: true))
            let picture = try source.pixels()
            #expect(picture.width == 3 && picture.height == 2)
            // Light of n / 256 as sRGB. Source: IEC 61966-2-1, 5.2.
            let expected = [56, 133, 174, 207, 233, 252]
            let shown = (0..<6).map { Int(picture[$0 % 3, $0 / 3][0]) }
            #expect(zip(shown, expected).allSatisfy { abs($0 - $1) <= 2 }, "\(shown)")
        }
    }
}
