import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// The decoder that reads a file, and the files that no decoder reads.
@Suite struct DecoderChoiceTests {
    private static let trust = SourceRequest.Trust(allowsUntrusted: true)
    private static let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">
        <rect width="30" height="20" fill="#f00"/></svg>
        """

    /// ImageMagick would read other files into the image.
    @Test(arguments: ["", "<?xml version=\"1.0\"?>\n", "\u{FEFF}\n"], [10, 2000, 100_000])
    func `librsvg reads SVG with any length of text before it`(
        _ start: String, _ length: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let comment = "<!-- \(String(repeating: "x", count: length)) -->\n"
            let file = try folder.write(start + comment + Self.drawing, to: "drawing.svg")
            let source = try SourceImage(path: file.path, trust: Self.trust)
            #expect(source.header.format == "svg")
            let pixels = try source.pixels()
            #expect((pixels.width, pixels.height) == (30, 20) && pixels[9, 9][0] == 255)
            let error = #expect(throws: ZigguratError.self) { try SourceImage(path: file.path) }
            #expect(error?.reason as? SourceError == .untrustedDecoder(format: "svg"))
        }
    }

    /// Librsvg draws an image in a drawing only if the drawing contains the image.
    @Test(arguments: [
        ("other.png", false), ("./other.png", false), ("file://FOLDER/other.png", false),
        ("data:image/png;base64,CONTENT", true),
    ])
    func `SVG reads no other files`(_ address: String, _ isDrawn: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let image = try await Shell.run(
                "vips", ["black", folder["other.png"].path, "30", "20"])
            try image.orThrow()
            let content = try Data(contentsOf: folder["other.png"]).base64EncodedString()
            let target = address.replacing("FOLDER", with: folder.path)
                .replacing("CONTENT", with: content)
            let file = try folder.write(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">
                <rect width="30" height="20" fill="#fff"/>
                <image href="\(target)" width="30" height="20"/></svg>
                """, to: "drawing.svg")
            let pixels = try SourceImage(path: file.path, trust: Self.trust).pixels()
            #expect(pixels[9, 9][0] == (isDrawn ? 0 : 255))
        }
    }

    /// The range of changed bytes begins after the bytes that identify the format.
    @Test(arguments: [
        ("heic", 12..<60), ("avif", 12..<60), ("tif", 4..<8), ("png", 8..<40), ("webp", 12..<40),
        ("gif", 6..<10), ("jp2", 12..<60), ("jxl", 12..<40), ("jpg", 4..<30),
    ])
    func `A damaged file does not reach ImageMagick`(
        _ ending: String, _ places: Range<Int>
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 60, height: 40).write(
                to: folder["a.\(ending)"], options: ending == "heic" ? "compression=hevc" : "")
            var bytes = try Data(contentsOf: file)
            for place in places { bytes[place] ^= 0x5A }
            try bytes.write(to: file)
            do throws(ZigguratError) {
                let source = try SourceImage(path: file.path, trust: Self.trust)
                #expect(source.header.format != "magick")
            } catch {
                #expect(error.code != .unknownFormat && error.reason is SourceError)
                let cause = error.cause?.description ?? ""
                #expect(!cause.localizedCaseInsensitiveContains("magick"), "\(cause)")
            }
        }
    }

    @Test(arguments: [
        ("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 30 20\n", "PostScript"),
        ("push graphic-context\nviewbox 0 0 30 20\n", "MVG"), ("PF\n1 1\n-1.0\n", "PFM"),
        ("icns\0\0\0\u{10}", "ICNS"), ("IIU\0\u{18}\0\0\0", "camera raw"),
        ("FUJIFILMCCD-RAW 0201FF129502", "camera raw"),
        ("\0\0\0\u{18}ftypcrx \0\0\0\u{1}crx isom", "camera raw"),
        ("\0\0\0\u{18}ftypmp42\0\0\0\0mp42isom", "video"),
    ])
    func `A format that no decoder reads is named`(_ start: String, _ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(
                Data(start.utf8) + Data(count: 300), to: "file.x")
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: file.path, trust: Self.trust)
            }
            #expect(
                error
                    == ZigguratError(SourceError.unsupported(.format(name)), file.path))
        }
    }

    @Test(arguments: ["<?xml version=\"1.0\"?><image><read filename=\"a.png\"/></image>", "VIFF"])
    func `Texts that look like images are rejected`(_ text: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(text, to: "text.msl")
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: file.path, trust: Self.trust)
            }
            #expect(error?.reason as? SourceError == .unknownFormat)
        }
    }

    /// The file's metadata name the loader of the original image.
    @Test func `A file in libvips' own format is read by libvips`() async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 60, height: 40)
            let plain = try await picture.write(to: folder["plain.png"])
            try await Vips.run("copy", plain.path, "copy.v", in: folder)
            let bytes = try Data(contentsOf: folder["copy.v"])
            let claim = try #require(bytes.firstRange(of: Data("pngload".utf8)))
            for loader in ["pngload", "pdfload", "svgload", "rotload"] {
                let file = try folder.write(
                    bytes.replacing(loader, at: claim), to: "\(loader).v")
                let source = try SourceImage(path: file.path, trust: Self.trust)
                #expect(source.header.format == "vips" && source.header.conversions.isEmpty)
                let isSame = try source.pixels() == picture.pixels()
                #expect(isSame)
            }
        }
    }

    @Test func `Grey images that ImageMagick reads have no alpha`() async throws {
        try await TemporaryFolder.with { folder in
            let script = """
                import sys
                from PIL import Image
                image = Image.linear_gradient("L").crop((0, 0, 50, 60))
                for name in ("a.dds", "a.sgi", "a.pcx"): image.save(sys.argv[1] + "/" + name)
                image.save(sys.argv[1] + "/expected.png")
                """
            try await Judge.run(script: script, [folder.url.path]).orThrow()
            let expected = try await PixelPicture.read(folder["expected.png"])
            var trust = Self.trust
            trust.allowsImageMagick = true
            for name in ["a.dds", "a.sgi", "a.pcx"] {
                let error = #expect(throws: ZigguratError.self) {
                    try SourceImage(path: folder[name].path, trust: Self.trust)
                }
                #expect(
                    error?.reason as? SourceError
                        == .needsImageMagick(format: name.dropFirst(2).uppercased()))
                let source = try SourceImage(path: folder[name].path, trust: trust)
                #expect(source.header.format == "magick" && !source.header.hasAlpha, "\(name)")
                let isSame = try source.pixels() == expected
                #expect(isSame, "\(name)")
            }
        }
    }

    @Test func `The preview of a raw file is read only on request`() async throws {
        try await TemporaryFolder.with { folder in
            let samples = (0..<8 * 6).map { UInt8($0 * 5) }
            for others in [[330: [8]], [:]] {
                let tiff = MadeTIFF(
                    width: 8, height: 6, rowsPerStrip: 6, bits: [8], photometric: 1,
                    strips: [samples], [254: [1]].merging(others) { $1 })
                let file = try folder.write(tiff.data, to: "raw.dng")
                // A reduced image that is the only image in its file is read.
                if others.isEmpty {
                    #expect(try SourceImage(path: file.path).header.size.width == 8)
                    continue
                }
                let error = #expect(throws: ZigguratError.self) { try SourceImage(path: file.path) }
                #expect(error == ZigguratError(SourceError.reducedImage, file.path))
                let request = SourceRequest(page: 1)
                #expect(try SourceImage(path: file.path, request: request).header.size.width == 8)
            }
        }
    }
}

extension Data {
    fileprivate func replacing(_ text: String, at place: Range<Int>) -> Data {
        var copy = self
        copy.replaceSubrange(place, with: Data(text.utf8))
        return copy
    }
}
