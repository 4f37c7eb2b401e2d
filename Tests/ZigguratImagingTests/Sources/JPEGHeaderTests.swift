import Foundation
import TestSupport
import Testing
import ZigguratCore

@testable import ZigguratImaging

/// What libjpeg-turbo says of a JPEG is what libvips says, in every field; the rest is left to it.
@Suite struct JPEGHeaderTests {
    /// Whether the JPEG files among the kinds of sources are plain.
    private static let plainness = [
        "444.jpg": true, "420.jpg": true, "grey.jpg": true, "progressive.jpg": false,
        "restarts.jpg": true, "cmyk.jpg": false, "press.jpg": false, "p3.jpg": false,
        "srgb.jpg": false, "screen-profile-on-grey.jpg": false, "perceptual.jpg": false,
    ]

    @Test(arguments: SourceKind.all)
    func `Both headers are the same in every field`(_ kind: SourceKind) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await kind.make(in: folder, width: 77, height: 53)
            let trust = SourceTrust(allowsUntrusted: true)
            let general = try SourceImage.understood(file.path, kind.request, trust)
            let image = try SourceImage(path: file.path, request: kind.request, trust: trust)
            #expect(image.header == general.header)
            #expect(image.recipe == general.recipe)
            // As libvips writes it there is Exif in each; without that, only what the kind is
            // about.
            let isJPEG = kind.file.hasSuffix(".jpg")
            #expect(isJPEG == (Self.plainness[kind.file] != nil))
            guard isJPEG else {
                #expect(JPEGHeader.plain(file.path) == nil)
                return
            }
            let bare = try Self.withoutExif(Data(contentsOf: file))
            try bare.write(to: folder["bare.jpg"])
            let path = folder["bare.jpg"].path
            let plain = JPEGHeader.plain(path)
            #expect((plain != nil) == Self.plainness[kind.file])
            let generalOfBare = try SourceImage.understood(path)
            #expect(plain == nil || plain?.recipe == generalOfBare.recipe)
            #expect(plain == nil || plain?.header == generalOfBare.header)
            #expect(try SourceImage(path: path).header == generalOfBare.header)
        }
    }

    /// What is asked for beyond the picture as it is, is libvips' to say; so is what is refused.
    @Test(arguments: [
        (SourceRequest(), SourceTrust(), true),
        (SourceRequest(page: 1), SourceTrust(allowsUntrusted: true), true),
        (SourceRequest(density: 150, fit: PixelSize(square: 400)), SourceTrust(), true),
        (SourceRequest(intent: .absolute, showsMetadata: false), SourceTrust(), true),
        (SourceRequest(page: 2), SourceTrust(), false),
        (SourceRequest(rotation: .half), SourceTrust(), false),
        (SourceRequest(crop: PixelRegion(x: 0, y: 0, width: 40, height: 30)), SourceTrust(), false),
        (SourceRequest(fit: PixelSize(square: 20)), SourceTrust(), false),
        (SourceRequest(megabyteLimit: 0.001), SourceTrust(), false),
        (SourceRequest(range: .automatic), SourceTrust(), false),
        (SourceRequest(), SourceTrust(allowsTruncated: true), false),
        (SourceRequest(), SourceTrust(pixelLimit: 1199), false),
    ])
    func `Every wish comes out as libvips has it`(
        _ request: SourceRequest, _ trust: SourceTrust, _ isPlain: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let path = try await TestPicture(width: 40, height: 30)
                .write(to: folder["plain.jpg"], options: "strip").path
            #expect((JPEGHeader.plain(path, request, trust) != nil) == isPlain)
            let general = Self.outcome { try SourceImage.understood(path, request, trust) }
            let image = Self.outcome {
                let image = try SourceImage(path: path, request: request, trust: trust)
                return (image.header, image.recipe)
            }
            #expect(image == general)
        }
    }

    @Test func `Photographs by cameras have the same header both ways`() throws {
        for file in try RealPhotographs.all() + RealPhotographs.orientations().values {
            let general = try SourceImage.understood(file.path)
            #expect(try SourceImage(path: file.path).header == general.header, "\(file.path)")
            if let plain = JPEGHeader.plain(file.path) {
                #expect(plain.header == general.header && plain.recipe == general.recipe)
            }
        }
        for file in try RealPhotographs.orientations().values {
            #expect(JPEGHeader.plain(file.path) == nil)
        }
    }

    /// Wherever a file ends or is broken, both ways give the same answer, or none.
    @Test func `A file that is cut or broken is seen alike`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 40, height: 30)
                .write(to: folder["whole.jpg"], options: "strip")
            let whole = [UInt8](try Data(contentsOf: file))
            let start = try #require(JPEGSegments.scan(of: whole))
            var variants = (1..<min(whole.count, start + 40)).map { Array(whole[..<$0]) }
            variants += (0..<start).map { position in
                var bytes = whole
                bytes[position] ^= 0xFF
                return bytes
            }
            var plainCount = 0
            let path = folder["variant.jpg"].path
            for bytes in variants {
                try Data(bytes).write(to: folder["variant.jpg"])
                let general = try? SourceImage.understood(path)
                #expect((try? SourceImage(path: path))?.header == general?.header)
                if JPEGHeader.plain(path) != nil { plainCount += 1 }
            }
            // Ends behind the header, and numbers that may be anything, are seen the fast way.
            #expect((40...variants.count - 40).contains(plainCount))
        }
    }

    /// Everything that is known of a picture, or what is wrong with it.
    private static func outcome(
        _ body: () throws -> (header: SourceHeader, recipe: ReadingRecipe)
    ) -> String {
        do { return "\(try body())" } catch { return "\(error)" }
    }

    /// The file without its segments of Exif.
    private static func withoutExif(_ data: Data) throws -> Data {
        let bytes = [UInt8](data)
        let scan = try #require(JPEGSegments.scan(of: bytes))
        var result = Array(bytes[..<2])
        for segment in JPEGSegments.all(of: bytes) where bytes[segment.lowerBound + 1] != 0xE1 {
            result += bytes[segment]
        }
        return Data(result + bytes[scan...])
    }
}

/// The segments of a JPEG between its first marker and its first scan (ITU-T T.81, B.1.1.4).
private enum JPEGSegments {
    static func all(of bytes: [UInt8]) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        var start = 2
        while start + 4 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] != 0xDA {
            let end = start + 2 + Int(bytes[start + 2]) << 8 + Int(bytes[start + 3])
            segments.append(start..<end)
            start = end
        }
        return segments
    }

    /// Where the first scan begins.
    static func scan(of bytes: [UInt8]) -> Int? { all(of: bytes).last?.upperBound }
}
