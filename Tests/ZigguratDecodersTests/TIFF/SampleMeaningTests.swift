import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// The meaning of samples in simple formats, and formats that are not recognised by their first
/// bytes.
@Suite struct SampleMeaningTests {
    private static func shown(_ name: String, _ bytes: [UInt8]) async throws -> PixelPicture {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(Data(bytes), to: name)
            let source = try SourceImage(
                path: file.path, trust: SourceRequest.Trust(allowsUntrusted: true))
            let reading = try source.makeReading(keepsAlpha: true, background: .white)
            return PixelPicture(
                width: reading.size.width, height: reading.size.height, bands: reading.bands,
                samples: try RowStrips.samples(of: reading))
        }
    }

    /// Returns two pixels of 32 bits with these alphas, half red and half blue.
    private static func tga(_ alphas: [UInt8], type: UInt8?) -> [UInt8] {
        var bytes: [UInt8] = [0, 0, 2] + [UInt8](repeating: 0, count: 9) + [2, 0, 1, 0, 32, 0x28]
        for (pixel, alpha) in zip([[0, 0, 100], [100, 0, 0]] as [[UInt8]], alphas) {
            bytes += pixel + [alpha]
        }
        guard let type else { return bytes }
        let place = UInt8(bytes.count)
        bytes += [0xEF, 0x01] + [UInt8](repeating: 0, count: 492) + [type]
        return bytes + [place, 0, 0, 0, 0, 0, 0, 0] + Array("TRUEVISION-XFILE.\0".utf8)
    }

    private static let opaque: [UInt8] = [100, 0, 0, 0, 0, 100]

    @Test(
        arguments: [
            (nil, [0, 0], opaque), (nil, [0, 255], [100, 0, 0, 0, 0, 0, 100, 255]),
            (0, [9, 200], opaque), (1, [9, 200], opaque), (2, [9, 200], opaque),
            (3, [0, 0], [100, 0, 0, 0, 0, 0, 100, 0]),
            (3, [9, 200], [100, 0, 0, 9, 0, 0, 100, 200]),
            (4, [200, 255], [128, 0, 0, 200, 0, 0, 100, 255]),
        ] as [(UInt8?, [UInt8], [UInt8])])
    func `A TGA has alpha if its header states alpha`(
        _ type: UInt8?, _ alphas: [UInt8], _ expected: [UInt8]
    ) async throws {
        let picture = try await Self.shown("a.tga", Self.tga(alphas, type: type))
        #expect(picture.samples == expected)
    }

    /// Returns two pixels of 32 bits with a mask for alpha.
    private static func bmp(_ alphas: [UInt8], isBare: Bool = false) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let masks = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000].flatMap { number($0, 4) }
        let header =
            number(108, 4) + number(2, 4) + number(1, 4) + number(1, 2) + number(32, 2)
            + number(3, 4) + [UInt8](repeating: 0, count: 20) + masks
            + [UInt8](repeating: 0, count: 52)
        let pixels = zip([[0, 0, 100], [100, 0, 0]] as [[UInt8]], alphas).flatMap { $0 + [$1] }
        let file = Array("BM".utf8) + number(14 + 108 + 8, 4) + number(0, 4) + number(122, 4)
        return (isBare ? [] : file) + header + pixels
    }

    @Test(
        arguments: [
            ([0, 0], false, opaque), ([7, 0], false, [100, 0, 0, 7, 0, 0, 100, 0]),
            ([0, 0], true, opaque), ([255, 9], true, [100, 0, 0, 255, 0, 0, 100, 9]),
        ] as [([UInt8], Bool, [UInt8])])
    func `A bitmap whose alpha is 0 everywhere is opaque`(
        _ alphas: [UInt8], _ isBare: Bool, _ expected: [UInt8]
    ) async throws {
        let picture = try await Self.shown("a.bmp", Self.bmp(alphas, isBare: isBare))
        #expect(picture.samples == expected)
    }

    @Test(
        arguments: [
            ("GRAYSCALE_ALPHA", 2, [10, 20]), ("GRAYSCALE", 2, [10]), ("height", 2, [10]),
            (nil, 2, [10]), ("RGB_ALPHA", 4, [10, 20, 30, 40]), ("RGB", 4, [10, 20, 30]),
            ("x_ALPHA", 4, [10, 20, 30]), (nil, 6, [10, 20, 30]),
            ("GRAYSCALE_ALPHA", 5, [10, 20, 30]),
        ] as [(String?, Int, [UInt8])])
    func `A PAM has the samples of its tuple type`(
        _ type: String?, _ depth: Int, _ expected: [UInt8]
    ) async throws {
        let line = type.map { "TUPLTYPE \($0)\n" } ?? ""
        let head = "P7\nWIDTH 1\nHEIGHT 1\nDEPTH \(depth)\nMAXVAL 255\n\(line)ENDHDR\n"
        let samples = (1...depth).map { UInt8(10 * $0) }
        let picture = try await Self.shown("a.pam", Array(head.utf8) + samples)
        #expect(picture.samples == expected)
    }

    private static let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">\
        <rect width="8" height="5" fill="#c83c28"/></svg>
        """

    @Test func `A drawing is recognised by its root element`() async throws {
        let plain = try await Self.shown("a.svg", Array(Self.drawing.utf8))
        let prefixed = Self.drawing.replacing("<svg xmlns=", with: "<s:svg xmlns:s=")
            .replacing("<rect", with: "<s:rect").replacing("</svg", with: "</s:svg")
        let wide = "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + Self.drawing
        for bytes in [
            Array(Self.drawing.utf8), Array(prefixed.utf8),
            Array("<!-- \(prefixed) -->\n<?p q?>\(prefixed)".utf8),
            [UInt8](wide.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
        ] {
            #expect(try await Self.shown("a.svg", bytes) == plain)
            let compressed = try #require(Gzip.file(of: bytes))
            #expect(try await Self.shown("a.svgz", compressed) == plain)
        }
        // The negative control: a document that only contains a drawing.
        let page = Array("<html>\(prefixed)</html>".utf8)
        let compressedPage = try #require(Gzip.file(of: page))
        for bytes in [page, compressedPage] {
            await #expect(throws: ZigguratError.self) {
                try await Self.shown("a.svg", bytes)
            }
        }
    }

    @Test(arguments: [(10, true), (32_803, true), (34_892, true), (2, false)])
    func `A TIFF whose samples are not colours is refused by its photometric interpretation`(
        _ photometric: Int, _ isRefused: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let tiff = MadeTIFF(
                width: 2, height: 1, rowsPerStrip: 1, bits: [8, 8, 8], photometric: photometric,
                strips: [[1, 2, 3, 4, 5, 6]])
            let file = try folder.write(tiff.data, to: "a.tif")
            let reason: SourceError? = {
                do {
                    _ = try SourceImage(path: file.path)
                    return nil
                } catch { return (error as? ZigguratError)?.reason as? SourceError }
            }()
            #expect(reason == (isRefused ? .unsupported(.photometric(photometric)) : nil))
        }
    }

    @Test(
        arguments: [
            // Marks at one end, at both ends, no marks, and a mask of two values.
            ([-32_767, -32_767, -32_767] + Array(0...96), 1.0...95.0),
            ([-9999, -9999] + Array(0...96) + [30_000, 30_000], 1...95),
            ((0...99).map { 10 * $0 }, 20...970), ([0, 0, 0, 1000, 1000], 0...1000),
        ] as [([Int], ClosedRange<Double>)])
    func `Numbers that mark missing values are ignored`(
        _ values: [Int], _ expected: ClosedRange<Double>
    ) async throws {
        try await TemporaryFolder.with { folder in
            let samples = values.flatMap { value -> [UInt8] in
                let bits = Float(value).bitPattern
                return (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
            }
            let tiff = MadeTIFF(
                width: values.count, height: 1, rowsPerStrip: 1, bits: [32], photometric: 1,
                strips: [samples], [339: [3]])
            let source = try SourceImage(path: try folder.write(tiff.data, to: "a.tif").path)
            let limits = try #require(try source.findValueRange().limits)
            #expect(abs(limits.lowerBound - expected.lowerBound) <= 1)
            #expect(abs(limits.upperBound - expected.upperBound) <= 1)
        }
    }
}
