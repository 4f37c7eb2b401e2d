import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// Headers that libjpeg-turbo reads equal the headers of libvips; unusual files are left to
/// libvips.
@Suite struct JPEGHeaderTests {
    @Test(arguments: SourceKind.all)
    func `Headers of libjpeg-turbo equal the headers of libvips in every field`(_ kind: SourceKind)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await kind.make(in: folder, width: 77, height: 53)
            let trust = SourceRequest.Trust(allowsUntrusted: true)
            let general = try VipsSource.open(file.path, kind.request, trust)
            let image = try SourceImage(path: file.path, request: kind.request, trust: trust)
            #expect(image.header.comparable == general.header.comparable)
            #expect(image.plan == general.plan)
            // libvips writes Exif into each file. Without Exif, only the kind decides which decoder
            // is used.
            guard kind.file.hasSuffix(".jpg") else {
                #expect(try Self.plain(file.path) == nil)
                return
            }
            let bare = try Self.withoutExif(Data(contentsOf: file))
            try bare.write(to: folder["bare.jpg"])
            let path = folder["bare.jpg"].path
            let plain = try Self.plain(path)
            let generalOfBare = try VipsSource.open(path)
            #expect(plain?.plan == generalOfBare.plan)
            let header = generalOfBare.header.comparable
            #expect(plain?.header.comparable == header)
            #expect(try SourceImage(path: path).header.comparable == header)
        }
    }

    /// libvips opens files for requests of another size or other values, and for invalid requests.
    @Test(arguments: [
        (SourceRequest(), SourceRequest.Trust(), true),
        (SourceRequest(page: 1), SourceRequest.Trust(allowsUntrusted: true), true),
        (SourceRequest(density: 150, fit: PixelSize(square: 400)), SourceRequest.Trust(), true),
        (SourceRequest(intent: .absolute, showsMetadata: false), SourceRequest.Trust(), true),
        (SourceRequest(page: 2), SourceRequest.Trust(), false),
        (SourceRequest(rotation: .half), SourceRequest.Trust(), true),
        (SourceRequest(sampleBits: 16), SourceRequest.Trust(), true),
        (
            SourceRequest(crop: PixelRegion(x: 3, y: 0, width: 20, height: 30)),
            SourceRequest.Trust(), true
        ),
        (
            SourceRequest(crop: PixelRegion(x: 3, y: 0, width: 40, height: 30)),
            SourceRequest.Trust(), false
        ),
        (SourceRequest(associatedImage: "label"), SourceRequest.Trust(), false),
        (SourceRequest(fit: PixelSize(square: 20)), SourceRequest.Trust(), false),
        (SourceRequest(megabyteLimit: 0.001), SourceRequest.Trust(), false),
        (SourceRequest(range: .automatic), SourceRequest.Trust(), false),
        (SourceRequest(), SourceRequest.Trust(pixelLimit: 1199), false),
    ])
    func `Every request gives the header that libvips gives`(
        _ request: SourceRequest, _ trust: SourceRequest.Trust, _ isPlain: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let path = try await TestPicture(width: 40, height: 30)
                .write(to: folder["plain.jpg"], options: "strip").path
            #expect((try Self.plain(path, request, trust) != nil) == isPlain)
            let general = Self.outcome { try VipsSource.open(path, request, trust) }
            let image = Self.outcome {
                let image = try SourceImage(path: path, request: request, trust: trust)
                return (image.header, image.plan)
            }
            #expect(image == general)
        }
    }

    @Test func `Photographs have the headers of libvips`() throws {
        for file in try RealPhotographs.all() + RealPhotographs.orientations().values {
            let general = try VipsSource.open(file.path)
            let header = try SourceImage(path: file.path).header.comparable
            #expect(header == general.header.comparable, "\(file.path)")
            if let plain = try Self.plain(file.path) {
                #expect(plain.header.comparable == general.header.comparable)
                #expect(plain.plan == general.plan)
            }
        }
        for file in try RealPhotographs.orientations().values {
            #expect(try Self.plain(file.path) != nil)
        }
    }

    /// Exif, XMP and IPTC; libvips must read some of them.
    @Test(arguments: MetadataCase.all)
    func `Metadata of a JPEG equal the metadata of libvips`(
        _ kind: MetadataCase
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 40, height: 30)
                .write(to: folder["picture.jpg"], options: "strip")
            try MetadataSegments.insert(kind.segments, into: file)
            let general = try VipsSource.open(file.path)
            let plain = try Self.plain(file.path)
            #expect((plain == nil) == kind.name.contains("parentheses"))
            #expect(plain == nil || plain?.header == general.header)
            #expect(try SourceImage(path: file.path).header.metadata == kind.expected)
            // The negative control: if metadata are not requested, the header does not contain
            // them.
            let silent = SourceRequest(showsMetadata: false)
            #expect(
                try SourceImage(path: file.path, request: silent).header.metadata
                    == SourceHeader.Metadata())
        }
    }

    /// The samples have no image data, so each Exif segment is inserted into another file.
    @Test func `Exif of many cameras, damaged or not, equals the Exif of libvips`() async throws {
        try await TemporaryFolder.with { folder in
            let bare = try await TestPicture(width: 40, height: 30)
                .write(to: folder["bare.jpg"], options: "strip")
            let file = folder["picture.jpg"]
            var (count, plainCount) = (0, 0)
            for sample in try RealPhotographs.exifSamples() {
                let bytes = [UInt8](try Data(contentsOf: sample))
                let segments = JPEGSegments.all(of: bytes).filter { $0.upperBound <= bytes.count }
                guard let exif = segments.first(where: { bytes[$0.lowerBound + 1] == 0xE1 }) else {
                    continue
                }
                try Data(contentsOf: bare).write(to: file)
                try MetadataSegments.insert([Data(bytes[exif])], into: file)
                count += 1
                let general = try VipsSource.open(file.path)
                guard let plain = try Self.plain(file.path) else { continue }
                plainCount += 1
                #expect(
                    plain.header.comparable == general.header.comparable, "\(sample.path)")
                #expect(plain.plan == general.plan, "\(sample.path)")
            }
            #expect(count > 50)
            #expect(plainCount > count / 2, "\(plainCount) of \(count)")
        }
    }

    /// Repeated and unknown segments are left to libvips.
    @Test func `Unusual metadata are left to libvips`() async throws {
        let exif = MetadataSegments.exif()
        let unusual: [[Data]] = [
            [exif, exif], [MetadataSegments.exif(artist: "Zoë")],
            [MetadataSegments.segment(0xE1, Data("Something else".utf8))],
            [MetadataSegments.segment(0xED, Data("Something else".utf8))],
            Array(repeating: MetadataSegments.segment(0xFE, Data("note".utf8)), count: 300)
                + [exif],
        ]
        try await TemporaryFolder.with { folder in
            let file = folder["picture.jpg"]
            for segments in [[exif]] + unusual {
                try await TestPicture(width: 40, height: 30).write(to: file, options: "strip")
                try MetadataSegments.insert(segments, into: file)
                #expect((try Self.plain(file.path) != nil) == (segments == [exif]))
                let general = try VipsSource.open(file.path).header
                #expect(try SourceImage(path: file.path).header == general)
            }
        }
    }

    /// Wherever a file is truncated or damaged, both decoders give equal headers or an error.
    @Test(arguments: [
        [], [MetadataSegments.exif(), MetadataSegments.iptc([(5, [65])], isUTF8: true)],
    ])
    func `A truncated or damaged file gives the header of libvips or an error`(_ segments: [Data])
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 40, height: 30)
                .write(to: folder["whole.jpg"], options: "strip")
            try MetadataSegments.insert(segments, into: file)
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
                let general = try? VipsSource.open(path)
                let image = try? SourceImage(path: path)
                #expect(image?.header.comparable == general?.header.comparable)
                if try Self.plain(path) != nil { plainCount += 1 }
            }
            // libjpeg reads files that are truncated after the header, or with other values of free
            // fields.
            #expect((40...variants.count - 40).contains(plainCount))
        }
    }

    /// Returns the header that the JPEG decoder opens without libvips.
    private static func plain(
        _ path: String, _ request: SourceRequest = SourceRequest(),
        _ trust: SourceRequest.Trust = SourceRequest.Trust()
    ) throws -> OpenedSource? {
        try JPEGDecoder().open(SourceFile(path: path)).header(request, trust)
    }

    /// Returns the header and the plan, or the error.
    private static func outcome(
        _ body: () throws -> OpenedSource
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

    /// The offset of the first scan.
    static func scan(of bytes: [UInt8]) -> Int? { all(of: bytes).last?.upperBound }
}
