import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@testable import ZigguratImaging

/// Truncated files, if they are allowed: filled if the decoder can, else an error.
@Suite struct TruncatedSourceTests {
    private static let note = [ConversionStep.filled]

    /// Rows before the end stay as they are; the others are one colour.
    @Test(arguments: ["photo.jpg", "photo.png"])
    func `A truncated file is filled if that is allowed`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 777, height: 523).write(to: folder[name])
            let whole = try SourceImage(path: file.path).pixels()
            let bytes = try Data(contentsOf: file)
            let cut = try folder.write(bytes.prefix(bytes.count * 6 / 10), to: "cut-\(name)")
            #expect(throws: ZigguratError.self) {
                try SourceImage(path: cut.path).pixels()
            }
            let source = try SourceImage(
                path: cut.path, trust: SourceRequest.Trust(allowsTruncated: true))
            #expect(source.header.conversions == Self.note)
            let filled = try source.pixels()
            let (top, bottom) = (whole.height * 2 / 5, whole.height * 9 / 10)
            let isKept =
                filled.cropped(x: 0, y: 0, width: 777, height: top)
                == whole.cropped(x: 0, y: 0, width: 777, height: top)
            #expect(isKept)
            let rest = filled.cropped(x: 0, y: bottom, width: 777, height: 40)
            #expect(rest.samples.allSatisfy { $0 == rest.samples[0] })
        }
    }

    @Test func `Missing blocks of a TIFF are filled`() async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 300, height: 200).pixels()
            let bytes = FrontTIFF.bytes(of: picture)
            let cut = try folder.write(bytes.prefix(bytes.count * 6 / 10), to: "cut.tif")
            #expect(throws: ZigguratError.self) { try SourceImage(path: cut.path).pixels() }
            let source = try SourceImage(
                path: cut.path, trust: SourceRequest.Trust(allowsTruncated: true))
            #expect(source.header.conversions == Self.note)
            let filled = try source.pixels()
            let isKept =
                filled.cropped(x: 0, y: 0, width: 300, height: 100)
                == picture.cropped(x: 0, y: 0, width: 300, height: 100)
            #expect(isKept)
            let rest = filled.cropped(x: 0, y: 130, width: 300, height: 70)
            #expect(rest.samples.allSatisfy { $0 == 0 })
        }
    }

    /// Some formats need their end, and libvips, which reduces TIFF images,
    /// does not fill them: both are found before pixels are read.
    @Test(arguments: [
        ("photo.tif", "", SourceFailure.truncated(row: nil, of: nil)),
        ("photo.webp", "lossless", .truncated(row: nil, of: nil)),
        ("photo.webp", "Q=80", .truncated(row: nil, of: nil)),
        ("photo.heic", "", .truncated(row: nil, of: nil)),
        ("photo.avif", "", .truncated(row: nil, of: nil)),
        ("front.tif", "", .cannotFill),
    ])
    func `A file that cannot be filled is an error`(
        _ name: String, _ options: String, _ reason: SourceFailure
    ) async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 300, height: 200)
            let file =
                name == "front.tif"
                ? try folder.write(FrontTIFF.bytes(of: picture.pixels()), to: name)
                : try await picture.write(to: folder[name], options: options)
            let trust = SourceRequest.Trust(allowsTruncated: true)
            let request = SourceRequest(fit: name == "front.tif" ? PixelSize(square: 90) : nil)
            let whole = try SourceImage(path: file.path, request: request, trust: trust)
            if request.fit == nil {
                #expect(whole.header.conversions == [])
                #expect(try whole.pixels().difference(from: picture.pixels()).mean < 8)
            }
            let bytes = try Data(contentsOf: file)
            for part in [6, 9] {
                let cut = try folder.write(bytes.prefix(bytes.count * part / 10), to: "cut-\(name)")
                let error = #expect(throws: ZigguratError.self) {
                    try SourceImage(path: cut.path, request: request, trust: trust)
                }
                #expect(error?.reason as? SourceFailure == reason)
                #expect(error?.subject == cut.path)
            }
        }
    }
}
