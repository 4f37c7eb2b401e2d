import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Profiles that are not profiles at all.
@Suite struct DamagedProfileTests {
    /// Writes images of the colour 52, 0, 26 with a damaged profile, or a valid profile of grey
    /// (`other`), or none (`plain`).
    private static let script = """
        import struct, sys, zlib
        import numpy, tifffile
        from PIL import Image
        folder, grey = sys.argv[1], open(sys.argv[2], "rb").read()
        pixels = numpy.full((8, 8, 3), (52, 0, 26), numpy.uint8)
        profiles = {"damaged": b"garbage" * 100, "short": b"garbage", "other": grey, "plain": None}
        for name, profile in profiles.items():
            for ending in ("jpg", "webp"):
                Image.fromarray(pixels).save(f"{folder}/{name}.{ending}", icc_profile=profile)
            tifffile.imwrite(f"{folder}/{name}.tif", pixels, photometric="rgb", iccprofile=profile)
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        profile = chunk(b"iCCP", b"x\\0\\0" + zlib.compress(b"garbage" * 30))
        unpacked = chunk(b"iCCP", b"x\\0\\0" + b"garbage" * 30)
        gamma = chunk(b"gAMA", struct.pack(">I", 100000))
        srgb = chunk(b"sRGB", b"\\0")
        for name, chunks in {
            "damaged": profile, "gamma": profile + gamma, "unpacked-gamma": unpacked + gamma,
            "srgb": profile + srgb + gamma, "plain": b"", "plain-gamma": gamma}.items():
            open(f"{folder}/{name}.png", "wb").write(
                b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0))
                + chunks + chunk(b"IDAT", zlib.compress((b"\\0" + pixels[0].tobytes()) * 8))
                + chunk(b"IEND", b""))
        """

    @Test func `A damaged profile is ignored with a note`() async throws {
        try await TemporaryFolder.with { folder in
            let grey = try folder.write(Data(TestProfile.grey(gamma: 1.8)), to: "grey.icc")
            try await Judge.run(script: Self.script, [folder.url.path, grey.path]).orThrow()
            let noted = [
                "damaged.jpg", "damaged.webp", "damaged.tif", "short.jpg", "short.webp",
                "short.tif", "damaged.png", "gamma.png", "unpacked-gamma.png", "srgb.png",
            ]
            for name in noted + [
                "other.jpg", "other.webp", "other.tif", "plain.jpg", "plain.webp", "plain.tif",
                "plain.png", "plain-gamma.png",
            ] {
                let path = folder[name].path
                for header in [
                    try SourceImage(path: path).header, try VipsSource.open(path).header,
                ] {
                    let isNoted = header.conversions.contains(.ignoredProfile)
                    #expect(isNoted == noted.contains(name), "\(name)")
                }
            }
        }
    }

    /// Linear light. Source: IEC 61966-2-1, 5.2.
    @Test(arguments: [
        ("gamma", [125, 0, 90]), ("unpacked-gamma", [125, 0, 90]), ("plain-gamma", [125, 0, 90]),
        ("damaged", [52, 0, 26]), ("srgb", [52, 0, 26]),
    ])
    func `A PNG with a damaged profile has the colours of its other chunks`(
        _ name: String, _ expected: [Int]
    ) async throws {
        try await TemporaryFolder.with { folder in
            let grey = try folder.write(Data(TestProfile.grey(gamma: 1.8)), to: "grey.icc")
            try await Judge.run(script: Self.script, [folder.url.path, grey.path]).orThrow()
            let source = try SourceImage(path: folder["\(name).png"].path)
            for reading in [
                try source.makeReading(keepsAlpha: false, background: .white),
                try source.readThroughVips(keepsAlpha: false, background: .white),
            ] {
                let samples = try RowStrips.samples(of: reading).prefix(3)
                #expect(zip(samples, expected).allSatisfy { abs(Int($0) - $1) <= 1 })
            }
        }
    }
}
