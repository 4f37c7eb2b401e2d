import CSystemLibraries
import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// TIFF files with an ICC profile, and with samples other than unsigned numbers of 8 or 16 bits.
@Suite struct NumberProfileTests {
    /// Writes files of one colour, and of one grey, with a matching and with another profile.
    private static let script = """
        import sys, numpy, tifffile
        folder = sys.argv[1]
        rgb, grey, broken = (open(path, "rb").read() for path in sys.argv[2:5])
        colour = numpy.full((8, 8, 3), (6, 58, 109)) / 255
        kinds = {"half": ("f2", 1), "single": ("f4", 1), "uint32": ("u4", 2**32 - 1),
                 "int32": ("i4", 2**31 - 1), "int16": ("i2", 2**15 - 1)}
        for name, (kind, most) in kinds.items():
            numbers = colour * most
            if most > 1: numbers = numbers.round()
            numbers = numbers.astype(kind)
            opaque = numpy.full((8, 8, 1), most).astype(kind)
            def save(file, pixels, photometric, profile, **others):
                tifffile.imwrite(f"{folder}/{name}-{file}.tif", pixels, photometric=photometric,
                    iccprofile=profile, **others)
            save("rgb", numbers, "rgb", rgb)
            save("rgba", numpy.concatenate([numbers, opaque], 2), "rgb", rgb,
                extrasamples=["unassalpha"])
            save("grey", numbers[..., 1], "minisblack", grey)
            save("other", numbers[..., 1], "minisblack", rgb)
            save("broken", numbers, "rgb", broken)
            save("plain", numbers, "rgb", None)
        """

    private static func source(_ name: String, in folder: TemporaryFolder) throws -> SourceImage {
        try SourceImage(path: folder["\(name).tif"].path)
    }

    private static func make(in folder: TemporaryFolder, _ profile: [UInt8]) async throws {
        let files = try [
            folder.write(Data(profile), to: "rgb.icc"),
            folder.write(Data(TestProfile.grey(gamma: 1)), to: "grey.icc"),
            folder.write(Data("garbage".utf8), to: "broken.icc"),
        ]
        try await Judge.run(script: script, [folder.url.path] + files.map(\.path)).orThrow()
    }

    @Test(arguments: ["half", "single", "uint32", "int32", "int16"])
    func `The profile of numbers in a TIFF is applied`(_ kind: String) async throws {
        try await TemporaryFolder.with { folder in
            let profile = TestProfile.matrix(gamma: 1.8)
            try await Self.make(in: folder, profile)
            let expected = TestProfile.converted(
                [6, 58, 109], profile, ZIG_LCMS_RGB, bytesPerPixel: 3, isOptimised: false)
            // The negative control: the profile changes the colour.
            #expect(zip(expected, [6, 58, 109] as [UInt8]).contains { $0 > $1 + 9 })
            for name in ["rgb", "rgba"] {
                let source = try Self.source("\(kind)-\(name)", in: folder)
                #expect(source.header.conversions.contains(.profileToSRGB(.relative)))
                let pixels = try source.pixels(keepsAlpha: true)
                #expect(
                    zip(pixels[0, 0], expected + [255]).allSatisfy { abs(Int($0) - Int($1)) <= 1 },
                    "\(kind)-\(name): \(pixels[0, 0])")
            }
            // Light of 58 / 255 is the sample 131. Source: IEC 61966-2-1, 5.2.
            if !kind.contains("int") {
                let grey = try Self.source("\(kind)-grey", in: folder)
                #expect(grey.header.conversions.contains(.profileToSRGB(.relative)))
                let sample = try grey.pixels()[0, 0][0]
                #expect(abs(Int(sample) - 131) <= 1)
                let other = try Self.source("\(kind)-other", in: folder)
                #expect(try other.pixels()[0, 0][0] == 58)
            } else {
                let sample = try Self.source("\(kind)-grey", in: folder).pixels()[0, 0][0]
                #expect(abs(Int(sample) - 131) <= 1)
            }
        }
    }

    @Test func `Numbers of a TIFF are read from 0 to the white of their profile`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(in: folder, TestProfile.matrix(gamma: 1.8))
            for (kind, most) in [("single", 1.0), ("uint32", 4_294_967_295), ("int16", 32_767)] {
                let source = try Self.source("\(kind)-rgb", in: folder)
                #expect(source.header.conversions.contains(.stretched(0, most)))
                #expect(try source.findValueRange() == ValueRangeProbe.Finding())
            }
        }
    }

    @Test func `A damaged profile of floating-point samples is ignored with a note`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(in: folder, TestProfile.matrix(gamma: 1.8))
            let source = try Self.source("single-broken", in: folder)
            #expect(source.header.conversions.contains(.ignoredProfile))
            #expect(try source.pixels() == Self.source("single-plain", in: folder).pixels())
        }
    }
}
