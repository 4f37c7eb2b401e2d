import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Kinds of TIFF beyond chunky samples of 8 and 16 bits have the pixels that libvips reads.
@Suite struct TIFFKindTests {
    static let (width, height) = (300, 200)

    /// The whole image, and regions that begin and end within blocks.
    private static let requests = [
        SourceRequest(), SourceRequest(crop: PixelRegion(x: 31, y: 70, width: 190, height: 101)),
        SourceRequest(crop: PixelRegion(x: 299, y: 199, width: 1, height: 1)),
    ]

    /// The options of tiffcp, which keep the pixels.
    private static let copies: [[String]] = [
        ["-p", "separate"], ["-p", "separate", "-c", "lzw"],
        ["-p", "separate", "-r", "16", "-c", "zip:2"],
        ["-p", "separate", "-t", "-w", "64", "-l", "48"],
        ["-p", "separate", "-t", "-w", "64", "-l", "48", "-c", "lzw:2"],
        ["-8"], ["-8", "-p", "separate", "-t", "-w", "128", "-l", "64"], ["-B"],
        ["-B", "-p", "separate"],
    ]

    @Test(arguments: ["rgb", "rgba", "wide", "wide-alpha", "cmyk"], copies)
    func `Planar samples and other byte orders keep the pixels`(
        _ kind: String, _ options: [String]
    ) async throws {
        // tiffcp separates samples of 8 bits only.
        if kind.hasPrefix("wide"), options.contains("separate") { return }
        try await TemporaryFolder.with { folder in
            try await Self.makeOriginal(kind, in: folder)
            try await Shell.run(
                "tiffcp", options + ["original.tif", "copy.tif"], in: folder.url
            ).orThrow()
            for request in Self.requests {
                let original = try SourceImage(path: folder["original.tif"].path, request: request)
                let copy = try SourceImage(path: folder["copy.tif"].path, request: request)
                #expect(copy.header == original.header)
                #expect(Decoders.open(copy.path, request, copy.trust) != nil)
                for keepsAlpha in [true, false] {
                    let reading = try copy.makeReading(keepsAlpha: keepsAlpha, background: .white)
                    #expect(reading.isRandomAccess)
                    let comparison = try Comparison(copy, with: original, keepsAlpha: keepsAlpha)
                    // Little CMS has coarse tables for CMYK.
                    let limit = kind == "cmyk" ? 8 : kind.hasPrefix("wide") ? 1 : 0
                    #expect(comparison.largest <= limit && comparison.mean <= 0.3)
                    let isSame =
                        try RowStrips.samples(of: reading)
                        == RowStrips.samples(
                            of: original.makeReading(keepsAlpha: keepsAlpha, background: .white))
                    #expect(isSame)
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `Planar samples of 16 bits have the pixels of libvips`(_ hasAlpha: Bool) async throws {
        try await TemporaryFolder.with { folder in
            var random = SeededGenerator(9)
            let planes = (0..<(hasAlpha ? 4 : 3)).map { _ in
                random.bytes(2 * Self.width * Self.height)
            }
            let tiff = MadeTIFF(
                width: Self.width, height: Self.height, rowsPerStrip: Self.height,
                bits: planes.map { _ in 16 }, photometric: 2, strips: planes,
                [284: [2]].merging(hasAlpha ? [338: [2]] : [:]) { $1 })
            try Self.compare(try folder.write(tiff.data, to: "planar.tif"))
        }
    }

    /// Save options of vips for grey in few bits, and options of tiffcp.
    private static let small: [(saved: String, copied: [String])] = ["", ",miniswhite"].flatMap {
        white in
        [
            ("bitdepth=1\(white)", ["-c", "g4"]), ("bitdepth=1\(white)", ["-c", "g3:2d"]),
            ("bitdepth=1\(white)", ["-f", "lsb2msb"]), ("bitdepth=1\(white)", ["-c", "packbits"]),
            ("bitdepth=1\(white)", ["-t", "-w", "64", "-l", "48"]),
            ("bitdepth=2\(white)", ["-c", "lzw"]), ("bitdepth=4\(white)", ["-r", "7"]),
            ("bitdepth=4\(white)", ["-t", "-w", "64", "-l", "48", "-c", "zip"]),
            ("compression=none\(white)", ["-c", "lzw:2"]),
        ]
    }

    @Test(arguments: small)
    func `Grey of few bits has the pixels of libvips`(
        _ kind: (saved: String, copied: [String])
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: Self.width, height: Self.height).write(to: folder["rgb.v"])
            try await Vips.run("colourspace", "rgb.v", "grey.v", "b-w", in: folder)
            try await Vips.run("copy", "grey.v", "saved.tif[\(kind.saved)]", in: folder)
            try await Shell.run(
                "tiffcp", kind.copied + ["saved.tif", "copy.tif"], in: folder.url
            ).orThrow()
            try Self.compare(folder["copy.tif"])
        }
    }

    /// Palettes of colours and of grey. Values have 16 bits, or 8 bits as in files of some old
    /// programs.
    @Test(arguments: [1, 2, 4, 8], [(true, 257), (false, 257), (true, 1)])
    func `A palette gives the colours of libvips`(
        _ bits: Int, _ kind: (isColoured: Bool, factor: Int)
    ) async throws {
        try await TemporaryFolder.with { folder in
            var random = SeededGenerator(bits)
            let greys = (0..<1 << bits).map { _ in Int.random(in: 0...255, using: &random) }
            let colours = (0..<3).flatMap { band in
                greys.map { (kind.isColoured ? ($0 + 60 * band) % 256 : $0) * kind.factor }
            }
            let rowBytes = (Self.width * bits + 7) / 8
            let strips = (0..<(Self.height + 15) / 16).map { number in
                random.bytes(min(16, Self.height - 16 * number) * rowBytes)
            }
            let tiff = MadeTIFF(
                width: Self.width, height: Self.height, rowsPerStrip: 16, bits: [bits],
                photometric: 3, strips: strips, [320: colours])
            try Self.compare(try folder.write(tiff.data, to: "palette.tif"))
        }
    }

    @Test func `White can be 0 in 16-bit files`() async throws {
        try await TemporaryFolder.with { folder in
            var random = SeededGenerator(7)
            let tiff = MadeTIFF(
                width: Self.width, height: Self.height, rowsPerStrip: Self.height, bits: [16],
                photometric: 0, strips: [random.bytes(2 * Self.width * Self.height)])
            try Self.compare(try folder.write(tiff.data, to: "white.tif"))
        }
    }

    @Test(arguments: 1...8, ["tile,tile-width=64,tile-height=64", "compression=lzw"])
    func `Each orientation gives the pixels of libvips`(
        _ orientation: Int, _ options: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: Self.width, height: Self.height)
                .write(to: folder["turned.tif"], options: options)
            try await Shell.run(
                "tiffset", ["-s", "274", "\(orientation)", "turned.tif"], in: folder.url
            ).orThrow()
            for request in [
                SourceRequest(), SourceRequest(rotation: .quarter),
                SourceRequest(
                    rotation: .half, crop: PixelRegion(x: 11, y: 31, width: 150, height: 120)),
            ] {
                let source = try SourceImage(path: folder["turned.tif"].path, request: request)
                #expect(try source.header == VipsSource.open(source.path, request).header)
                #expect(try Comparison(source).largest == 0)
                let rows = try source.makeReading(
                    keepsAlpha: true, background: .white, turnsRows: false)
                #expect(rows.isRandomAccess)
            }
        }
    }

    /// libvips does not read packed samples. A row ends at a byte boundary.
    @Test(arguments: [10, 12, 14], [1, 3, 4])
    func `Packed samples have the depth that the file states`(
        _ bits: Int, _ samples: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            var random = SeededGenerator(bits)
            let (width, height) = (61, 40)
            // The values are dark, so that guessing the depth would not make them brighter.
            let values = (0..<height).map { _ in
                (0..<width * samples).map { _ in Int.random(in: 0..<1 << (bits - 2), using: &random)
                }
            }
            let rows = values.map { row in
                var bytes = [UInt8](repeating: 0, count: (row.count * bits + 7) / 8)
                for (index, value) in row.enumerated() {
                    for bit in 0..<bits where value >> (bits - 1 - bit) & 1 == 1 {
                        let place = index * bits + bit
                        bytes[place / 8] |= 128 >> UInt8(place % 8)
                    }
                }
                return bytes
            }
            let tiff = MadeTIFF(
                width: width, height: height, rowsPerStrip: height,
                bits: Array(repeating: bits, count: samples), photometric: samples == 1 ? 1 : 2,
                strips: [Array(rows.joined())], samples == 4 ? [338: [0]] : [:])
            let file = try folder.write(tiff.data, to: "packed.tif")
            let source = try SourceImage(path: file.path)
            #expect(source.header.bitsPerSample == bits)
            #expect(try source.findValueRange() == ValueRangeProbe.Finding())
            let most = 1 << bits - 1
            let used = samples == 4 ? 3 : samples
            let expected = values.joined().enumerated()
                .filter { $0.offset % samples < used }
                .map { UInt8((($0.element * 65_535 + most / 2) / most) >> 8) }
            let reading = try source.makeReading(keepsAlpha: true, background: .white)
            #expect(reading.isRandomAccess)
            let ours = try RowStrips.samples(of: reading)
            #expect(Comparison(ours, expected).largest <= (samples == 1 ? 1 : 0))
            let half = SourceRequest(fit: PixelSize(width: 30, height: 20))
            let small = try SourceImage(path: file.path, request: half)
            #expect(small.header.size.width == 30)
            #expect(try (small.pixels().samples.max() ?? 255) < 70)
        }
    }

    static func makeOriginal(
        _ kind: String, height: Int = height, in folder: TemporaryFolder
    ) async throws {
        let hasAlpha = kind == "rgba" || kind == "wide-alpha"
        try await TestPicture(width: width, height: height, hasAlpha: hasAlpha)
            .write(to: folder["8.v"])
        if kind == "cmyk" {
            try await Vips.run(
                "icc_transform", "8.v", "original.tif", "cmyk", "--input-profile", "srgb",
                in: folder)
        } else if kind.hasPrefix("wide") {
            try await Vips.run("linear", "8.v", "float.v", "251", "77", in: folder)
            try await Vips.run("cast", "float.v", "16.v", "ushort", in: folder)
            try await Vips.run(
                "copy", "16.v", "original.tif", "--interpretation", "rgb16", in: folder)
        } else {
            try await Vips.run("copy", "8.v", "original.tif", in: folder)
        }
    }

    /// Compares header and pixels with the results of libvips.
    static func compare(_ file: URL) throws {
        for request in requests {
            let source = try SourceImage(path: file.path, request: request)
            #expect(try source.header == VipsSource.open(file.path, request).header)
            #expect(Decoders.open(file.path, request, source.trust) != nil)
            let reading = try source.makeReading(keepsAlpha: true, background: .white)
            #expect(reading.isRandomAccess)
            let comparison = try Comparison(source)
            #expect(comparison.largest <= (source.header.bitsPerSample == 16 ? 1 : 0))
        }
    }
}
