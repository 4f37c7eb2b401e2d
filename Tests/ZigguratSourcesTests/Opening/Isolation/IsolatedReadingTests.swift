import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// A decoder in another process gives equal headers and pixels.
@Suite struct IsolatedReadingTests {
    @Test(arguments: SourceKind.all)
    func `Headers and pixels equal the results of this process`(_ kind: SourceKind) async throws {
        try await TemporaryFolder.with { folder in
            let path = try await kind.make(in: folder, width: 321, height: 203).path
            let trust = SourceRequest.Trust(allowsUntrusted: true)
            let here = try SourceImage(path: path, request: kind.request, trust: trust)
            let there = try SourceImage(
                path: path, request: kind.request, trust: Isolation.of(trust))
            #expect(try Isolation.document(there.header) == Isolation.document(here.header))
            #expect(there.plan == here.plan)
            for keepsAlpha in here.header.hasAlpha ? [true, false] : [true] {
                #expect(
                    try there.pixels(keepsAlpha: keepsAlpha)
                        == here.pixels(keepsAlpha: keepsAlpha))
            }
        }
    }

    private static let requests: [SourceRequest] = [
        SourceRequest(rotation: .quarter), SourceRequest(rotation: .half),
        SourceRequest(
            rotation: .threeQuarters, crop: PixelRegion(x: 7, y: 40, width: 90, height: 150)),
        SourceRequest(crop: PixelRegion(x: 11, y: 70, width: 200, height: 61)),
        SourceRequest(fit: PixelSize(square: 100)), SourceRequest(range: .automatic),
        SourceRequest(range: .limits(20, 200)), SourceRequest(colour: .keep),
        SourceRequest(sampleBits: 16),
    ]

    @Test(arguments: ["p3.jp2", "image.gif", "image.hdr", "image.jpg", "wide.tif"], requests)
    func `Every request gives equal pixels in both processes`(
        _ name: String, _ request: SourceRequest
    ) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder[name].path
            try await TestPicture(width: 301, height: 203).write(to: folder["rgb.v"])
            switch name {
            case "p3.jp2", "wide.tif":
                try await Vips.run(
                    "icc_transform", "rgb.v", path, "p3", "--input-profile", "srgb", "--depth",
                    name == "wide.tif" ? "16" : "8", in: folder)
            default: try await Vips.run("copy", "rgb.v", path, in: folder)
            }
            let trust = SourceRequest.Trust(allowsUntrusted: true)
            let here = try SourceImage(path: path, request: request, trust: trust)
            let there = try SourceImage(path: path, request: request, trust: Isolation.of(trust))
            #expect(try Isolation.document(there.header) == Isolation.document(here.header))
            #expect(there.readsLevel == here.readsLevel)
            #expect(there.readsLevel == (name == "p3.jp2" && request.fit != nil))
            #expect(try there.findValueRange().limits == here.findValueRange().limits)
            #expect(try there.keptProfile() == here.keptProfile())
            #expect(try Self.samples(there) == Self.samples(here))
        }
    }

    /// Several threads convert a large image, and write its rows to a smaller ring buffer.
    @Test(arguments: [["p3.jp2", "p3"], ["large.jp2", "srgb"], ["large.jxl", "srgb"]])
    func `A large image has equal pixels in both processes`(_ kind: [String]) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder[kind[0]].path
            try await TestPicture(width: 2300, height: 2100).write(to: folder["rgb.v"])
            try await Vips.run(
                "icc_transform", "rgb.v", path, kind[1], "--input-profile", "srgb", in: folder)
            let trust = SourceRequest.Trust(allowsUntrusted: true)
            let here = try SourceImage(path: path, trust: trust)
            let there = try SourceImage(path: path, trust: Isolation.of(trust))
            #expect(there.isIsolated && !here.isIsolated)
            let isSame = try Self.samples(there) == Self.samples(here)
            #expect(isSame)
        }
    }

    @Test func `A slide has equal pixels in both processes`() async throws {
        try await TemporaryFolder.with { folder in
            let path = try await Slide.makeWithGaps(in: folder).path
            let trust = SourceRequest.Trust(allowsUntrusted: true)
            let here = try SourceImage(path: path, trust: trust)
            let there = try SourceImage(path: path, trust: Isolation.of(trust))
            #expect(there.isIsolated && there.header.format == "openslide")
            #expect(try Isolation.document(there.header) == Isolation.document(here.header))
            let isSame = try Self.samples(there) == Self.samples(here)
            #expect(isSame)
        }
    }

    @Test(arguments: [
        ("image.jpg", false), ("image.png", false), ("image.webp", false), ("image.tif", false),
        ("image.gif", true), ("image.ppm", true), ("image.jp2", true), ("image.avif", true),
    ])
    func `Decoders of common formats stay in this process`(
        _ name: String, _ isIsolated: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let path = try await TestPicture(width: 40, height: 30).write(to: folder[name]).path
            let trust = try Isolation.of(SourceRequest.Trust(allowsUntrusted: true))
            #expect(try SourceImage(path: path, trust: trust).isIsolated == isIsolated)
            // libvips reduces every format, in another process.
            let small = SourceRequest(fit: PixelSize(square: 9))
            #expect(try SourceImage(path: path, request: small, trust: trust).isIsolated)
        }
    }

    /// The decoder process reports the errors of this process.
    @Test func `Errors are equal in both processes`() async throws {
        try await TemporaryFolder.with { folder in
            let gif = try await TestPicture(width: 400, height: 300).write(to: folder["image.gif"])
            let bytes = try Data(contentsOf: gif)
            let kinds: [(Data, SourceRequest, SourceRequest.Trust)] =
                [
                    (bytes.prefix(bytes.count / 2), SourceRequest(), SourceRequest.Trust()),
                    (bytes.prefix(7), SourceRequest(), SourceRequest.Trust()),
                    (Data("nothing".utf8), SourceRequest(), SourceRequest.Trust()),
                    (bytes, SourceRequest(page: 3), SourceRequest.Trust()),
                    (bytes, SourceRequest(associatedImage: "label"), SourceRequest.Trust()),
                    (bytes, SourceRequest(), SourceRequest.Trust(pixelLimit: 100)),
                ]
                + [false, true].map { allowsUntrusted in
                    (
                        Data("%PDF-1.4 without pages".utf8), SourceRequest(),
                        SourceRequest.Trust(allowsUntrusted: allowsUntrusted)
                    )
                }
            for (number, kind) in kinds.enumerated() {
                let path = try folder.write(kind.0, to: "\(number).image").path
                let errors = try [kind.2, Isolation.of(kind.2)].map { trust in
                    try #require(
                        throws: ZigguratError.self,
                        performing: {
                            _ = try SourceImage(path: path, request: kind.1, trust: trust).pixels()
                        })
                }
                #expect(errors[0].code == errors[1].code)
                #expect("\(errors[0].reason)" == "\(errors[1].reason)")
                // Other tests in this process can take the libvips message that is the cause.
                #expect(errors[0].cause == nil || errors[0] == errors[1])
                // The decoder process runs no other work.
                if number == 0 { #expect(errors[1].cause != nil) }
                #expect(errors[1].subject == path)
            }
        }
    }

    @Test func `Files that need their folder are recognised`() async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 40, height: 30)
            var paths: [String] = []
            for name in ["a.jpg", "b.gif", "c.ppm"] {
                paths.append(try await picture.write(to: folder[name]).path)
            }
            for number in 0..<40 {
                paths.append(try folder.write(Data("text".utf8), to: "\(number).txt").path)
            }
            paths.append(try await picture.write(to: folder["last.gif"]).path)
            let isolation = try Isolation.program()
            #expect(
                SourceImage.thatLookLikeImages(paths, isolation)
                    == SourceImage.thatLookLikeImages(paths))
            #expect(SourceImage.thatLookLikeImages(paths, isolation).count == 4)
        }
    }

    /// The process maps the file, and waits for space in the ring buffer.
    @Test func `A file that is truncated while it is read is an error`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 3000, height: 3000)
                .write(to: folder["large.v"])
            let trust = try Isolation.of(SourceRequest.Trust(allowsUntrusted: true))
            let source = try SourceImage(path: file.path, trust: trust)
            let reader = try source.makeReading(keepsAlpha: false, background: .white)
                .makeRowReader()
            try reader.waitForRows(16) { true }
            try FileHandle(forWritingTo: file).truncate(atOffset: 20)
            let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 9000)
            defer { row.deallocate() }
            let error = #expect(throws: ZigguratError.self) {
                for _ in 0..<3000 { try reader.read([row][...]) }
            }
            #expect(error?.reason as? SourceError == .decoder(.crashed))
            #expect(error?.cause == .library("Bus error"))
        }
    }

    private static func samples(_ source: SourceImage) throws -> [UInt8] {
        let limits = try source.findValueRange().limits
        return try RowStrips.samples(
            of: source.makeReading(keepsAlpha: true, background: .white, limits: limits))
    }
}
