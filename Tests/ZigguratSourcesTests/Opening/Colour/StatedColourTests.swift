import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Colours that a file states by numbers are noted if they are not converted.
@Suite struct StatedColourTests {
    /// P3 has other primaries than sRGB, and linear light has another curve.
    @Test func `Colours of a TIFF or of Exif other than sRGB are noted`() async throws {
        try await TemporaryFolder.with { folder in
            let script = """
                import sys, numpy, tifffile
                from PIL import Image, PngImagePlugin
                pixels = numpy.full((20, 30, 3), 90, numpy.uint8)
                def primaries(*numbers):
                    return (319, 5, 6, tuple(part for n in numbers for part in (round(1000 * n), 1000)))
                def curve(power):
                    return (301, 3, 256, tuple(round((i / 255) ** power * 65535) for i in range(256)))
                srgb = primaries(.64, .33, .3, .6, .15, .06)
                p3 = primaries(.68, .32, .265, .69, .15, .06)
                profile = open(sys.argv[2], "rb").read()
                for name, tags, icc in [
                    ("plain", [], None), ("srgb", [srgb], None), ("gamma", [curve(2.2)], None),
                    ("p3", [p3], None), ("linear", [curve(1)], None), ("both", [srgb, curve(1)], None),
                    ("profile", [p3], profile)]:
                    tifffile.imwrite(f"{sys.argv[1]}/{name}.tif", pixels, photometric="rgb",
                        extratags=[(*tag, True) for tag in tags], iccprofile=icc)
                for name in ("R03", "R98"):
                    image = Image.fromarray(pixels)
                    exif = Image.Exif()
                    exif[0x8769] = {0xA001: 65535, 0xA005: {1: name}}
                    image.save(f"{sys.argv[1]}/{name}.jpg", exif=exif)
                    image.save(f"{sys.argv[1]}/{name}-profile.jpg", exif=exif, icc_profile=profile)
                    for kind in ("png", "webp"):
                        image.save(f"{sys.argv[1]}/{name}.{kind}", exif=exif)
                # A chunk counts, and so do the numbers of an AVIF.
                exif[0x8769] = {0xA001: 65535, 0xA005: {1: "R03"}}
                chunks = PngImagePlugin.PngInfo()
                chunks.add(b"sRGB", b"\\0")
                image.save(f"{sys.argv[1]}/stated.png", exif=exif, pnginfo=chunks)
                image.save(f"{sys.argv[1]}/stated.avif", exif=exif)
                """
            let profile = try folder.write(Data(TestProfile.matrix(gamma: 2.2)), to: "p3.icc")
            try await Judge.run(script: script, [folder.url.path, profile.path]).orThrow()
            let noted = ["p3.tif", "linear.tif", "both.tif", "R03.jpg", "R03.png", "R03.webp"]
            for name in noted + [
                "plain.tif", "srgb.tif", "gamma.tif", "profile.tif", "R98.jpg", "R03-profile.jpg",
                "R98.png", "R98.webp", "stated.png", "stated.avif",
            ] {
                let path = folder[name].path
                for header in [
                    try SourceImage(path: path).header, try VipsSource.open(path).header,
                ] {
                    let isNoted = header.conversions.contains(.ignoredColour)
                    #expect(isNoted == noted.contains(name), "\(name)")
                }
            }
        }
    }

    /// The colours are from Chromium.
    @Test(arguments: [
        ([7, 7], [201, 74, 67]), ([1, 11], [197, 39, 39]), ([10, 8], nil), ([11, 17], nil),
        ([1, 9], nil), ([2, 2], [200, 50, 50]),
    ])
    func `Numbers of colours in a PNG are converted or noted`(
        _ numbers: [Int], _ expected: [Int]?
    ) async throws {
        try await TemporaryFolder.with { folder in
            let script = """
                import sys
                from PIL import Image, PngImagePlugin
                chunks = PngImagePlugin.PngInfo()
                chunks.add(b"cICP", bytes([int(sys.argv[2]), int(sys.argv[3]), 0, 1]))
                Image.new("RGB", (8, 8), (200, 50, 50)).save(sys.argv[1], pnginfo=chunks)
                """
            let path = folder["a.png"].path
            try await Judge.run(script: script, [path] + numbers.map { "\($0)" }).orThrow()
            let source = try SourceImage(path: path)
            let isNoted = source.header.conversions.contains(.ignoredColour)
            #expect(isNoted == (expected == nil))
            let colour = try source.pixels()[0, 0].prefix(3).map { Int($0) }
            let colours = zip(colour, expected ?? [200, 50, 50])
            #expect(colours.allSatisfy { abs($0 - $1) <= 2 }, "\(colour)")
        }
    }
}
