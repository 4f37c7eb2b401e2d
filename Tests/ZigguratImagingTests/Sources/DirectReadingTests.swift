import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// Every kind of source has equal pixels with the format's own reader and through libvips.
@Suite struct DirectReadingTests {
    /// The kinds that only libvips reads.
    private static let general = [
        "press.jpg", "lab.tif", "float.tif", "from-0-to-1.tif",
        "heights.tif", "labs.tif", "press.tif", "12-bit.png", "frames.webp",
    ]

    private static func hasReader(_ kind: SourceKind) -> Bool {
        ["jpg", "png", "tif", "webp", "jp2", "heic", "avif", "jxl"]
            .contains(kind.file.split(separator: ".").last)
    }

    static func isDirect(_ kind: SourceKind) -> Bool {
        hasReader(kind) && !general.contains(kind.file)
    }

    /// The largest difference of a sample. Little CMS has coarse tables for CMYK and for 16 bits.
    static func limit(of kind: SourceKind) -> Int {
        ["cmyk.jpg", "cmyk.tif", "absolute.tif", "p3-16.tif"].contains(kind.file) ? 16 : 1
    }

    @Test(arguments: SourceKind.all, [true, false])
    func `Pixels equal the pixels of libvips within one level`(
        _ kind: SourceKind, _ keepsAlpha: Bool
    ) async throws {
        guard Self.hasReader(kind) else { return }
        try await TemporaryFolder.with { folder in
            let file = try await kind.make(in: folder, width: 321, height: 203)
            let source = try SourceImage(
                path: file.path, request: kind.request,
                trust: SourceRequest.Trust(allowsUntrusted: true))
            guard keepsAlpha || source.header.hasAlpha else { return }
            let limits = try source.findValueRange().limits
            let reading = try source.makeReading(
                keepsAlpha: keepsAlpha, background: .white, limits: limits)
            #expect(reading.usesLibvips == Self.general.contains(kind.file))
            let ours = try RowStrips.samples(of: reading)
            let theirs = try RowStrips.samples(
                of: source.readThroughVips(
                    keepsAlpha: keepsAlpha, background: .white, limits: limits))
            #expect(ours.count == theirs.count)
            let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
            let mean = Double(differences.reduce(0, +)) / Double(differences.count)
            #expect(mean <= 0.3)
            #expect((differences.max() ?? 0) <= Self.limit(of: kind))
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
            try Self.mark(file, transform: transform)
            let source = try SourceImage(path: file.path)
            #expect(try source.header == VipsSource.open(file.path).header)
            let reading = try source.makeReading(keepsAlpha: false, background: .white)
            guard case .stored(let reader, _) = reading, reader is JPEGRowReader else {
                Issue.record("libvips reads it")
                return
            }
            #expect(try Comparison(source, keepsAlpha: false).mean <= 0.3)
        }
    }

    /// Changes Adobe's marker in a CMYK JPEG, or removes it.
    ///
    /// - Parameter transform: 0 for CMYK, 2 for YCCK. The colours change equally in both readers.
    static func mark(_ file: URL, transform: UInt8?) throws {
        var bytes = [UInt8](try Data(contentsOf: file))
        let adobe = try #require(bytes.firstRange(of: Array("Adobe".utf8)))
        if let transform {
            bytes[adobe.lowerBound + 11] = transform
        } else {
            bytes.removeSubrange(adobe.lowerBound - 4..<adobe.lowerBound + 12)
        }
        try Data(bytes).write(to: file)
    }
}
