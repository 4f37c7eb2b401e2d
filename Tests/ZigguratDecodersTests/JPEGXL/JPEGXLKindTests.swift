import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// Orientation and compressed metadata of JPEG XL.
@Suite struct JPEGXLKindTests {
    private static let trust = SourceRequest.Trust(allowsUntrusted: true)

    /// The operations that turn an image of each orientation upright.
    private static let turns: [Int: [[String]]] = [
        1: [], 2: [["flip", "horizontal"]], 3: [["rot", "d180"]], 4: [["flip", "vertical"]],
        5: [["rot", "d90"], ["flip", "horizontal"]], 6: [["rot", "d90"]],
        7: [["rot", "d90"], ["flip", "vertical"]], 8: [["rot", "d270"]],
    ]

    @Test(arguments: 1...8)
    func `Each orientation is applied, directly and through libvips`(
        _ orientation: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 211, height: 130).pixels()
            let file = folder["turned.jxl"]
            try await MadeJPEGXL.write(picture, orientation: orientation, to: file, in: folder)
            try await picture.write(to: folder["picture.v"])
            let steps = try #require(Self.turns[orientation])
            let expected = try await PixelPicture.read(
                Vips.prepare(folder["picture.v"], [["copy"]] + steps, in: folder))
            let source = try SourceImage(path: file.path, trust: Self.trust)
            let reading = try source.makeReading(keepsAlpha: true, background: .white)
            #expect(!reading.usesLibvips)
            let isSame = try source.pixels() == expected
            #expect(isSame)
            #expect(try Comparison(source).largest == 0)
            let crop = PixelRegion(x: 31, y: 17, width: 60, height: 83)
            let part = try SourceImage(
                path: file.path, request: SourceRequest(crop: crop), trust: Self.trust)
            let expectedPart = try await PixelPicture.read(
                Vips.prepare(
                    folder["picture.v"],
                    [["copy"]] + steps + [["extract_area", "31", "17", "60", "83"]], in: folder))
            let isSamePart = try part.pixels() == expectedPart
            #expect(isSamePart)
        }
    }

    /// Source: IEC 61966-2-1, the curve of sRGB.
    @Test func `Linear grey becomes sRGB grey`() async throws {
        try await TemporaryFolder.with { folder in
            let samples = (0..<40 * 30).map { UInt8($0 % 256) }
            let picture = PixelPicture(width: 40, height: 30, bands: 1, samples: samples)
            let file = folder["light.jxl"]
            try await MadeJPEGXL.write(picture, to: file, in: folder)
            for request in [SourceRequest(), SourceRequest(rotation: .half)] {
                let source = try SourceImage(path: file.path, request: request, trust: Self.trust)
                #expect(source.header.colour == .grey && source.header.hasProfile)
                let pixels = try source.pixels()
                let stored = request.rotation == .half ? samples.reversed() : samples
                let expected = stored.flatMap { light -> [UInt8] in
                    let part = Double(light) / 255
                    let curve =
                        part <= 0.0031308 ? 12.92 * part : 1.055 * pow(part, 1 / 2.4) - 0.055
                    return Array(repeating: UInt8((255 * curve).rounded()), count: pixels.bands)
                }
                let difference = try pixels.difference(
                    from: PixelPicture(
                        width: 40, height: 30, bands: pixels.bands, samples: expected))
                #expect(difference.largest <= 1)
            }
        }
    }

    @Test func `Compressed metadata are read, and damaged metadata are ignored`() async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 40, height: 30).pixels()
            // The boxes omit the marker and the length of the segment, and the identifier before
            // the content.
            let exif = Data([0, 0, 0, 0]) + MetadataSegments.exif().dropFirst(10)
            let xmp = MetadataSegments.xmp("<dc:source>A box</dc:source>").dropFirst(4 + 29)
            for (name, boxes) in [
                ("exif", [("Exif", exif)]), ("xmp", [("xml ", Data(xmp))]), ("none", []),
            ] {
                let file = folder["\(name).jxl"]
                try await MadeJPEGXL.write(picture, boxes: boxes, to: file, in: folder)
                var bytes = try Data(contentsOf: file)
                let box = bytes.range(of: Data("brob".utf8))
                #expect((box == nil) == boxes.isEmpty)
                let metadata = try SourceImage(path: file.path, trust: Self.trust).header.metadata
                #expect((metadata != SourceHeader.Metadata()) == (name == "exif"))
                if name == "exif" { #expect(metadata.creator == "Ann Exif") }
                let embedded = JPEGXLMetadata(try SourceFile(path: file.path))
                #expect((embedded.xmp.map { Data($0) } == Data(xmp)) == (name == "xmp"))
                guard let box else { continue }
                for index in box.upperBound + 8..<box.upperBound + 24 { bytes[index] ^= 0xA5 }
                let path = try folder.write(bytes, to: "damaged.jxl").path
                let damaged = try SourceImage(path: path, trust: Self.trust)
                #expect(damaged.header.metadata == SourceHeader.Metadata())
                #expect(try damaged.pixels().samples == picture.samples)
            }
        }
    }
}
