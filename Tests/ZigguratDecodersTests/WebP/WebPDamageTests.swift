import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Damaged WebP images that chunks of metadata follow.
@Suite struct WebPDamageTests {
    /// libwebp would decode the metadata as pixels.
    @Test(arguments: ["Q=80", "lossless"])
    func `Missing pixels before a chunk of metadata are an error`(
        _ options: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            var random = SeededGenerator(3)
            let drawing = try folder.write(
                Data("P5 200 150 255\n".utf8) + Data(random.bytes(200 * 150)), to: "drawing.pgm")
            try await Shell.run(
                "vips", ["copy", drawing.path, "plain.webp[\(options)]"], in: folder.url
            ).orThrow()
            let plain = try [UInt8](Data(contentsOf: folder["plain.webp"]))
            let pixels = try #require(Self.pixels(of: plain))
            let expected = try SourceImage(path: folder["plain.webp"].path).pixels()
            let whole = try folder.write(Self.file(pixels), to: "whole.webp").path
            #expect(try SourceImage(path: whole).pixels().samples == expected.samples)
            for missing in [40, 400, 4000] {
                let data = Self.file((pixels.type, pixels.bytes.dropLast(missing)))
                let path = try folder.write(data, to: "damaged.webp").path
                for request in [SourceRequest(), SourceRequest(fit: PixelSize(square: 60))] {
                    let error = #expect(throws: ZigguratError.self, "\(missing)") {
                        try SourceImage(path: path, request: request).pixels()
                    }
                    #expect([.invalidSource, .truncatedSource].contains(error?.code))
                    #expect(error?.subject == path)
                }
            }
        }
    }

    private typealias Pixels = (type: [UInt8], bytes: ArraySlice<UInt8>)

    /// Returns the chunk with the pixels; `nil` if the file has no such chunk.
    private static func pixels(of file: [UInt8]) -> Pixels? {
        let types = ["VP8 ", "VP8L"].map { Array($0.utf8) }
        guard let place = types.compactMap({ file.firstRange(of: $0) }).first?.lowerBound else {
            return nil
        }
        let count = file[(place + 4)..<(place + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
        return (Array(file[place..<place + 4]), file[(place + 8)..<(place + 8 + count)])
    }

    /// Returns a file with the pixels, and XMP after the pixels. Source: RFC 9649, 2.7.
    private static func file(_ pixels: Pixels) -> Data {
        // The flag of XMP; width and height less 1, of three bytes each.
        let header: [UInt8] = [4, 0, 0, 0, 199, 0, 0, 149, 0, 0]
        let xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
        let chunks =
            chunk(Array("VP8X".utf8), header[...]) + chunk(pixels.type, pixels.bytes)
            + chunk(Array("XMP ".utf8), (xmp + [UInt8](repeating: 32, count: 5000))[...])
        return Data(chunk(Array("RIFF".utf8), (Array("WEBP".utf8) + chunks)[...]))
    }

    private static func chunk(_ type: [UInt8], _ bytes: ArraySlice<UInt8>) -> [UInt8] {
        type + (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
            + [UInt8](repeating: 0, count: bytes.count % 2)
    }
}
