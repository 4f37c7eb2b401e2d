import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Kinds of TIFF that libvips does not read. GDAL writes each kind, and equal pixels in a common
/// kind.
@Suite struct TIFFUnusualTests {
    /// The options of gdal_translate for the file and for the common kind.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        var from = "rgb.v"
        let options: [String]
        var usual: [String] = []
        /// The bits of a sample in the header; for floating-point numbers, the bits after
        /// conversion.
        var bits = 8
        /// The allowed difference of a sample, because the compression loses detail or levels.
        var limit = 0

        var testDescription: String { name }
    }

    private static let tiles = ["-co", "TILED=YES", "-co", "BLOCKXSIZE=64", "-co", "BLOCKYSIZE=48"]
    private static let planes = tiles + ["-co", "INTERLEAVE=BAND"]
    private static let jpeg = ["-co", "COMPRESS=JPEG", "-co", "JPEG_QUALITY=100"]
    private static let floats = ["-ot", "Float32"]
    private static let halves = floats + ["-co", "NBITS=16"]
    /// Floating-point colours are linear light from 0 to 1.
    private static let light = ["-scale", "0", "255", "0", "1"]

    static let kinds: [Kind] = [
        Kind(name: "planar tiles", options: planes),
        Kind(name: "planar tiles with alpha", from: "rgba.v", options: planes),
        Kind(name: "planar JPEG tiles", options: planes + jpeg, limit: 4),
        Kind(name: "JPEG with alpha in strips", from: "rgba.v", options: jpeg, limit: 4),
        Kind(name: "JPEG with alpha in tiles", from: "rgba.v", options: jpeg + tiles, limit: 4),
        Kind(
            name: "float16", from: "grey.v", options: halves, usual: floats, bits: 32),
        Kind(
            name: "float16 in colours", options: halves + tiles + light, usual: floats + light,
            bits: 32, limit: 1),
        Kind(
            name: "compressed float16", from: "grey.v",
            options: halves + ["-co", "COMPRESS=DEFLATE", "-co", "PREDICTOR=3"], usual: floats,
            bits: 32),
        Kind(
            name: "compressed float32", from: "grey.v",
            options: floats + tiles + ["-co", "COMPRESS=DEFLATE", "-co", "PREDICTOR=3"],
            usual: floats, bits: 32),
        Kind(
            name: "float64", from: "grey.v", options: ["-ot", "Float64"], usual: floats, bits: 32),
        Kind(
            name: "float64 in the other byte order", from: "grey.v",
            options: ["-ot", "Float64", "-co", "ENDIANNESS=BIG"], usual: floats, bits: 32),
        Kind(
            name: "float64 in planes",
            options: ["-ot", "Float64", "-co", "INTERLEAVE=BAND"] + light,
            usual: floats + light, bits: 32, limit: 1),
        Kind(
            name: "float32 in planar tiles", options: floats + planes + light,
            usual: floats + light, bits: 32),
        Kind(name: "5 bits", from: "five.v", options: ["-co", "NBITS=5"]),
        Kind(name: "5 bits in colours", from: "five-rgb.v", options: ["-co", "NBITS=5"]),
        Kind(name: "1 bit in colours", from: "one-rgb.v", options: ["-co", "NBITS=1"]),
    ]

    @Test(arguments: kinds)
    func `Pixels equal the pixels of a common kind`(_ kind: Kind) async throws {
        try await TemporaryFolder.with { folder in
            let (file, usual) = try await Self.make(kind, in: folder)
            for request in [
                SourceRequest(), SourceRequest(fit: PixelSize(square: 100)),
                SourceRequest(
                    rotation: .quarter, crop: PixelRegion(x: 31, y: 17, width: 70, height: 90)),
            ] {
                let source = try SourceImage(path: file.path, request: request)
                let expected = try SourceImage(path: usual.path, request: request)
                #expect(source.header.bitsPerSample == kind.bits)
                #expect(source.header.size == expected.header.size)
                #expect(source.header.colour == expected.header.colour)
                let isHere = Decoders.open(file.path, request, source.trust) != nil
                #expect(isHere == (request.fit == nil))
                // If opacity differs by one, colours of little opacity differ much.
                let ours = try source.pixels(keepsAlpha: kind.limit == 0)
                let theirs = try expected.pixels(keepsAlpha: kind.limit == 0)
                let difference = try ours.difference(from: theirs)
                let limit = kind.limit
                #expect(
                    difference.largest <= limit && difference.mean <= 0.3 * Double(max(1, limit)))
                // The image has several values, so another image would differ.
                #expect(ours.samples.max() != ours.samples.min())
            }
        }
    }

    @Test func `A page after the first page is read`() async throws {
        try await TemporaryFolder.with { folder in
            let kind = Kind(name: "", from: "grey.v", options: ["-ot", "Float64"])
            let (file, usual) = try await Self.make(kind, in: folder)
            try await Shell.run(
                "tiffcp", [usual.path, file.path, "pages.tif"], in: folder.url
            ).orThrow()
            let second = try SourceImage(
                path: folder["pages.tif"].path, request: SourceRequest(page: 2))
            #expect(second.header.pages == 2 && second.header.page == 2)
            let isSame = try second.pixels() == SourceImage(path: usual.path).pixels()
            #expect(isSame)
        }
    }

    /// tiffset removes the tags that a few old programs do not write.
    @Test(arguments: ["rgb.v", "grey.v"])
    func `Samples without a stated meaning are grey or RGB`(_ image: String) async throws {
        try await TemporaryFolder.with { folder in
            let (_, usual) = try await Self.make(
                Kind(name: "", from: image, options: []), in: folder)
            let expected = try SourceImage(path: usual.path).pixels()
            try await Shell.run("tiffset", ["-u", "262", usual.path], in: folder.url).orThrow()
            for request in [SourceRequest(), SourceRequest(rotation: .half)] {
                let source = try SourceImage(path: usual.path, request: request)
                #expect(source.header.colour == (image == "rgb.v" ? .rgb : .grey))
                if request.rotation == .none { #expect(try source.pixels() == expected) }
            }
            let small = SourceRequest(fit: PixelSize(square: 50))
            #expect(try SourceImage(path: usual.path, request: small).pixels().width == 50)
        }
    }

    @Test func `Complex samples are unsupported`() async throws {
        try await TemporaryFolder.with { folder in
            let kind = Kind(name: "", from: "grey.v", options: ["-ot", "CFloat32"])
            let (file, _) = try await Self.make(kind, in: folder)
            let error = #expect(throws: ZigguratError.self) { try SourceImage(path: file.path) }
            #expect(error?.reason as? SourceError == .complexSamples)
        }
    }

    private static func make(
        _ kind: Kind, in folder: TemporaryFolder
    ) async throws -> (file: URL, usual: URL) {
        try await TestPicture(width: 211, height: 130, hasAlpha: true).write(to: folder["rgba.v"])
        try await Vips.run("extract_band", "rgba.v", "rgb.v", "0", "--n", "3", in: folder)
        try await Vips.run("colourspace", "rgb.v", "grey.v", "b-w", in: folder)
        // Multiples of the steps that samples of few bits can represent.
        for (name, from, levels) in [
            ("five.v", "grey.v", 32), ("five-rgb.v", "rgb.v", 32), ("one-rgb.v", "rgb.v", 2),
        ] where kind.from == name {
            try await Vips.run("linear", from, "few.v", "\(Double(levels) / 256)", "0", in: folder)
            try await Vips.run("cast", "few.v", "few-whole.v", "uchar", in: folder)
            try await Vips.run(
                "copy", "few-whole.v", "few.tif", "--interpretation",
                from == "grey.v" ? "b-w" : "srgb", in: folder)
            try await translate("few.tif", kind.options, to: "file.tif", in: folder)
            try await Vips.run(
                "linear", "few.tif", "usual.v", "\(255 / Double(levels - 1))", "0.5", "--uchar",
                in: folder)
            try await Vips.run("copy", "usual.v", "usual.tif", in: folder)
            return (folder["file.tif"], folder["usual.tif"])
        }
        try await Vips.run("copy", kind.from, "plain.tif", in: folder)
        try await translate("plain.tif", kind.options, to: "file.tif", in: folder)
        try await translate("plain.tif", kind.usual, to: "usual.tif", in: folder)
        return (folder["file.tif"], folder["usual.tif"])
    }

    private static func translate(
        _ file: String, _ options: [String], to target: String, in folder: TemporaryFolder
    ) async throws {
        try await Shell.run(
            "gdal_translate", ["-q"] + options + [file, target], in: folder.url
        ).orThrow()
    }
}
