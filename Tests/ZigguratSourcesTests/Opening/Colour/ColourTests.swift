import CVips
import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// Conversion to sRGB, and images that need no conversion.
@Suite struct ColourTests {
    @Test func `An sRGB profile is not applied`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 64, height: 48).write(to: folder["rgb.v"])
            try await Vips.run("copy", "rgb.v", "tagged.png[profile=srgb]", in: folder)
            try await Vips.run("copy", "rgb.v", "tagged.jpg[profile=srgb]", in: folder)
            let source = try SourceImage(path: folder["tagged.png"].path)
            #expect(!source.header.hasProfile)
            #expect(source.header.conversions.isEmpty)
            let plain = try await PixelPicture.read(folder["rgb.v"])
            let isSame = try Self.pixels(of: source) == plain
            #expect(isSame)
            let photo = try SourceImage(path: folder["tagged.jpg"].path)
            let reading = try photo.makeReading(keepsAlpha: false, background: .white)
            #expect(!reading.usesLibvips)
        }
    }

    @Test(arguments: ["p3", "cmyk"], ["8", "16"])
    func `A profile of another gamut is applied`(_ profile: String, _ depth: String) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 200, height: 150).write(to: folder["rgb.v"])
            try await Vips.run(
                "icc_transform", "rgb.v", "wide.tif", profile, "--input-profile", "srgb", "--depth",
                depth, in: folder)
            let source = try SourceImage(path: folder["wide.tif"].path)
            #expect(source.header.hasProfile)
            #expect(
                source.header.conversions.first?.text
                    == "converted from the embedded colour profile to sRGB")
            let prepared = try await Vips.prepare(
                folder["wide.tif"], [Vips.embeddedToSRGB], in: folder)
            let pixels = try Self.pixels(of: source)
            let expected = try await PixelPicture.read(prepared)
            let difference = try pixels.difference(from: expected)
            #expect(difference.mean < 0.3)
            // Tables of Little CMS for four inks and for 16 bits are coarse.
            #expect(difference.largest <= (profile == "p3" && depth == "8" ? 1 : 4))
            // The negative control: without the profile, the pixels differ.
            if profile == "p3", depth == "8" {
                try await Vips.run("copy", "wide.tif", "bare.tif[strip]", in: folder)
                let bare = try SourceImage(path: folder["bare.tif"].path)
                #expect(!bare.header.hasProfile)
                #expect(try Self.pixels(of: bare).difference(from: expected).mean > 2)
            }
        }
    }

    @Test func `16-bit alpha keeps its values`() async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 120, height: 100, hasAlpha: true)
            try await picture.write(to: folder["rgba.v"])
            try await Vips.run("linear", "rgba.v", "wide.v", "257", "0", in: folder)
            try await Vips.run("cast", "wide.v", "ushort.v", "ushort", in: folder)
            try await Vips.run(
                "copy", "ushort.v", "alpha.png", "--interpretation", "rgb16", in: folder)
            let source = try SourceImage(path: folder["alpha.png"].path)
            #expect(source.header.bitsPerSample == 16 && source.header.hasAlpha)
            let isSame = try Self.pixels(of: source, keepsAlpha: true) == picture.pixels()
            #expect(isSame)
        }
    }

    /// Alpha is found for every number of bands, sample format and
    /// interpretation.
    @Test(arguments: 1...7)
    func `Any number of bands becomes grey or RGB, with or without alpha`(_ bands: Int) throws {
        let formats = [
            (VIPS_FORMAT_UCHAR, 1), (VIPS_FORMAT_USHORT, 2), (VIPS_FORMAT_SHORT, 2),
            (VIPS_FORMAT_UINT, 4), (VIPS_FORMAT_FLOAT, 4), (VIPS_FORMAT_DOUBLE, 8),
        ]
        let meanings = [
            VIPS_INTERPRETATION_MULTIBAND, VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16,
            VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB16, VIPS_INTERPRETATION_scRGB,
            VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_CMYK, VIPS_INTERPRETATION_HISTOGRAM,
        ]
        try VipsRuntime.start()
        for (format, size) in formats {
            for meaning in meanings {
                let samples = [UInt8](repeating: 0, count: 6 * 4 * bands * size)
                let image = samples.withUnsafeBytes {
                    zig_image_new_from_memory_copy(
                        $0.baseAddress, $0.count, 6, 4, Int32(bands), format)
                }
                let picture = VipsImage(owning: try #require(image))
                picture.pointer.pointee.Type = meaning
                for keepsAlpha in [true, false] {
                    let result = try ColourConversion(keepsAlpha: keepsAlpha, background: .white)
                        .apply(to: picture)
                    let isRight =
                        result.format == VIPS_FORMAT_UCHAR
                        && (keepsAlpha ? [1, 2, 3, 4] : [1, 3]).contains(result.bands)
                    #expect(isRight, "\(result.bands) bands from \(format) \(meaning)")
                }
            }
        }
    }

    @Test func `A transparent image is flattened on the requested background`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 60, height: 60, hasAlpha: true)
                .write(to: folder["rgba.png"])
            try await Vips.run(
                "flatten", "rgba.png", "expected.png", "--background", "10 200 30", in: folder)
            let source = try SourceImage(path: folder["rgba.png"].path)
            let pixels = try Self.pixels(
                of: source, background: RGBColor(red: 10, green: 200, blue: 30))
            let expected = try await PixelPicture.read(folder["expected.png"])
            #expect(try pixels.difference(from: expected).largest <= 1)
        }
    }

    /// All rows of a colour source.
    private static func pixels(
        of source: SourceImage, keepsAlpha: Bool = false, background: RGBColor = .white
    ) throws -> PixelPicture {
        try source.pixels(keepsAlpha: keepsAlpha, background: background)
    }
}
