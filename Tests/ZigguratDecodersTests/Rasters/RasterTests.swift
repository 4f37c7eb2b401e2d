import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Bitmaps, TGA, Netpbm, Photoshop documents, icons and QOI have the pixels that were written.
@Suite struct RasterTests {
    private static let names = [
        "24.bmp", "grey.bmp", "palette.bmp", "1.bmp", "4.bmp", "core.bmp", "bare-core.bmp",
        "bare-core-24.bmp", "555.bmp", "5551.bmp", "565.bmp", "32.bmp", "32-alpha.bmp",
        "from-top.bmp", "runs-8.bmp", "runs-4.bmp", "24.tga", "runs.tga", "grey.tga",
        "grey-runs.tga", "32.tga", "palette.tga", "16.tga", "16-alpha.tga", "mirrored.tga",
        "32-without-alpha.tga", "palette-32.tga", "palette-32-alpha.tga", "palette-16-alpha.tga",
        "1.pbm", "4.pbm", "text.pgm", "text.ppm", "comments.ppm", "31.ppm", "16.ppm", "1023.pgm",
        "alpha.pam", "rgb.psd", "packed.psd", "large.psb", "grey.psd", "duotone.psd", "16.psd",
        "selection.psd", "transparent.psd", "indexed.psd", "bitmap.psd", "plain.qoi", "alpha.qoi",
        "32.ico", "mask.cur", "png.ico",
    ]

    @Test func `Each kind has its pixels, read directly and through libvips`() async throws {
        try await TemporaryFolder.with { folder in
            #expect(try await Self.make(in: folder) == Self.names)
            for name in Self.names {
                let source = try SourceImage(path: folder[name].path)
                #expect(source.header.format == Self.format(name), "\(name)")
                #expect(try source.header == VipsSource.open(source.path).header, "\(name)")
                let expected = try await PixelPicture.read(folder["expected-\(name).png"])
                let pixels = try source.pixels(keepsAlpha: true)
                // Colours that were mixed with white have lost their last bits.
                let limit = name == "transparent.psd" ? 2 : name == "1023.pgm" ? 1 : 0
                #expect(pixels.bands == expected.bands, "\(name)")
                #expect(try pixels.difference(from: expected).largest <= limit, "\(name)")
                #expect(try Comparison(source).largest <= 1, "\(name)")
                #expect(try Comparison(source, keepsAlpha: false).largest <= 1, "\(name)")
                let direct = try source.makeReading(keepsAlpha: true, background: .white)
                #expect(!direct.usesLibvips, "\(name)")
            }
        }
    }

    @Test func `A region, a smaller size and a rotation equal the results of vips`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(in: folder)
            let request = SourceRequest(
                rotation: .quarter, crop: PixelRegion(x: 3, y: 5, width: 40, height: 50),
                fit: PixelSize(square: 25))
            for name in ["24.bmp", "24.tga", "comments.ppm", "packed.psd", "plain.qoi"] {
                let source = try SourceImage(path: folder[name].path, request: request)
                let same = try SourceImage(
                    path: folder["expected-\(name).png"].path, request: request)
                #expect(try source.pixels() == same.pixels(), "\(name)")
                #expect(source.header.size == PixelSize(width: 20, height: 25), "\(name)")
            }
        }
    }

    @Test func `CMYK of a Photoshop document has the colours of an equal TIFF`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 61, height: 47).write(to: folder["rgb.v"])
            try await Vips.run(
                "icc_transform", "rgb.v", "cmyk.v", "cmyk", "--input-profile", "srgb", in: folder)
            try await Vips.run("copy", "cmyk.v", "cmyk.tif[strip]", in: folder)
            try await Vips.run("rawsave", "cmyk.v", "cmyk.raw", in: folder)
            let samples = [UInt8](try Data(contentsOf: folder["cmyk.raw"]))
            let planes = (0..<4).flatMap { plane in
                stride(from: plane, to: samples.count, by: 4).map { 255 - samples[$0] }
            }
            let expected = try SourceImage(path: folder["cmyk.tif"].path).pixels()
            for channels in [4, 5] {
                let header: [UInt8] =
                    Array("8BPS\0\u{1}\0\0\0\0\0\0\0".utf8)
                    + [UInt8(channels), 0, 0, 0, 47, 0, 0, 0, 61, 0, 8, 0, 4]
                let alpha = [UInt8](repeating: 99, count: channels == 4 ? 0 : 61 * 47)
                let file = try folder.write(
                    Data(header + [UInt8](repeating: 0, count: 14) + planes + alpha),
                    to: "\(channels).psd")
                let source = try SourceImage(path: file.path)
                #expect(source.header.colour == .cmyk && !source.header.hasAlpha)
                let isSame = try source.pixels() == expected
                #expect(isSame)
            }
        }
    }

    /// The fourth byte of a pixel is alpha only if the header says so.
    @Test func `An icon without a bit field for alpha uses its mask`() async throws {
        try await TemporaryFolder.with { folder in
            func words(_ values: [Int], _ count: Int = 4) -> [UInt8] {
                values.flatMap { value in
                    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
                }
            }
            // The header has bit fields for red, green and blue, and twice the height because of
            // the mask.
            let header =
                words([40, 2, 2]) + words([1, 32], 2) + words([3, 0, 0, 0, 0, 0])
                + words([0xFF_0000, 0xFF00, 0xFF])
            let image = header + [1, 2, 3, 77, 4, 5, 6, 77] + words([0x40])
            let icon =
                words([0, 1, 1], 2) + [2, 1, 0, 0] + words([1, 32], 2) + words([image.count, 22])
            let file = try folder.write(Data(icon + image), to: "a.ico")
            let pixels = try SourceImage(path: file.path).pixels(keepsAlpha: true)
            #expect(pixels.samples == [3, 2, 1, 255, 6, 5, 4, 0])
        }
    }

    @Test func `A profile in the PNG of an icon is applied`() async throws {
        try await TemporaryFolder.with { folder in
            let script = """
                import io, struct, sys
                from PIL import Image
                picture = io.BytesIO()
                profile = open(f"{sys.argv[1]}/p3.icc", "rb").read()
                Image.new("RGB", (16, 16), (200, 60, 90)).save(picture, "PNG", icc_profile=profile)
                png = picture.getvalue()
                open(f"{sys.argv[1]}/a.png", "wb").write(png)
                open(f"{sys.argv[1]}/a.ico", "wb").write(
                    struct.pack("<3H4B2H2I", 0, 1, 1, 16, 16, 0, 0, 1, 24, len(png), 22) + png)
                """
            try folder.write(Data(TestProfile.matrix(gamma: 1.8)), to: "p3.icc")
            try await Judge.run(script: script, [folder.path]).orThrow()
            let icon = try SourceImage(path: folder["a.ico"].path)
            #expect(icon.header.conversions.contains(.profileToSRGB(.relative)))
            let pixels = try icon.pixels()
            #expect(try pixels == SourceImage(path: folder["a.png"].path).pixels())
            // The negative control.
            #expect(pixels[0, 0].prefix(3) != [200, 60, 90])
        }
    }

    @Test func `A size whose byte count overflows is an error`() async throws {
        try await TemporaryFolder.with { folder in
            let most = "\u{FF}\u{FF}\u{FF}\u{7F}"
            let bitmap =
                "BM\0\0\0\0\0\0\0\0\u{36}\0\0\0\u{28}\0\0\0\(most)\(most)\u{1}\0\u{20}\0"
                + String(repeating: "\0", count: 100)
            let portable = "P6\n2147483647 2147483647\n65535\n" + bitmap
            for (name, text) in [("a.bmp", bitmap), ("a.ppm", portable)] {
                let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
                let file = try folder.write(Data(bytes), to: name)
                #expect(throws: ZigguratError.self, "\(name)") {
                    try SourceImage(path: file.path).pixels()
                }
            }
        }
    }

    @Test func `A truncated file is an error, or filled on request`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(in: folder)
            for name in [
                "24.bmp", "runs-8.bmp", "runs-4.bmp", "24.tga", "runs.tga", "comments.ppm",
                "rgb.psd", "packed.psd", "plain.qoi",
            ] {
                let bytes = try Data(contentsOf: folder[name])
                let cut = try folder.write(bytes.prefix(bytes.count / 2), to: "cut-\(name)")
                let error = #expect(throws: ZigguratError.self, "\(name)") {
                    try SourceImage(path: cut.path).pixels()
                }
                #expect(error?.code == .truncatedSource && error?.subject == cut.path, "\(name)")
                let trust = SourceRequest.Trust(allowsDamaged: true)
                let filled = try SourceImage(path: cut.path, trust: trust)
                #expect(filled.header.conversions.count == 1, "\(name)")
                #expect(try filled.pixels().width == 61, "\(name)")
            }
        }
    }

    @Test func `A packed row of a wrong length is an error`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(in: folder)
            var bytes = try Data(contentsOf: folder["packed.psd"])
            // The lengths of 3 × 47 rows follow the header. The first byte of a row starts a run.
            bytes[40 + 3 * 47 * 2] = 0x81
            let file = try folder.write(bytes, to: "damaged.psd")
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: file.path).pixels()
            }
            #expect(error?.reason as? SourceError == .invalidData(row: 0))
        }
    }

    @Test func `Random damage gives an image or an error with the file's name`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(in: folder)
            for (index, name) in Self.names.enumerated() {
                let bytes = try Data(contentsOf: folder[name])
                let damaged = folder["damaged-\(name)"]
                for number in 0..<15 {
                    var random = SeededGenerator(1000 * index + number)
                    var copy = bytes
                    for _ in 0..<Int.random(in: 1...6, using: &random) {
                        let reach = Bool.random(using: &random) ? min(60, copy.count) : copy.count
                        copy[Int.random(in: 0..<reach, using: &random)] = UInt8.random(
                            in: 0...255, using: &random)
                    }
                    try copy.write(to: damaged)
                    do {
                        let trust = SourceRequest.Trust(pixelLimit: 1_000_000)
                        let source = try SourceImage(path: damaged.path, trust: trust)
                        guard source.header.format == Self.format(name) else { continue }
                        _ = try RowStrips.samples(
                            of: source.makeReading(keepsAlpha: true, background: .white))
                    } catch {
                        let failure = try #require(error as? ZigguratError)
                        #expect(failure.reason is SourceError)
                        #expect(failure.subject == damaged.path)
                    }
                }
            }
        }
    }

    @Test func `The comparison detects another image`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(in: folder)
            let pixels = try SourceImage(path: folder["16.tga"].path).pixels()
            let other = try await PixelPicture.read(folder["expected-24.tga.png"])
            #expect(try pixels.difference(from: other).largest > 1)
        }
    }

    private static func format(_ name: String) -> String {
        let ending = String(name.split(separator: ".").last ?? "")
        return ["pbm": "ppm", "pgm": "ppm", "pam": "ppm", "psb": "psd", "cur": "ico"][ending]
            ?? ending
    }

    /// Returns the names of the files.
    @discardableResult
    private static func make(in folder: TemporaryFolder) async throws -> [String] {
        let result = try await Judge.run(helper: "raster-files.py", [folder.url.path])
        try result.orThrow()
        return result.output.split(separator: "\n").map(String.init)
    }
}
