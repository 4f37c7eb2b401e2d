import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// JPEG 2000 through OpenJPEG has the values that were encoded.
@Suite struct JPEG2000Tests {
    private static let trust = SourceRequest.Trust(allowsUntrusted: true)
    private static let sRGB = JPEG2000File.colours(16)

    /// Codestreams with known values.
    static let kinds: [(name: String, file: JPEG2000File)] = [
        ("one tile", JPEG2000File()),
        ("several strips", JPEG2000File(width: 40, height: 2101)),
        ("tiles", JPEG2000File(options: ["-t", "64,48"])),
        ("tall tiles", JPEG2000File(width: 90, height: 2101, options: ["-t", "64,1100"])),
        ("an image offset", JPEG2000File(options: ["-d", "37,21"])),
        (
            "an offset and tiles",
            JPEG2000File(options: ["-d", "37,21", "-T", "5,7", "-t", "64,64"])
        ),
        ("an offset and strips", JPEG2000File(width: 40, height: 2101, options: ["-d", "3,999"])),
        ("parts of tiles", JPEG2000File(options: ["-t", "64,64", "-TP", "R", "-TLM"])),
        ("2 bits", JPEG2000File(steps: [(1, 1)], bits: 2)),
        ("4 bits", JPEG2000File(bits: 4)),
        ("10 bits", JPEG2000File(bits: 10)),
        ("12 bits", JPEG2000File(steps: [(1, 1)], bits: 12)),
        ("16 bits", JPEG2000File(bits: 16)),
        ("signed, 8 bits", JPEG2000File(isSigned: true)),
        ("signed, 12 bits", JPEG2000File(bits: 12, isSigned: true)),
        (
            "fewer samples",
            JPEG2000File(
                width: 300, height: 200, steps: [(1, 1), (2, 1), (2, 2)], boxes: [sRGB])
        ),
        (
            "fewer samples in tiles",
            JPEG2000File(
                width: 300, height: 200, steps: [(1, 1), (2, 2), (4, 2)],
                options: ["-t", "64,64", "-n", "3"], boxes: [sRGB])
        ),
        ("boxes", JPEG2000File(boxes: [sRGB])),
    ]

    @Test(arguments: kinds)
    func `Each value is read, also in regions`(_ kind: (name: String, file: JPEG2000File))
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = kind.file
            let path = try await file.write(to: "image.jp2", in: folder).path
            let source = try SourceImage(path: path, trust: Self.trust)
            #expect(source.header.size == PixelSize(width: file.width, height: file.height))
            #expect(source.header.bitsPerSample == max(8, file.bits))
            let limits = try source.findValueRange().limits
            #expect(limits == nil)
            let reading = try source.makeReading(keepsAlpha: true, background: .white)
            #expect(Self.isDirect(reading))
            let opened = Decoders.open(path, SourceRequest(), Self.trust)
            #expect(try opened?.header == VipsSource.open(path, SourceRequest(), Self.trust).header)
            #expect(Decoders.open(path, SourceRequest(), SourceRequest.Trust()) == nil)
            let general = try source.readThroughVips(keepsAlpha: true, background: .white)
            for reading in [reading, general] {
                let samples = try RowStrips.samples(of: reading)
                #expect(Self.largestDifference(samples, file) <= 1)
            }
            try Self.expectEqualRegions(
                of: source,
                RowStrips.samples(of: source.makeReading(keepsAlpha: true, background: .white)))
        }
    }

    /// The irreversible transform, with and without tiles.
    @Test(arguments: [[], ["-t", "256,256"]])
    func `Regions of lossy files have the pixels of the whole image`(
        _ options: [String]
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = JPEG2000File(
                width: 700, height: 601, options: ["-I", "-r", "20"] + options)
            let path = try await file.write(to: "image.jp2", in: folder).path
            let source = try SourceImage(path: path, trust: Self.trust)
            let reading = try source.makeReading(keepsAlpha: true, background: .white)
            try Self.expectEqualRegions(of: source, RowStrips.samples(of: reading))
        }
    }

    /// - Parameter whole: the samples of the whole image.
    private static func expectEqualRegions(of source: SourceImage, _ whole: [UInt8]) throws {
        let (width, height) = (source.header.size.width, source.header.size.height)
        let pixelBytes = whole.count / (width * height)
        func part(_ region: PixelRegion) -> [UInt8] {
            region.rows.flatMap { y in
                whole[(y * width + region.x) * pixelBytes..<(y * width + region.maxX) * pixelBytes]
            }
        }
        for (columns, rows) in [
            (0..<33, 0..<height), (7..<30, height - 90..<height), (width - 9..<width, 5..<70),
        ] {
            let region = PixelRegion(columns: columns, rows: rows)
            let reading = try source.makeReading(keepsAlpha: true, background: .white)
            let samples = try RowStrips.samples(of: reading.cropped(to: region) { true })
            let isEqual = samples == part(region)
            #expect(isEqual, "\(region)")
            // Negative control: the columns beside the region.
            let x = region.x == 0 ? 1 : region.x - 1
            let isMoved =
                samples == part(PixelRegion(columns: x..<x + columns.count, rows: rows))
            #expect(!isMoved)
        }
    }

    @Test func `The comparison detects other values`() async throws {
        try await TemporaryFolder.with { folder in
            let path = try await JPEG2000File(bits: 4).write(to: "image.j2k", in: folder).path
            let reading = try SourceImage(path: path, trust: Self.trust)
                .makeReading(keepsAlpha: true, background: .white)
            let samples = try RowStrips.samples(of: reading)
            #expect(Self.largestDifference(samples, JPEG2000File()) > 100)
        }
    }

    /// A grey image of 32 × 24 pixels, encoded by OpenJPH 0.26.
    private static let highThroughput = """
        /0//UQApQAAAAAAgAAAAGAAAAAAAAAAAAAAAIAAAABgAAAAAAAAAAAABBwEB/1AACAACAAAAAv9SAAwA\
        AgABAAUEBEAB/1wAEyBIUFBQUFBQUFBQUFBQSEhI/2QAFwABT3BlbkpQSCBWZXIgMC4yNi4zLv+QAAoA\
        AAAAAIcAAf+TwCXxAId0AMASwBKAtgEHdADmAId0AMATQBGAmvYAgnQABjMAwBUQBUCMsaACMAJ2AFpr\
        /cHJvrUAwBVQBVhERETngKenwncATJIk+hJ79knsuADAK+AWkAAAAADw+f6np6enp0J6AAQAAAD+/3GF\
        e/de/de/dey9AP/Z
        """

    /// OpenJPEG decodes parts of such tiles as grey.
    @Test func `High-throughput code-blocks are decoded in whole tiles`() async throws {
        try await TemporaryFolder.with { folder in
            let bytes = try #require(Data(base64Encoded: Self.highThroughput))
            let path = try folder.write(bytes, to: "image.jph").path
            let pixels = try SourceImage(path: path, trust: Self.trust).pixels()
            for (x, y) in [(0, 0), (31, 0), (16, 23), (5, 20)] {
                #expect(pixels[x, y] == [UInt8](repeating: UInt8(x * 5 + y * 3), count: 3))
            }
        }
    }

    /// A file without boxes for colours, chrominance with fewer samples, and sYCC as a stated
    /// colour space.
    @Test(arguments: [
        JPEG2000File(
            width: 300, height: 200, steps: [(1, 1), (2, 2), (2, 2)], options: ["-mct", "0"]),
        JPEG2000File(options: ["-mct", "0"], boxes: [JPEG2000File.colours(18)]),
    ])
    func `Luminance and chrominance become RGB`(_ file: JPEG2000File) async throws {
        try await TemporaryFolder.with { folder in
            let path = try await file.write(to: "image.jp2", in: folder).path
            let pixels = try SourceImage(path: path, trust: Self.trust).pixels()
            var largest = 0.0
            for (x, y) in [(0, 0), (7, 9), (150, 101), (299, 199), (33, 180)] {
                let light = Double(file.value(0, x: x, y: y))
                let blue = Double(file.value(1, x: x, y: y)) - 128
                let red = Double(file.value(2, x: x, y: y)) - 128
                let expected = [
                    light + 1.402 * red, light - 0.344136 * blue - 0.714136 * red,
                    light + 1.772 * blue,
                ]
                for (sample, value) in zip(pixels[x, y], expected) {
                    largest = max(largest, abs(Double(sample) - min(max(value, 0), 255)))
                }
            }
            #expect(largest <= 1)
        }
    }

    /// libvips 8.14 crashes with such files.
    @Test(arguments: [[], ["-t", "64,64"]])
    func `A palette gives its colours`(_ options: [String]) async throws {
        try await TemporaryFolder.with { folder in
            let colours = (0..<16).map { (index: UInt8) -> [UInt8] in
                [index * 10, 255 - index, index * index]
            }
            let file = JPEG2000File(
                steps: [(1, 1)], bits: 4, options: options,
                boxes: [Self.sRGB, JPEG2000File.palette(colours)])
            let path = try await file.write(to: "image.jp2", in: folder).path
            let requests = [
                SourceRequest(),
                SourceRequest(crop: PixelRegion(x: 0, y: 0, width: 301, height: 203)),
            ]
            for request in requests {
                let source = try SourceImage(path: path, request: request, trust: Self.trust)
                #expect(source.header.bands == 3 && source.header.colour == .rgb)
                let pixels = try source.pixels()
                let isSame = (0..<203).allSatisfy { y in
                    (0..<301).allSatisfy { x in
                        pixels[x, y] == colours[file.value(0, x: x, y: y)]
                    }
                }
                #expect(isSame)
            }
        }
    }

    /// In JPEG 2000, the value 0 means no ink.
    @Test func `CMYK is converted`() async throws {
        try await TemporaryFolder.with { folder in
            let file = JPEG2000File(
                steps: [(Int, Int)](repeating: (1, 1), count: 4), options: ["-mct", "0"],
                boxes: [JPEG2000File.colours(12)])
            let path = try await file.write(to: "image.jp2", in: folder).path
            let source = try SourceImage(path: path, trust: Self.trust)
            #expect(source.header.colour == .cmyk && !source.header.hasAlpha)
            let pixels = try source.pixels()
            #expect(pixels[0, 0].allSatisfy { $0 > 240 })
            // These pixels have much of each ink.
            #expect(pixels[5, 65].allSatisfy { $0 < 100 })
        }
    }

    /// 8 bits are converted by tables, and 16 bits by libvips.
    @Test(arguments: [8, 16])
    func `A profile is applied`(_ bits: Int) async throws {
        try await TemporaryFolder.with { folder in
            let profile = TestProfile.matrix(gamma: 1.8)
            let file = JPEG2000File(bits: bits, boxes: [JPEG2000File.profile(profile)])
            let path = try await file.write(to: "image.jp2", in: folder).path
            let source = try SourceImage(path: path, trust: Self.trust)
            #expect(source.header.hasProfile)
            let reading = try source.makeReading(keepsAlpha: true, background: .white)
            #expect(Self.isDirect(reading))
            let ours = try RowStrips.samples(of: reading)
            let theirs = try RowStrips.samples(
                of: source.readThroughVips(keepsAlpha: true, background: .white))
            let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
            #expect(Double(differences.reduce(0, +)) / Double(ours.count) <= 0.3)
            #expect(Self.largestDifference(ours, file) > 10)
        }
    }

    @Test func `A profile for CIELAB is refused`() async throws {
        try await TemporaryFolder.with { folder in
            var profile = TestProfile.matrix(gamma: 1.8)
            profile.replaceSubrange(16..<20, with: "Lab ".utf8)
            let file = JPEG2000File(boxes: [JPEG2000File.profile(profile)])
            let path = try await file.write(to: "image.jp2", in: folder).path
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: path, trust: Self.trust)
            }
            #expect(error?.reason as? SourceError == .unsupported(.profile("Lab")))
        }
    }

    @Test func `The memory for a band of tiles is small`() async throws {
        try await TemporaryFolder.with { folder in
            let file = JPEG2000File(width: 600, height: 1500, options: ["-t", "100,100"])
            let path = try await file.write(to: "image.j2k", in: folder).path
            let header = try SourceImage(path: path, trust: Self.trust).header
            #expect(header.decoderBytes == 30 * 100 * 100 + 100 * 600 * 3)
            let whole = JPEG2000File(width: 600, height: 1500)
            let wholePath = try await whole.write(to: "whole.j2k", in: folder).path
            let bytes = try #require(
                try SourceImage(path: wholePath, trust: Self.trust).header.decoderBytes)
            #expect(bytes > 30 * 600 * 1024 + 1024 * 600 * 3)
        }
    }

    private static func isDirect(_ reading: PixelReading) -> Bool {
        switch reading {
        case .rows(let reader), .stored(let reader, _): reader is JPEG2000RowReader
        case .blocks: false
        }
    }

    private static func largestDifference(_ samples: [UInt8], _ file: JPEG2000File) -> Int {
        let count = file.steps.count
        guard samples.count == file.width * file.height * count else { return .max }
        var largest = 0
        for (index, sample) in samples.enumerated() {
            let (pixel, component) = (index / count, index % count)
            let expected = file.sample(component, x: pixel % file.width, y: pixel / file.width)
            largest = max(largest, abs(Int(sample) - expected))
        }
        return largest
    }
}
