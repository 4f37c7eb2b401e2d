import CSystemLibraries
import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Conversion to 16-bit sRGB by a profile of curves and a matrix. The reference is Little CMS in
/// double precision, without the coarse tables that libvips uses.
@Suite struct WideMatrixTests {
    @Test(arguments: [1.0, 1.8, 2.2, 2.4], [1, 2])
    func `Colours equal the colours of Little CMS`(_ gamma: Double, _ sampleBytes: Int) throws {
        let profile = TestProfile.matrix(gamma: gamma)
        for (intent, number) in [
            (SourceRequest.Intent.relative, 1), (.perceptual, 0), (.absolute, 3),
        ] {
            let pixels = StoredPixels(colours: .rgb, sampleBytes: sampleBytes)
            let transform = try #require(
                WideMatrixTransform(profile: profile, intent, from: pixels))
            let samples = Self.cube(of: sampleBytes == 1 ? 255 : 65_535)
            let ours = Self.apply(transform, samples, sampleBytes)
            let theirs = Self.judged(samples, of: sampleBytes, profile, intent: number)
            let differences = zip(ours, theirs).map { abs(Double($0) - $1) }
            #expect((differences.max() ?? 9) < 3, "\(intent)")
            #expect(differences.reduce(0, +) / Double(differences.count) < 0.5, "\(intent)")
        }
    }

    /// The negative control: the tables of Little CMS differ by more than the limit.
    @Test func `Tables of Little CMS fail the comparison`() throws {
        let profile = TestProfile.matrix(gamma: 2.2)
        let samples = Self.cube(of: 65_535)
        let source = cmsOpenProfileFromMem(profile, UInt32(profile.count))
        let target = cmsCreate_sRGBProfile()
        let transform = cmsCreateTransform(
            source, UInt32(ZIG_LCMS_WIDE_RGB), target, UInt32(ZIG_LCMS_WIDE_RGB), 1,
            UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION))
        var tables = [UInt16](repeating: 0, count: samples.count)
        cmsDoTransform(transform, samples, &tables, UInt32(samples.count / 3))
        cmsDeleteTransform(transform)
        cmsCloseProfile(source)
        cmsCloseProfile(target)
        let theirs = Self.judged(samples, of: 2, profile, intent: 1)
        let largest = zip(tables, theirs).map { abs(Double($0) - $1) }.max() ?? 0
        #expect(largest > 100)
    }

    @Test func `Alpha keeps its values`() throws {
        let profile = TestProfile.matrix(gamma: 1.8)
        for sampleBytes in [1, 2] {
            let pixels = StoredPixels(colours: .rgb, hasAlpha: true, sampleBytes: sampleBytes)
            let transform = try #require(
                WideMatrixTransform(profile: profile, .relative, from: pixels))
            let most: UInt16 = sampleBytes == 1 ? 255 : 65_535
            let samples: [UInt16] = [0, 0, 0, 77, most, most, most, most]
            let alpha = sampleBytes == 1 ? 77 * 257 : 77
            let white = Self.apply(transform, samples, sampleBytes)
            #expect(white[..<4] == [0, 0, 0, UInt16(alpha)] && white.last == 65_535)
            // The white of Little CMS is not exact, either.
            #expect(white[4..<7].allSatisfy { $0 >= 65_533 })
        }
    }

    @Test func `Other profiles are left to libvips`() {
        let rgb = StoredPixels(colours: .rgb, sampleBytes: 2)
        let table = TestProfile.table(forAllIntents: true)
        #expect(WideMatrixTransform(profile: table, .relative, from: rgb) == nil)
        let grey = StoredPixels(colours: .grey, sampleBytes: 2)
        let curve = TestProfile.grey(gamma: 1.8)
        #expect(WideMatrixTransform(profile: curve, .relative, from: grey) == nil)
        let damaged = Array(TestProfile.matrix(gamma: 1.8).prefix(300))
        #expect(WideMatrixTransform(profile: damaged, .relative, from: rgb) == nil)
    }

    /// Every format with a profile and a depth of 8 or 16 bits.
    @Test(arguments: ["p3.tif", "p3.png", "p3.jpg", "wide.tif", "wide.png"])
    func `A file with a profile gives the colours of Little CMS`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let (width, height) = (211, 130)
            try await TestPicture(width: width, height: height).write(to: folder["rgb.v"])
            let depth = name.hasPrefix("wide") ? "16" : "8"
            try await Vips.run(
                "icc_transform", "rgb.v", name, "p3", "--input-profile", "srgb", "--depth", depth,
                in: folder)
            let request = SourceRequest(sampleBits: 16)
            let source = try SourceImage(path: folder[name].path, request: request)
            let reading = try source.makeReading(keepsAlpha: true, background: .white)
            #expect(!reading.usesLibvips)
            #expect(reading.sampleBytes == 2)
            let bytes = try RowStrips.samples(of: reading)
            let ours = stride(from: 0, to: bytes.count, by: 2).map {
                UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
            }
            let kept = SourceRequest(colour: .keep, sampleBits: depth == "16" ? 16 : 8)
            let stored = try SourceImage(path: folder[name].path, request: kept)
            let storedBytes = try RowStrips.samples(
                of: stored.makeReading(keepsAlpha: true, background: .white))
            let samples =
                depth == "8"
                ? storedBytes.map { UInt16($0) }
                : stride(from: 0, to: storedBytes.count, by: 2).map {
                    UInt16(storedBytes[$0]) | UInt16(storedBytes[$0 + 1]) << 8
                }
            let theirs = Self.judged(
                samples, of: depth == "8" ? 1 : 2, try stored.keptProfile(), intent: 1)
            #expect(ours.count == theirs.count)
            let largest = zip(ours, theirs).map { abs(Double($0) - $1) }.max() ?? 9
            #expect(largest < 3)
        }
    }

    /// Colours in 24 steps, which are smaller for dark colours.
    private static func cube(of most: Int) -> [UInt16] {
        let values = (0..<24).map { UInt16(most * $0 * $0 / (23 * 23)) }
        return values.flatMap { red in
            values.flatMap { green in values.flatMap { [red, green, $0] } }
        }
    }

    private static func apply(
        _ transform: WideMatrixTransform, _ samples: [UInt16], _ sampleBytes: Int
    ) -> [UInt16] {
        let bytes =
            sampleBytes == 1
            ? samples.map { UInt8($0) } : samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let count = bytes.count / transform.inputBytes
        var output = [UInt8](repeating: 0, count: count * transform.outputBytes)
        transform.apply(to: bytes, &output, count: count)
        return stride(from: 0, to: output.count, by: 2).map {
            UInt16(output[$0]) | UInt16(output[$0 + 1]) << 8
        }
    }

    /// Converts samples with Little CMS in double precision; the result is from 0 to 65,535.
    private static func judged(
        _ samples: [UInt16], of sampleBytes: Int, _ profile: [UInt8], intent: Int
    ) -> [Double] {
        let most = sampleBytes == 1 ? 255.0 : 65_535
        let colours = samples.map { Double($0) / most }
        let source = cmsOpenProfileFromMem(profile, UInt32(profile.count))
        let target = cmsCreate_sRGBProfile()
        // TYPE_RGB_DBL: floating-point RGB with three samples of eight bytes; the length of eight
        // is encoded as 0.
        let format = UInt32(1 << 22 | 4 << 16 | 3 << 3)
        let transform = cmsCreateTransform(
            source, format, target, format, UInt32(intent),
            UInt32(cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE | cmsFLAGS_BLACKPOINTCOMPENSATION))
        var result = [Double](repeating: 0, count: colours.count)
        cmsDoTransform(transform, colours, &result, UInt32(colours.count / 3))
        cmsDeleteTransform(transform)
        cmsCloseProfile(source)
        cmsCloseProfile(target)
        return result.map { min(max($0, 0), 1) * 65_535 }
    }
}
