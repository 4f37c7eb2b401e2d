import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// CIELAB in every arrangement of samples, and pixels with fewer samples than their colours need.
@Suite struct CIELABTests {
    private static let (width, height) = (16, 9)

    /// A way to store CIELAB.
    struct Arrangement: CustomTestStringConvertible, Sendable {
        let photometric: Int
        let bits: Int
        var isPlanar = false
        /// The kinds of the samples after the colours: 0 without a meaning, 1 associated alpha, 2
        /// alpha.
        var extra: [Int] = []

        var testDescription: String {
            "\(photometric), \(bits) bits, \(extra)" + (isPlanar ? ", planes" : "")
        }
    }

    static let arrangements: [Arrangement] = {
        let extras: [[Int]] = [[], [0], [2], [0, 2]]
        var arrangements: [Arrangement] = []
        for photometric in [8, 9] {
            for bits in [8, 16] {
                for extra in extras {
                    for isPlanar in [false, true] {
                        arrangements.append(
                            Arrangement(
                                photometric: photometric, bits: bits, isPlanar: isPlanar,
                                extra: extra))
                    }
                }
            }
        }
        return arrangements
    }()

    /// A pixel: L from 0 to 255, a, b, and alpha.
    private typealias Pixel = (l: Int, a: Int, b: Int, alpha: Int)

    private static let pixels: [Pixel] = {
        var random = SeededGenerator(8)
        return (0..<width * height).map { _ in
            (
                Int.random(in: 0...255, using: &random), Int.random(in: -60...60, using: &random),
                Int.random(in: -60...60, using: &random), Int.random(in: 0...255, using: &random)
            )
        }
    }()

    private static func tiff(_ arrangement: Arrangement) -> MadeTIFF {
        let isWide = arrangement.bits == 16
        let planes = 3 + arrangement.extra.count
        // The sample values of a pixel, in the order of the planes.
        let values = pixels.map { pixel -> [Int] in
            let (lightness, origin, step): (Int, Int, Int) =
                if arrangement.photometric == 9 {
                    // In 16 bits, L is 100 at 65,280 in the encoding of profiles.
                    (pixel.l * (isWide ? 256 : 1), 128, isWide ? 256 : 1)
                } else {
                    (pixel.l * (isWide ? 257 : 1), 0, isWide ? 256 : 1)
                }
            let colours = [lightness, (pixel.a + origin) * step, (pixel.b + origin) * step]
            return colours
                + arrangement.extra.map { $0 == 0 ? 77 : pixel.alpha * (isWide ? 257 : 1) }
        }
        func bytes(_ value: Int) -> [UInt8] {
            let low = UInt8(truncatingIfNeeded: value)
            return isWide ? [low, UInt8(truncatingIfNeeded: value >> 8)] : [low]
        }
        let strips: [[UInt8]] =
            arrangement.isPlanar
            ? (0..<planes).map { plane in values.flatMap { bytes($0[plane]) } }
            : [values.flatMap { $0.flatMap(bytes) }]
        var others = [284: [arrangement.isPlanar ? 2 : 1]]
        if !arrangement.extra.isEmpty { others[338] = arrangement.extra }
        return MadeTIFF(
            width: width, height: height, rowsPerStrip: height,
            bits: [Int](repeating: arrangement.bits, count: planes),
            photometric: arrangement.photometric, strips: strips, others)
    }

    private static func shown(_ tiff: MadeTIFF) async throws -> PixelPicture {
        try await TemporaryFolder.with { folder in
            let source = try SourceImage(path: try folder.write(tiff.data, to: "a.tif").path)
            let reading = try source.makeReading(keepsAlpha: true, background: .white)
            return PixelPicture(
                width: reading.size.width, height: reading.size.height, bands: reading.bands,
                samples: try RowStrips.samples(of: reading))
        }
    }

    /// Returns the sRGB samples of a pixel. Source: CIE 15, 8.2.1; IEC 61966-2-1, 5.2; for D50
    /// Lindbloom, RGB/XYZ Matrices.
    ///
    /// - Parameter hasD50: whether the white is D50, as in profiles, rather than D65.
    private static func rgb(_ pixel: Pixel, hasD50: Bool) -> [Int] {
        let y = (Double(pixel.l) / 2.55 + 16) / 116
        let parts = [y + Double(pixel.a) / 500, y, y - Double(pixel.b) / 200]
        let whites = hasD50 ? [0.9642, 1, 0.8249] : [0.95047, 1, 1.08883]
        let xyz = zip(parts, whites).map { part, white -> Double in
            let cube = part * part * part
            return white * (part > 6.0 / 29 ? cube : 108.0 / 841 * (part - 4.0 / 29))
        }
        let matrix: [[Double]] =
            hasD50
            ? [
                [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
                [0.0719453, -0.2289914, 1.4052427],
            ]
            : [
                [3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570],
            ]
        return matrix.map { row -> Int in
            let sum = row[0] * xyz[0] + row[1] * xyz[1] + row[2] * xyz[2]
            let light = min(max(sum, 0), 1)
            let sample = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return Int((255 * sample).rounded())
        }
    }

    private static func colours(_ picture: PixelPicture) -> [Int] {
        stride(from: 0, to: picture.samples.count, by: picture.bands).flatMap { place in
            picture.samples[place..<place + 3].map { Int($0) }
        }
    }

    private static func difference(_ samples: [Int], _ others: [Int]) -> Int {
        guard samples.count == others.count else { return 256 }
        return zip(samples, others).map { abs($0 - $1) }.max() ?? 256
    }

    @Test(arguments: arrangements)
    func `CIELAB in planes and with further samples has the colours of its definition`(
        _ arrangement: Arrangement
    ) async throws {
        let isUnsigned = arrangement.photometric == 9
        let expected = Self.pixels.flatMap { Self.rgb($0, hasD50: isUnsigned) }
        let picture = try await Self.shown(Self.tiff(arrangement))
        let hasAlpha = arrangement.extra.contains(2)
        try #require(picture.bands == (hasAlpha ? 4 : 3))
        #expect(Self.difference(Self.colours(picture), expected) <= 2)
        if hasAlpha {
            let alphas = stride(from: 3, to: picture.samples.count, by: 4).map {
                Int(picture.samples[$0])
            }
            #expect(alphas == Self.pixels.map { $0.alpha })
        }
        // libvips reads this arrangement, with the white D65.
        let plain = try await Self.shown(Self.tiff(Arrangement(photometric: 8, bits: 16)))
        let difference = Self.difference(Self.colours(picture), Self.colours(plain))
        #expect(isUnsigned ? difference > 20 : difference <= 2)
        #expect(Set(expected).count > 60)
    }

    /// With the white point D50, Little CMS converts this colour to 57, 100, 226.
    @Test func `CIELAB with photometric 9 has the white point D50`() async throws {
        let tiff = MadeTIFF(
            width: 1, height: 1, rowsPerStrip: 1, bits: [8, 8, 8], photometric: 9,
            strips: [[115, 148, 58]])
        let colours = Self.colours(try await Self.shown(tiff))
        #expect(Self.difference(colours, [57, 100, 226]) <= 2)
    }

    @Test(arguments: [8, 9])
    func `CIELAB that is multiplied by alpha is refused`(_ photometric: Int) async throws {
        let tiff = Self.tiff(Arrangement(photometric: photometric, bits: 8, extra: [1]))
        #expect(try await tiff.refusal() == .unsupported(.cielab(bits: 8)))
    }

    @Test(arguments: [8, 9])
    func `CIELAB of 32 bits per sample is refused`(_ photometric: Int) async throws {
        let tiff = MadeTIFF(
            width: 2, height: 1, rowsPerStrip: 1, bits: [32, 32, 32], photometric: photometric,
            strips: [[UInt8](repeating: 9, count: 24)])
        #expect(try await tiff.refusal() == .unsupported(.cielab(bits: 32)))
    }

    /// The last two files are controls.
    @Test(
        arguments: [
            (2, 1, true), (2, 2, true), (8, 1, true), (8, 2, true), (9, 1, true),
            (2, 3, false), (1, 1, false),
        ])
    func `A TIFF with fewer samples than its colours need is refused`(
        _ photometric: Int, _ samples: Int, _ isRefused: Bool
    ) async throws {
        let tiff = MadeTIFF(
            width: 2, height: 1, rowsPerStrip: 1, bits: [Int](repeating: 8, count: samples),
            photometric: photometric, strips: [[UInt8](repeating: 9, count: 2 * samples)])
        let expected = SourceError.unsupported(
            .missingSamples(photometric: photometric, samples: samples))
        #expect(try await tiff.refusal() == (isRefused ? expected : nil))
    }
}
