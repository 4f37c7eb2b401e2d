import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// Every kind of source has equal pixels with the format's own reader and through libvips.
@Suite struct DirectReadingTests {
    @Test(arguments: SourceKind.all, [true, false])
    func `Pixels equal the pixels of libvips within one level`(
        _ kind: SourceKind, _ keepsAlpha: Bool
    ) async throws {
        guard kind.hasReader else { return }
        try await TemporaryFolder.with { folder in
            let file = try await kind.make(in: folder, width: 321, height: 203)
            let source = try SourceImage(
                path: file.path, request: kind.request,
                trust: SourceRequest.Trust(allowsUntrusted: true))
            guard keepsAlpha || source.header.hasAlpha else { return }
            let limits = try source.findValueRange().limits
            let reading = try source.makeReading(
                keepsAlpha: keepsAlpha, background: .white, limits: limits)
            #expect(reading.usesLibvips == SourceKind.general.contains(kind.file))
            let ours = try RowStrips.samples(of: reading)
            let theirs = try RowStrips.samples(
                of: source.readThroughVips(
                    keepsAlpha: keepsAlpha, background: .white, limits: limits))
            #expect(ours.count == theirs.count)
            let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
            let mean = Double(differences.reduce(0, +)) / Double(differences.count)
            #expect(mean <= 0.3)
            #expect((differences.max() ?? 0) <= kind.limit)
        }
    }

    /// libvips inverts CMYK in a JPEG even without Adobe's marker.
    @Test(arguments: [UInt8?.none, 0, 2])
    func `CMYK of any JPEG has the pixels of libvips`(_ transform: UInt8?) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 200, height: 100).write(to: folder["rgb.v"])
            try await Vips.run(
                "icc_transform", "rgb.v", "press.jpg", "cmyk", "--input-profile", "srgb",
                in: folder)
            let file = folder["press.jpg"]
            try AdobeSegment.mark(file, transform: transform)
            let source = try SourceImage(path: file.path)
            #expect(try source.header == VipsSource.open(file.path).header)
            let reading = try source.makeReading(keepsAlpha: false, background: .white)
            #expect(!reading.usesLibvips)
            #expect(try Comparison(source, keepsAlpha: false).mean <= 0.3)
        }
    }
}
