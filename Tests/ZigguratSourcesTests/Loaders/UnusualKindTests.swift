import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Rare kinds of files. The script that writes them checks them with other programs.
@Suite struct UnusualKindTests {
    private static let trust = SourceRequest.Trust(allowsUntrusted: true)

    @Test func `Each rare kind has the pixels of a common file`() async throws {
        try await TemporaryFolder.with { folder in
            let pairs = try await Self.make(in: folder)
            #expect(pairs.count == 13)
            for (name, twin, page) in pairs {
                let source = try SourceImage(
                    path: folder[name].path, request: SourceRequest(page: page), trust: Self.trust)
                let ours = try source.pixels(keepsAlpha: true)
                let usual = try SourceImage(path: folder[twin].path, trust: Self.trust)
                    .pixels(keepsAlpha: true)
                #expect(ours.bands == usual.bands, "\(name)")
                let isSame = ours == usual
                #expect(isSame, "\(name)")
                // An image of one colour would hide errors.
                #expect(ours.samples.min() != ours.samples.max(), "\(name)")
                let small = SourceRequest(fit: PixelSize(square: 20))
                let reduced = try SourceImage(
                    path: folder[name].path, request: small, trust: Self.trust)
                #expect(try reduced.pixels().width == 20, "\(name)")
            }
        }
    }

    /// The negative control: other pixels differ.
    @Test func `Signed samples distinguish white from black`() async throws {
        try await TemporaryFolder.with { folder in
            _ = try await Self.make(in: folder)
            let bytes = try Data(contentsOf: folder["white-8.tif"])
            var changed = bytes
            // The entry of PhotometricInterpretation: its tag, type, count and value.
            let entry = Data([6, 1, 3, 0, 1, 0, 0, 0, 0])
            let place = try #require(bytes.range(of: entry))
            changed[place.upperBound - 1] = 1
            let file = try folder.write(changed, to: "other.tif")
            let white = try SourceImage(path: folder["white-8.tif"].path).pixels()
            #expect(try SourceImage(path: file.path).pixels() != white)
        }
    }

    @Test func `Damaged frames of a GIF do not cover other frames`() async throws {
        try await TemporaryFolder.with { folder in
            let size = PixelSize(width: 9, height: 9)
            for text in ["", "GIF89a", "GIF89a\u{9}\0\u{9}\0\u{F1}\0\0", "GIF89a!!!!!!!,,,,,,,,"] {
                let file = try folder.write(text, to: "damaged.gif")
                let frames = GIFFrames(try SourceFile(path: file.path), to: 3, of: size)
                #expect(frames.areas.isEmpty && !frames.coverAll)
            }
        }
    }

    private static func make(
        in folder: TemporaryFolder
    ) async throws -> [(name: String, twin: String, page: Int?)] {
        let result = try await Judge.run(helper: "unusual-files.py", [folder.path]).orThrow()
        return result.output.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            // The first page needs no request.
            return (words[0], words[1], words[2] == "1" ? nil : Int(words[2]))
        }
    }
}
