import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Alpha of samples that do not state which alpha is opaque.
@Suite struct NumberAlphaTests {
    /// The type of a TIFF's samples, and the alpha of opaque pixels.
    struct Kind: CustomTestStringConvertible, Sendable {
        let bits: Int
        /// The number of SampleFormat: 1 unsigned, 2 signed. Source: TIFF 6.0, section 19.
        let format: Int
        let most: Int
        var testDescription: String { "\(bits) bits, format \(format), to \(most)" }

        func tiff(_ values: [[Int]], extra: Int, isPlanar: Bool = false) -> MadeTIFF {
            let samples = values[0].count
            func bytes(_ value: Int) -> [UInt8] {
                (0..<bits / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            let strips =
                isPlanar
                ? (0..<samples).map { plane in values.flatMap { bytes($0[plane]) } }
                : [values.flatMap { $0.flatMap(bytes) }]
            return MadeTIFF(
                width: values.count, height: 1, rowsPerStrip: 1,
                bits: [Int](repeating: bits, count: samples),
                photometric: [2: 1, 4: 2, 5: 5][samples] ?? 1, strips: strips,
                [
                    338: [extra], 339: [Int](repeating: format, count: samples),
                    284: [isPlanar ? 2 : 1],
                ])
        }
    }

    private static let kinds = [
        Kind(bits: 16, format: 2, most: 32_767), Kind(bits: 32, format: 2, most: 2_147_483_647),
        Kind(bits: 32, format: 1, most: 4_294_967_295), Kind(bits: 32, format: 1, most: 65_535),
        Kind(bits: 32, format: 2, most: 65_535), Kind(bits: 32, format: 1, most: 255),
    ]

    private static func shown(_ tiff: MadeTIFF) async throws -> [Int] {
        try await TemporaryFolder.with { folder in
            let source = try SourceImage(path: try folder.write(tiff.data, to: "a.tif").path)
            return try source.pixels(keepsAlpha: true).samples.map { Int($0) }
        }
    }

    private static func isNear(_ samples: [Int], _ others: [Int], _ most: Int = 1) -> Bool {
        samples.count == others.count
            && zip(samples, others).allSatisfy { abs($0 - $1) <= most }
    }

    /// Grey and alpha from 0 to 255.
    private static let pixels = [[0, 51], [100, 108], [200, 164], [255, 255]]
    private static let expected = pixels.flatMap { [$0[0], $0[0], $0[0], $0[1]] }

    @Test(arguments: kinds)
    func `Integer alpha is opaque at the lowest usual value that no alpha exceeds`(
        _ kind: Kind
    ) async throws {
        let values = Self.pixels.map { $0.map { $0 * kind.most / 255 } }
        let shown = try await Self.shown(kind.tiff(values, extra: 2))
        #expect(Self.isNear(shown, Self.expected), "\(shown)")
    }

    /// libvips divides only by an alpha from 0 to 255.
    @Test(arguments: kinds[..<3], [false, true])
    func `Integer colours with associated alpha are divided by alpha`(
        _ kind: Kind, _ isPlanar: Bool
    ) async throws {
        let values = Self.pixels.map { pixel in
            [pixel[0] * pixel[1] * (kind.most / 255) / 255, pixel[1] * (kind.most / 255)]
        }
        let shown = try await Self.shown(kind.tiff(values, extra: 1, isPlanar: isPlanar))
        #expect(Self.isNear(shown, Self.expected, 2), "\(shown)")
    }

    /// GDAL writes an alpha of 255 into files of 16 bits.
    @Test(arguments: [255, 4095, 65_535])
    func `Alpha of 16-bit samples has its own range if colours use few bits`(
        _ most: Int
    ) async throws {
        let alphas = [11, 77, 155, 255]
        let values = zip([0, 1000, 4000, 4095], alphas).map { grey, alpha in
            [grey, grey, grey, alpha * most / 255]
        }
        let shown = try await Self.shown(
            Kind(bits: 16, format: 1, most: most).tiff(values, extra: 2))
        #expect(Self.isNear(stride(from: 3, to: 16, by: 4).map { shown[$0] }, alphas))
        #expect(Self.isNear(stride(from: 0, to: 16, by: 4).map { shown[$0] }, [0, 62, 249, 255]))
    }

    @Test(arguments: [false, true])
    func `16-bit CMYK with associated alpha gives the same pixels as 8-bit CMYK`(
        _ isPlanar: Bool
    ) async throws {
        let pixels = [[60, 100, 90, 20, 129], [10, 20, 30, 40, 255], [0, 0, 0, 0, 0]]
        let narrow = try await Self.shown(
            Kind(bits: 8, format: 1, most: 255).tiff(pixels, extra: 1))
        let wide = try await Self.shown(
            Kind(bits: 16, format: 1, most: 65_535).tiff(
                pixels.map { $0.map { $0 * 257 } }, extra: 1, isPlanar: isPlanar))
        #expect(wide[3] == 129 && wide[7] == 255 && wide[11] == 0)
        #expect(Self.isNear(Array(wide[..<8]), Array(narrow[..<8]), 3), "\(wide) \(narrow)")
    }
}
