import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// A JPEG in a TIFF that is smaller than its strip or tile. libtiff only warns, and does not write
/// the missing pixels.
@Suite struct TIFFSmallJPEGTests {
    /// The size of a JPEG in a strip of 160 × 120 pixels, and the row of the error.
    @Test(arguments: [
        (size: PixelSize(width: 160, height: 60), row: 180),
        (PixelSize(width: 80, height: 120), 120),
    ])
    func `A small JPEG in a strip or tile is an error, or filled with 0 if damage is allowed`(
        _ small: (size: PixelSize, row: Int)
    ) async throws {
        try await TemporaryFolder.with { folder in
            let blocks = [
                try await Self.jpeg(PixelSize(width: 160, height: 120), in: folder),
                try await Self.jpeg(small.size, in: folder),
            ]
            for others in [[:], [322: [160], 323: [120]]] {
                let path = try Self.write(blocks, height: 240, rows: 120, others, in: folder)
                Self.expectFailure(.invalidData(row: small.row), of: path)
                let trust = SourceRequest.Trust(allowsDamaged: true)
                let source = try SourceImage(path: path, trust: trust)
                #expect(source.header.conversions == [.damaged(row: small.row)])
                let samples = try Self.grey(source)
                for y in 120..<240 {
                    let row = samples[160 * y..<160 * (y + 1)]
                    let shown = y < 120 + small.size.height ? small.size.width : 0
                    #expect(row.dropFirst(shown).allSatisfy { $0 == 0 })
                    #expect(shown == 0 || row.prefix(shown).contains { $0 > 0 })
                }
            }
        }
    }

    /// Strips of 700 rows are read row by row.
    @Test(arguments: [
        (size: PixelSize(width: 160, height: 300), row: 300),
        (PixelSize(width: 80, height: 700), 0),
    ])
    func `A small JPEG in a tall strip is an error`(
        _ small: (size: PixelSize, row: Int)
    ) async throws {
        try await TemporaryFolder.with { folder in
            let jpeg = try await Self.jpeg(small.size, in: folder)
            let path = try Self.write([jpeg], height: 700, rows: 700, in: folder)
            Self.expectFailure(.invalidData(row: small.row), of: path)
            let trust = SourceRequest.Trust(allowsDamaged: true)
            let samples = try Self.grey(SourceImage(path: path, trust: trust))
            for y in 0..<700 {
                let row = samples[160 * y..<160 * (y + 1)]
                let shown = y < small.size.height ? small.size.width : 0
                #expect(row.dropFirst(shown).allSatisfy { $0 == 0 })
            }
        }
    }

    /// libvips decodes CMYK in JPEG.
    @Test(arguments: [false, true])
    func `A small JPEG that libvips decodes is an error`(_ allowsDamaged: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let small = try await Self.jpeg(
                PixelSize(width: 160, height: 60), isCMYK: true, in: folder)
            let whole = try await Self.jpeg(
                PixelSize(width: 160, height: 120), isCMYK: true, in: folder)
            let trust = SourceRequest.Trust(allowsDamaged: allowsDamaged)
            for (blocks, row) in [([whole, small], 180), ([whole, whole], nil)] {
                let path = try Self.write(
                    blocks, height: 240, rows: 120, bits: [8, 8, 8, 8], in: folder)
                if let row {
                    Self.expectFailure(.invalidData(row: row), of: path, trust)
                } else {
                    #expect(try SourceImage(path: path, trust: trust).pixels().height == 240)
                }
            }
        }
    }

    /// The second strip or tile has 60 rows in the image.
    @Test(arguments: [60, 120])
    func `A JPEG need not contain pixels outside the image`(_ rows: Int) async throws {
        try await TemporaryFolder.with { folder in
            let blocks = [
                try await Self.jpeg(PixelSize(width: 160, height: 120), in: folder),
                try await Self.jpeg(PixelSize(width: 160, height: rows), in: folder),
            ]
            for others in [[:], [322: [160], 323: [120]]] {
                let path = try Self.write(blocks, height: 180, rows: 120, others, in: folder)
                let pixels = try SourceImage(path: path).pixels()
                #expect(pixels.samples.suffix(160).contains { $0 > 0 })
            }
        }
    }

    private static func expectFailure(
        _ reason: SourceError, of path: String,
        _ trust: SourceRequest.Trust = SourceRequest.Trust()
    ) {
        let error = #expect(throws: ZigguratError.self) {
            try SourceImage(path: path, trust: trust).pixels()
        }
        #expect(error?.reason as? SourceError == reason)
        #expect(error?.subject == path)
    }

    /// Decodes a grey image, which has three equal samples for each pixel.
    private static func grey(_ source: SourceImage) throws -> [UInt8] {
        let pixels = try source.pixels()
        return stride(from: 0, to: pixels.samples.count, by: pixels.bands).map {
            pixels.samples[$0]
        }
    }

    private static func write(
        _ blocks: [[UInt8]], height: Int, rows: Int, bits: [Int] = [8],
        _ others: [Int: [Int]] = [:], in folder: TemporaryFolder
    ) throws -> String {
        let tiff = MadeTIFF(
            width: 160, height: height, rowsPerStrip: rows, bits: bits,
            photometric: bits.count == 4 ? 5 : 1, strips: blocks,
            others.merging([259: [7]]) { $1 })
        return try folder.write(tiff.data, to: "small.tif").path
    }

    private static func jpeg(
        _ size: PixelSize, isCMYK: Bool = false, in folder: TemporaryFolder
    ) async throws -> [UInt8] {
        try await TestPicture(width: size.width, height: size.height).write(to: folder["photo.v"])
        if isCMYK {
            try await Vips.run(
                "icc_transform", "photo.v", "cmyk.v", "cmyk", "--input-profile", "srgb",
                in: folder)
        } else {
            try await Vips.run("colourspace", "photo.v", "grey.v", "b-w", in: folder)
        }
        try await Vips.run(
            "jpegsave", isCMYK ? "cmyk.v" : "grey.v", "photo.jpg", "--strip", in: folder)
        return [UInt8](try Data(contentsOf: folder["photo.jpg"]))
    }
}
