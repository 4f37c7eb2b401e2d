import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// HEIC and AVIF have the pixels that the `vips` command reads, and the stated size and depth.
@Suite struct HEIFTests {
    private static let (width, height) = (211, 130)

    /// A file, the file from which vips makes it, and its bits.
    private static let kinds: [(file: String, from: String, bits: Int)] = [
        ("quarter.avif[Q=80]", "rgb.v", 8), ("all.avif[Q=80,subsample-mode=off]", "rgb.v", 8),
        ("lossless.avif[lossless]", "rgb.v", 8), ("alpha.avif[Q=80]", "rgba.v", 8),
        ("12.avif[bitdepth=12]", "wide.v", 12), ("alpha12.avif[bitdepth=12]", "widea.v", 12),
        ("quarter.heic[Q=80]", "rgb.v", 8), ("all.heic[Q=80,subsample-mode=off]", "rgb.v", 8),
        ("alpha.heic[Q=80]", "rgba.v", 8), ("10.heic[bitdepth=10]", "wide.v", 10),
        ("12.heic[bitdepth=12]", "wide.v", 12),
    ]

    @Test(arguments: kinds)
    func `Pixels equal the pixels of the vips command`(
        _ kind: (file: String, from: String, bits: Int)
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make(kind.file, from: kind.from, in: folder)
            let hasAlpha = kind.from.contains("a.v")
            for crop in [nil, PixelRegion(x: 31, y: 17, width: 100, height: 90)] {
                let source = try SourceImage(
                    path: file.path, request: SourceRequest(crop: crop))
                #expect(source.header.bitsPerSample == kind.bits)
                #expect(source.header.hasAlpha == hasAlpha)
                #expect(try source.header == VipsSource.open(file.path, source.request).header)
                let reading = try source.makeReading(keepsAlpha: true, background: .white)
                #expect(!reading.usesLibvips)
                #expect(try source.findValueRange() == ValueRangeProbe.Finding())
                var steps = [["copy"]]
                if kind.bits > 8 { steps += Vips.narrowed }
                if let crop {
                    steps.append(
                        ["extract_area"]
                            + [crop.x, crop.y, crop.width, crop.height].map { "\($0)" })
                }
                let judged = try await PixelPicture.read(
                    Vips.prepare(file, steps, in: folder))
                let difference = try source.pixels(keepsAlpha: true).difference(from: judged)
                #expect(difference.largest <= 1 && difference.mean <= 0.3, "\(difference)")
                #expect(try Comparison(source).isNearlySame)
            }
        }
    }

    /// Values below 4096 of 65,536 are not read as values of fewer bits.
    @Test(arguments: ["dark.heic[bitdepth=10]", "dark.avif[bitdepth=12]"])
    func `A dark image stays dark`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: Self.width, height: Self.height).write(to: folder["rgb.v"])
            try await Vips.run("linear", "rgb.v", "float.v", "15", "0", in: folder)
            try await Vips.run("cast", "float.v", "ushort.v", "ushort", in: folder)
            try await Vips.run(
                "copy", "ushort.v", "wide.v", "--interpretation", "rgb16", in: folder)
            try await Vips.run("copy", "wide.v", name, in: folder)
            let path = folder[String(name.prefix { $0 != "[" })].path
            for request in [SourceRequest(), SourceRequest(fit: PixelSize(square: 100))] {
                let source = try SourceImage(path: path, request: request)
                #expect(try source.findValueRange() == ValueRangeProbe.Finding())
                let brightest = try source.pixels().samples.max() ?? 255
                #expect((10...17).contains(brightest))
            }
        }
    }

    /// 64 × 48 pixels of AV1, a ramp from 16 (black) to 235 (white) without colour.
    private static let limitedGrey = """
        AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOhtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA\
        AAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEMAAEAAAAAAAAAWwAAACNpaW5mAAAAAAABAAAA\
        FWluZmUCAAAAAAEAAGF2MDEAAAAAaGlwcnAAAABJaXBjbwAAABNjb2xybmNseAABAA0ABgAAAAAMYXYxQ4EAHAAAAAAU\
        aXNwZQAAAAAAAABAAAAAMAAAAA5waXhpAAAAAAEIAAAAF2lwbWEAAAAAAAAAAQABBIGCA4QAAABjbWRhdBIACgkYFX+9\
        hgIaDEAyTBAAzf+KWL3PGnFWJ0Cgg+55MCsYF0LhKtQWRKmOD3LPmgjFJZvnBMu69b/pGcWUQx6OqeMT9jQDvOJYNQGX\
        WK+nQ5ZwBKL8v9PumWw=
        """

    @Test func `Grey of limited range is black and white`() async throws {
        try await TemporaryFolder.with { folder in
            let bytes = try #require(Data(base64Encoded: Self.limitedGrey))
            let file = try folder.write(bytes, to: "grey.avif")
            for request in [SourceRequest(), SourceRequest(rotation: .half)] {
                let source = try SourceImage(path: file.path, request: request)
                #expect(source.header.colour == .grey && source.header.bands == 1)
                let samples = try source.pixels().samples
                #expect(samples.min() == 0 && samples.max() == 255)
                let values = stride(from: 0, to: 64 * 3, by: 3).map { Int(samples[$0]) }
                let ramp = request.rotation == .none ? values : values.reversed()
                for (x, value) in ramp.enumerated() { #expect(abs(value - x * 255 / 63) <= 2) }
            }
            // The negative control: libvips reads the file as full range.
            let theirs = try await PixelPicture.read(Vips.prepare(file, [["copy"]], in: folder))
            #expect(theirs.samples.min() == 16)
        }
    }

    /// Even and odd offsets, which are turned afterwards, and a region beyond the image, which
    /// libheif crops.
    @Test(arguments: ["avif", "heic"], [(20, 10, 100, 80), (21, 11, 101, 81)])
    func `A clean aperture crops the image`(
        _ ending: String, _ region: (x: Int, y: Int, width: Int, height: Int)
    ) async throws {
        try await TemporaryFolder.with { folder in
            let plain = try await Self.make("plain.\(ending)[Q=80]", from: "rgb.v", in: folder)
            let file = folder["cropped.\(ending)"]
            for turn in [nil, TurnedHEIF.Turn.quarter] {
                try? FileManager.default.removeItem(at: file)
                try FileManager.default.copyItem(at: plain, to: file)
                try TurnedHEIF.crop(
                    width: Self.width, height: Self.height, to: region.x, region.y, region.width,
                    region.height, of: file)
                var steps = [
                    [
                        "extract_area", "\(region.x)", "\(region.y)", "\(region.width)",
                        "\(region.height)",
                    ]
                ]
                if let turn {
                    try TurnedHEIF.insert(turn, into: file)
                    steps.append(turn.step)
                }
                let source = try SourceImage(path: file.path)
                let judged = try await PixelPicture.read(Vips.prepare(plain, steps, in: folder))
                #expect(try source.pixels().difference(from: judged).mean <= 0.3)
            }
        }
    }

    @Test func `A clean aperture beyond the image is cropped`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make("plain.avif[Q=80]", from: "rgb.v", in: folder)
            try TurnedHEIF.insert(.quarter, into: file)
            try TurnedHEIF.crop(
                width: Self.height, height: Self.width, to: -40, 10, 100, 80, of: file)
            let source = try SourceImage(path: file.path)
            #expect(source.header.size == PixelSize(width: 60, height: 80))
            #expect(try source.pixels().width == 60)
        }
    }

    /// Colours that the file states by numbers equal the colours of the profile with that name.
    @Test func `Display P3 stated by numbers becomes sRGB`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make(
                "plain.avif[Q=90,strip]", from: "rgb.v", in: folder)
            let plain = try SourceImage(path: file.path)
            #expect(!plain.header.hasProfile)
            let before = try plain.pixels()
            try TurnedHEIF.setColours(
                primaries: 12, transfer: 13, matrix: 6, isFullRange: true, of: file)
            let source = try SourceImage(path: file.path)
            #expect(source.header.hasProfile)
            #expect(source.header.conversions == [.codedToSRGB])
            let prepared = folder["before.png"]
            try await before.write(to: prepared)
            let judged = try await PixelPicture.read(
                Vips.prepare(
                    prepared,
                    [
                        [
                            "icc_transform", "srgb", "--input-profile", "p3", "--intent",
                            "relative", "--black-point-compensation",
                        ]
                    ], in: folder))
            let pixels = try source.pixels()
            #expect(try pixels.difference(from: judged).mean <= 0.5)
            #expect(try pixels.difference(from: before).mean > 1)
        }
    }

    /// Equal samples, with and without the statement that colours are multiplied by alpha.
    @Test(arguments: [
        ("alpha.avif[Q=80]", "rgba.v"), ("alpha.heic[Q=80]", "rgba.v"),
        ("alpha12.avif[bitdepth=12]", "widea.v"),
    ])
    func `Premultiplied colours are divided by alpha`(
        _ name: String, _ from: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make(name, from: from, in: folder)
            let plain = try SourceImage(path: file.path)
            let before = try plain.pixels(keepsAlpha: true).samples
            try TurnedHEIF.setPremultiplied(file)
            let source = try SourceImage(path: file.path)
            #expect(source.header == plain.header)
            #expect(try Comparison(source, keepsAlpha: false).isNearlySame)
            let after = try source.pixels(keepsAlpha: true).samples
            // Below this alpha, rounding becomes visible.
            let least = 100
            var (changed, largest) = (0, 0)
            for index in after.indices where index % 4 < 3 {
                let alpha = Int(before[index / 4 * 4 + 3])
                guard alpha >= least else { continue }
                let value = min(255, (Int(before[index]) * 255 + alpha / 2) / alpha)
                largest = max(largest, abs(Int(after[index]) - value))
                if after[index] != before[index] { changed += 1 }
            }
            #expect(changed > 1000 && largest <= 4)
        }
    }

    @Test(arguments: ["heic", "avif"])
    func `Metadata equal the metadata of the JPEG that vips copies`(_ ending: String) async throws {
        try await TemporaryFolder.with { folder in
            for kind in MetadataCase.all {
                let jpeg = try await TestPicture(width: 40, height: 30)
                    .write(to: folder["picture.jpg"], options: "strip")
                try MetadataSegments.insert(kind.segments, into: jpeg)
                let file = folder["picture.\(ending)"]
                try await Vips.run("copy", jpeg.path, file.path, in: folder)
                let direct = try SourceImage(path: file.path).header.metadata
                #expect(try VipsSource.open(file.path).header.metadata == direct, "\(kind.name)")
            }
        }
    }

    @Test(arguments: ["heic", "avif"])
    func `Truncated and damaged files are errors`(_ ending: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make("whole.\(ending)[Q=80]", from: "rgb.v", in: folder)
            let bytes = try Data(contentsOf: file)
            var codes: Set<ZigguratError.Code> = []
            for step in 1..<20 {
                let cut = try folder.write(
                    bytes.prefix(16 + (bytes.count - 17) * step / 20), to: "cut.\(ending)")
                let error = #expect(throws: ZigguratError.self) {
                    _ = try SourceImage(path: cut.path).pixels()
                }
                if let error { codes.insert(error.code) }
            }
            #expect(codes == [.truncatedSource])
            for number in 0..<40 {
                var random = SeededGenerator(number)
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    damaged[Int.random(in: 16..<damaged.count, using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
                let path = try folder.write(damaged, to: "damaged.\(ending)").path
                do {
                    _ = try RowStrips.samples(
                        of: SourceImage(path: path).makeReading(
                            keepsAlpha: true, background: .white))
                } catch let error as ZigguratError {
                    #expect(error.reason is SourceError && error.subject == path)
                }
            }
        }
    }

    @Test func `Decoding can be cancelled`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make("plain.heic", from: "rgb.v", in: folder)
            let error = #expect(throws: ZigguratError.self) {
                _ = try SourceImage(path: file.path)
                    .makeReading(keepsAlpha: true, background: .white) { false }
            }
            #expect(error?.code == .cancelled)
        }
    }

    private static func make(
        _ name: String, from: String, in folder: TemporaryFolder
    ) async throws -> URL {
        let hasAlpha = from.contains("a.v")
        let narrow = hasAlpha ? "rgba.v" : "rgb.v"
        try await TestPicture(width: width, height: height, hasAlpha: hasAlpha)
            .write(to: folder[narrow])
        if from.hasPrefix("wide") {
            try await Vips.run("linear", narrow, "float.v", "257", "0", in: folder)
            try await Vips.run("cast", "float.v", "ushort.v", "ushort", in: folder)
            try await Vips.run("copy", "ushort.v", from, "--interpretation", "rgb16", in: folder)
        }
        try await Vips.run("copy", from, name, in: folder)
        return folder[String(name.prefix { $0 != "[" })]
    }
}
