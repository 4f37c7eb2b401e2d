import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratPyramid
@testable import ZigguratSources

/// The TIFF reader gives the pixels of libvips, and leaves other kinds of TIFF to libvips.
@Suite struct TIFFSourceTests {
    /// The save options of vips.
    private static let kinds = [
        "tile", "tile,tile-width=128,tile-height=64,compression=lzw,predictor=horizontal",
        "tile,tile-width=16,tile-height=512,compression=deflate",
        "tile,compression=packbits,bigtiff", "tile,compression=zstd",
        "tile,compression=jpeg,Q=90", "tile,compression=jpeg,Q=75,tile-height=64",
        "compression=lzw", "compression=none", "compression=jpeg", "compression=deflate",
        "tile,pyramid",
    ]

    @Test(arguments: kinds)
    func `Blocks give the pixels of libvips`(_ options: String) async throws {
        try await TemporaryFolder.with { folder in
            for (width, height) in [(777, 1201), (1, 1), (300, 17)] {
                let colour = try await TestPicture(width: width, height: height)
                    .write(to: folder["picture-\(width).tif"], options: options)
                let grey = folder["grey-\(width).tif"]
                try await Vips.run(
                    "extract_band", colour.path, "\(grey.path)[\(options)]", "1", in: folder)
                for (file, bands) in [(colour, 3), (grey, 1)] {
                    let source = try #require(try TIFFSource(path: file.path), "\(file)")
                    #expect(source.bands == bands)
                    #expect(source.size == PixelSize(width: width, height: height))
                    let ours = try RowStrips.samples(of: source)
                    let theirs = try RowStrips.samples(
                        of: VipsRowReader(.open(file.path, sequential: true), path: file.path))
                    let isSame = ours == theirs
                    #expect(isSame, "\(width) × \(height), \(bands) bands")
                    if width > 1 {
                        let isOther = ours != theirs.reversed()
                        #expect(isOther)
                    }
                }
            }
        }
    }

    @Test func `Blocks that are too tall are left to libvips`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 300, height: 2100).write(to: folder["rgb.v"])
            try await Vips.run(
                "extract_band", "rgb.v", "picture.tif[tile,tile-height=2064]", "1", in: folder)
            #expect(try TIFFSource(path: folder["picture.tif"].path) == nil)
            let source = try SourceImage(path: folder["picture.tif"].path)
            #expect(try RowStrips.reader(of: source) is VipsRowReader)
        }
    }

    /// The bytes of a block and of a row of pixels; compressed files need more bytes. At most one
    /// thread reads four adjacent blocks.
    @Test(arguments: [
        ("tile,tile-width=256,tile-height=512", 512, 3 * 256 * 513, 5),
        ("tile,tile-width=64,tile-height=512", 512, 3 * 64 * 513, 10),
        ("miniswhite=false", 128, 3 * 300 * 129, 17),
        ("tile,tile-height=2064", nil, nil, Int.max),
    ])
    func `The plan states the bytes and the number of threads for blocks`(
        _ options: String, _ height: Int?, _ bytes: Int?, _ mostThreads: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 300, height: 2100).write(to: folder["rgb.v"])
            for (name, compression) in [("plain.tif", "none"), ("packed.tif", "deflate")] {
                try await Vips.run(
                    "copy", "rgb.v", "\(name)[\(options),compression=\(compression)]", in: folder)
            }
            let plain = try SourceImage(path: folder["plain.tif"].path).directMemory
            let packed = try SourceImage(path: folder["packed.tif"].path).directMemory
            #expect(plain?.chunkHeight == height)
            #expect(plain?.threadBytes == bytes)
            #expect(plain?.mostThreads ?? .max == mostThreads)
            #expect(packed.map { $0.threadBytes > bytes ?? 0 } == bytes.map { _ in true })
        }
    }

    /// The expected conversions are the conversions of libvips.
    @Test(arguments: ["tile,compression=lzw,predictor=horizontal", "compression=deflate"])
    func `16 bits and alpha give the pixels of libvips`(_ options: String) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 300, height: 200, hasAlpha: true)
                .write(to: folder["rgba.v"])
            try await Vips.run("linear", "rgba.v", "float.v", "251", "77", in: folder)
            try await Vips.run("cast", "float.v", "wide.v", "ushort", in: folder)
            for (input, meanings) in [
                ("rgba.v", ["b-w", "b-w", "srgb", "srgb"]),
                ("wide.v", ["grey16", "grey16", "rgb16", "rgb16"]),
            ] {
                for (count, meaning) in zip(1..., meanings) {
                    try await Vips.run(
                        "extract_band", input, "bands.v", "\(4 - count)", "--n", "\(count)",
                        in: folder)
                    let path = folder["picture.tif"].path
                    try await Vips.run(
                        "copy", "bands.v", "\(path)[\(options)]", "--interpretation", meaning,
                        in: folder)
                    let source = try SourceImage(path: path)
                    for keepsAlpha in [true, false] {
                        let reading = try source.makeReading(
                            keepsAlpha: keepsAlpha, background: .white)
                        guard case .blocks(let blocks) = reading else {
                            Issue.record("\(meaning), \(count) bands are left to libvips")
                            continue
                        }
                        let general = try source.readThroughVips(
                            keepsAlpha: keepsAlpha, background: .white)
                        #expect(blocks.bands == general.bands)
                        // libvips converts grey of 16 bits through linear light.
                        let limit = meaning == "grey16" ? 1 : 0
                        let isSame = try zip(
                            RowStrips.samples(of: blocks), RowStrips.samples(of: general)
                        ).allSatisfy { abs(Int($0) - Int($1)) <= limit }
                        #expect(isSame, "\(meaning), \(count) bands, alpha \(keepsAlpha)")
                    }
                }
            }
        }
    }

    @Test func `A source without conversions is read in blocks`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 300, height: 200)
                .write(to: folder["picture.tif"], options: "tile")
            let reading = try SourceImage(path: file.path)
                .makeReading(keepsAlpha: true, background: .white)
            guard case .blocks = reading else {
                Issue.record("it is read row by row")
                return
            }
        }
    }

    @Test(arguments: [1, 2, 5])
    func `Blocks and rows give equal tiles`(_ threadCount: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 1501, height: 1403).write(
                to: folder["picture.tif"], options: "tile,tile-width=128,tile-height=128")
            let source = try SourceImage(path: file.path)
            let builder = PyramidBuilder(
                passes: [
                    TilingPass(
                        tileSize: PixelSize(square: 254), overlap: 1, encoding: TileEncoding(.jpeg),
                        edges: [.crop], reductions: Set(0...11))
                ], threadCount: threadCount)
            let (fast, general) = (TileStore(), TileStore())
            try builder.build(source, into: fast)
            try builder.build(
                source.readThroughVips(keepsAlpha: false, background: .white), into: general)
            #expect(fast.tiles.count == 58)
            let isSame = fast.tiles == general.tiles
            #expect(isSame)
        }
    }

    @Test func `Damage to a TIFF is found`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 600, height: 500).write(
                to: folder["picture.tif"], options: "tile,compression=deflate")
            var damaged = try Data(contentsOf: file)
            let middle = damaged.count / 2
            for index in middle..<middle + 400 { damaged[index] = 0xFF }
            let broken = try folder.write(damaged, to: "broken.tif")
            let source = try #require(try TIFFSource(path: broken.path))
            let error = #expect(throws: ZigguratError.self) {
                _ = try RowStrips.samples(of: source)
            }
            #expect(error?.code == .invalidSource, "\(String(describing: error))")
        }
    }
}
