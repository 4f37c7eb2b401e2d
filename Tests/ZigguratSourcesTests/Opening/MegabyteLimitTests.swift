import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// `--max-megabytes` limits an area, so each side shrinks by the square root of the
/// factor.
@Suite struct MegabyteLimitTests {
    @Test(arguments: [
        // Width, height, bytes per pixel, megabytes, and the result. 144 to 60 MB: the factor is
        // √(60 / 144).
        (8000, 6000, 3, 60.0, 5163, 3872), (12_000, 8000, 3, 60, 5477, 3651),
        // Four bytes per pixel: from 192 to 60 MB, and exactly 60 MB.
        (8000, 6000, 4, 60, 4472, 3354), (5000, 3000, 4, 60, 5000, 3000),
        (100_000, 1000, 3, 60, 44_721, 447), (5001, 4000, 3, 60, 5000, 3999),
        // Images that are small enough stay.
        (5000, 4000, 3, 60, 5000, 4000), (8000, 6000, 1, 60, 8000, 6000),
        // A side of one pixel cannot shrink, so the other side shrinks more.
        (40_000_000, 1, 3, 60, 20_000_000, 1), (1, 40_000_000, 3, 60, 1, 20_000_000),
        (60_000_000, 2, 1, 30, 30_000_000, 1),
        // One pixel remains.
        (40_000_000, 1, 3, 0.000_003, 1, 1), (3, 3, 3, 0.000_001, 1, 1),
    ])
    func `Each side shrinks by the square root of the factor`(
        _ width: Int, _ height: Int, bytes: Int, megabytes: Double, newWidth: Int, newHeight: Int
    ) {
        let size = DecodePlan.reduced(
            PixelSize(width: width, height: height), SourceRequest(megabyteLimit: megabytes),
            bytesPerPixel: bytes)
        #expect(size == PixelSize(width: newWidth, height: newHeight))
    }

    /// An image of 48 megapixels. Only its header is read.
    @Test(arguments: [("3", 5163, 3872), ("1", 8000, 6000)])
    func `An image of 144 megabytes is reduced`(bands: String, width: Int, height: Int) async throws
    {
        try await TemporaryFolder.with { folder in
            try await Vips.run("black", "photo.jpg", "8000", "6000", "--bands", bands, in: folder)
            let source = try SourceImage(
                path: folder["photo.jpg"].path, request: SourceRequest(megabyteLimit: 60))
            #expect(source.header.size == PixelSize(width: width, height: height))
        }
    }
}
