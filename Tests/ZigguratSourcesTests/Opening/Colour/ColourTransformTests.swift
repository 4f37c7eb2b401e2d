import CSystemLibraries
import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Conversions to sRGB give the colours of Little CMS.
@Suite struct ColourTransformTests {
    @Test(arguments: [1.0, 1.8, 2.2, 2.4], [1, 2])
    func `A matrix profile converts within one level`(_ gamma: Double, _ sampleBytes: Int) throws {
        let profile = TestProfile.matrix(gamma: gamma)
        let pixels = StoredPixels(colours: .rgb, sampleBytes: sampleBytes)
        let transform = try #require(ColourTransform(profile: profile, .relative, from: pixels))
        #expect(transform.usesTables)
        // Samples in steps of 5 that reach 0 and 255. Samples of 16 bits have different low bytes
        // in each colour.
        let values = (0..<52).map { UInt8($0 * 5) }
        var colours: [UInt8] = []
        for red in values {
            for green in values {
                for blue in values {
                    for sample in [red, green, blue] {
                        if sampleBytes == 2 { colours.append(sample &* 37 &+ green) }
                        colours.append(sample)
                    }
                }
            }
        }
        // The tables of Little CMS for 16 bits are too coarse for the comparison.
        let expected = TestProfile.converted(
            colours, profile, sampleBytes == 1 ? ZIG_LCMS_RGB : ZIG_LCMS_WIDE_RGB,
            bytesPerPixel: pixels.bytesPerPixel, isOptimised: sampleBytes == 1)
        let difference = Self.difference(Self.apply(transform, colours), expected)
        #expect(difference.largest <= 1)
        #expect(difference.mean < 0.1)
    }

    @Test func `A matrix profile keeps alpha`() throws {
        let profile = TestProfile.matrix(gamma: 2.2)
        for sampleBytes in [1, 2] {
            let opaque = StoredPixels(colours: .rgb, sampleBytes: sampleBytes)
            let pixels = StoredPixels(colours: .rgb, hasAlpha: true, sampleBytes: sampleBytes)
            let transform = try #require(ColourTransform(profile: profile, .relative, from: pixels))
            let colour = Array([10, 20, 30, 40, 50, 60][..<opaque.bytesPerPixel]) as [UInt8]
            let alpha = Array([70, 80][(2 - sampleBytes)...]) as [UInt8]
            let other = try #require(ColourTransform(profile: profile, .relative, from: opaque))
            #expect(Self.apply(transform, colour + alpha) == Self.apply(other, colour) + [80])
        }
    }

    @Test(arguments: [false, true])
    func `A grid of CMYK has the colours of Little CMS`(_ isInverted: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let profile = try await Self.pressProfile(in: folder)
            let pixels = StoredPixels(colours: .cmyk, isInverted: isInverted)
            let transform = try #require(ColourTransform(profile: profile, .relative, from: pixels))
            #expect(transform.usesTables)
            let photograph = try #require(try RealPhotographs.all().first)
            try await Vips.run(
                "thumbnail", photograph.path, "rgb.v", "400", in: folder)
            try await Vips.run(
                "icc_transform", "rgb.v", "press.v", "cmyk", "--input-profile", "srgb", in: folder)
            try await Vips.run("rawsave", "press.v", "press.raw", in: folder)
            var samples = [UInt8](try Data(contentsOf: folder["press.raw"]))
            if isInverted { samples = samples.map { 255 - $0 } }
            let expected = TestProfile.converted(
                samples, profile, isInverted ? ZIG_LCMS_INVERTED_CMYK : ZIG_LCMS_CMYK,
                bytesPerPixel: 4)
            let difference = Self.difference(Self.apply(transform, samples), expected)
            #expect(difference.largest <= 3)
            #expect(difference.mean < 0.3)
            // Pure inks, white and black.
            let corners = (0..<16).flatMap { corner in
                (0..<4).map { UInt8(corner >> $0 & 1 == 0 ? 0 : 255) }
            }
            let ends = TestProfile.converted(
                corners, profile, isInverted ? ZIG_LCMS_INVERTED_CMYK : ZIG_LCMS_CMYK,
                bytesPerPixel: 4)
            #expect(Self.difference(Self.apply(transform, corners), ends).largest <= 1)
        }
    }

    /// Tables of Little CMS with 33 entries would be off by 10 levels in dark linear light.
    @Test(arguments: [1, 1.8, 2.2], [1, 2])
    func `Each grey value is converted by its curve`(
        _ gamma: Double, _ sampleBytes: Int
    ) throws {
        let pixels = StoredPixels(colours: .grey, sampleBytes: sampleBytes)
        let transform = try #require(
            ColourTransform(profile: TestProfile.grey(gamma: gamma), .relative, from: pixels))
        #expect(transform.usesTables)
        let most = (1 << (8 * sampleBytes)) - 1
        let values = stride(from: 0, through: most, by: sampleBytes == 1 ? 1 : 7).map { $0 }
        let stored = values.flatMap { value in
            (0..<sampleBytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        // Source: IEC 61966-2-1, the curve of sRGB.
        let expected = values.flatMap { value -> [UInt8] in
            let light = pow(Double(value) / Double(most), gamma)
            let curve = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return Array(repeating: UInt8((255 * curve).rounded()), count: 3)
        }
        #expect(Self.difference(Self.apply(transform, stored), expected).largest <= 1)
    }

    @Test func `A table of a profile is used for its own intent`() throws {
        let profile = TestProfile.table()
        let pixels = StoredPixels(colours: .rgb)
        let transform = try #require(
            ColourTransform(profile: profile, .perceptual, from: pixels))
        let colours: [UInt8] = [0, 0, 0, 255, 255, 255, 200, 100, 50, 13, 240, 99]
        let expected = TestProfile.converted(
            colours, profile, ZIG_LCMS_RGB, bytesPerPixel: 3, intent: 0)
        #expect(Self.difference(Self.apply(transform, colours), expected).largest <= 1)
    }

    @Test func `Unusable profiles are recognised`() {
        let pixels = StoredPixels(colours: .rgb)
        let profile = TestProfile.matrix(gamma: 2.2)
        for broken in [[], Array(profile.prefix(200)), [UInt8](repeating: 7, count: 600)] {
            #expect(ColourTransform(profile: broken, .relative, from: pixels) == nil)
        }
        let grey = StoredPixels(colours: .grey)
        #expect(ColourTransform(profile: profile, .relative, from: grey) == nil)
        #expect(ColourProfile(profile, of: grey) == nil)
        #expect(ColourProfile(profile, of: pixels)?.changesPixels(.relative) == true)
    }

    /// Rows of all lengths, converted in place and into another buffer.
    @Test(arguments: [
        StoredPixels(colours: .grey), StoredPixels(colours: .grey, hasAlpha: true, sampleBytes: 2),
        StoredPixels(colours: .rgb), StoredPixels(colours: .rgb, hasAlpha: true),
        StoredPixels(colours: .rgb, sampleBytes: 2),
    ])
    func `A row can be converted in place`(_ pixels: StoredPixels) throws {
        let profile =
            pixels.colours == .grey
            ? TestProfile.grey(gamma: 1.8) : TestProfile.matrix(gamma: 1.8)
        for width in [1, 511, 512, 513, 1500] {
            let conversion = try #require(
                try RowConversion(
                    pixels, profile: profile,
                    ReadingTarget(
                        keepsAlpha: false, background: RGBColor(red: 9, green: 99, blue: 200),
                        appliesProfile: true)))
            let count = width * pixels.bytesPerPixel
            var row = (0..<max(count, width * 3)).map {
                UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8)
            }
            let source = Array(row.prefix(count))
            var elsewhere = [UInt8](repeating: 0, count: width * 3)
            conversion.convert(source, to: &elsewhere, count: width)
            row.withUnsafeMutableBufferPointer { row in
                guard let start = row.baseAddress else { return }
                conversion.convert(start, to: start, count: width)
            }
            #expect(conversion.outputBands == 3)
            let isSame = Array(row.prefix(3 * width)) == elsewhere
            #expect(isSame)
            // Each pixel is converted separately.
            var alone: [UInt8] = []
            for x in 0..<width {
                var pixel: [UInt8] = [0, 0, 0]
                let place = x * pixels.bytesPerPixel
                conversion.convert(
                    Array(source[place..<place + pixels.bytesPerPixel]), to: &pixel, count: 1)
                alone += pixel
            }
            let isSameAlone = alone == elsewhere
            #expect(isSameAlone)
        }
    }

    private static func apply(_ transform: ColourTransform, _ samples: [UInt8]) -> [UInt8] {
        let count = samples.count / transform.inputBytes
        var result = [UInt8](repeating: 0, count: count * transform.outputBytes)
        transform.apply(to: samples, &result, count: count)
        return result
    }

    private static func difference(
        _ samples: [UInt8], _ others: [UInt8]
    ) -> (largest: Int, mean: Double) {
        let differences = zip(samples, others).map { abs(Int($0) - Int($1)) }
        return (
            differences.max() ?? 256,
            Double(differences.reduce(0, +)) / Double(max(1, differences.count))
        )
    }

    /// The press profile of libvips.
    private static func pressProfile(in folder: TemporaryFolder) async throws -> [UInt8] {
        try await TestPicture(width: 8, height: 8).write(to: folder["small.v"])
        try await Vips.run(
            "icc_transform", "small.v", "small-press.tif", "cmyk", "--input-profile", "srgb",
            in: folder)
        let image = try VipsImage.open(folder["small-press.tif"].path, sequential: true)
        return try #require(image.profile?.data)
    }
}
