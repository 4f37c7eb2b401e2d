import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratSources

/// AVIF files that the vips command does not write.
@Suite struct HEIFKindTests {
    /// The first image of a sequence is stored like the image of a file with one image.
    @Test func `A file with the brand of image sequences is read as its first image`() async throws
    {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 211, height: 130)
                .write(to: folder["still.avif"], options: "Q=80")
            var bytes = try Data(contentsOf: folder["still.avif"])
            bytes.replaceSubrange(8..<12, with: Data("avis".utf8))
            let path = try folder.write(bytes, to: "sequence.avif").path
            let still = try SourceImage(path: folder["still.avif"].path)
            let source = try SourceImage(path: path)
            #expect(source.header == still.header)
            let isSame = try source.pixels() == still.pixels()
            #expect(isSame)
        }
    }
}
