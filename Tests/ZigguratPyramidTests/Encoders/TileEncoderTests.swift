import CSystem
import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSources
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid

/// Every encoder, checked by decoding its files with another library.
@Suite struct TileEncoderTests {
    @Test func `Every format has an encoder whose files are recognised`() throws {
        let encodings = TileFormat.all.map { TileEncoding($0) }
        let special = [
            TileEncoding(.png, palette: true), TileEncoding(.png, bits: 16),
            TileEncoding(.jpeg, lossless: true), TileEncoding(.jpeg, progressive: true),
        ]
        let size = PixelSize(width: 20, height: 10)
        for encoding in encodings + special {
            let samples = Self.smooth(size, bands: 3 * encoding.bits / 8)
            let file = [UInt8](try Self.encode(samples, size, 3, encoding))
            #expect(TileFormat(of: file) == encoding.format)
            let traits = encoding.format.traits
            let hasEnd = (traits.hasEnd(file), traits.hasEnd(Array(file.dropLast(5))))
            // A bare JPEG XL code stream does not have its length.
            #expect(hasEnd == (true, encoding.format == .jxl), "\(encoding)")
            let hasSurplus = traits.hasSurplus(file)
            #expect(!hasSurplus, "\(encoding)")
            #expect(try TileImage.read(file) == TileImage(format: encoding.format, size: size))
        }
    }

    @Test(arguments: [TileFormat.jpeg, .png], [false, true])
    func `Bytes after the end of a tile have a reason of their own`(
        _ format: TileFormat, _ decodes: Bool
    ) throws {
        let size = PixelSize(width: 20, height: 10)
        let samples = Self.smooth(size, bands: 3)
        let file = [UInt8](try Self.encode(samples, size, 3, TileEncoding(format)))
        func reason(_ bytes: [UInt8]) -> TileImageError? {
            do throws(ZigguratError) {
                _ = try TileImage.check(bytes, decoding: decodes)
                return nil
            } catch {
                return error.reason as? TileImageError
            }
        }
        #expect(reason(file) == nil)
        for count in [1, 2, 3, 4, 20] {
            #expect(reason(file + [UInt8](repeating: 120, count: count)) == .surplus, "\(count)")
            #expect(reason(Array(file.dropLast(count))) == .truncated, "\(count)")
        }
    }

    @Test func `A higher PNG compression level makes smaller files`() throws {
        let size = PixelSize(width: 256, height: 200)
        let samples = Self.smooth(size, bands: 3)
        let lengths = try [1, 3, 6, 12].map { level in
            try Self.encode(samples, size, 3, TileEncoding(.png, compression: level)).count
        }
        #expect(lengths == lengths.sorted(by: >))
        #expect(Double(lengths[3]) < 0.9 * Double(lengths[0]))
    }

    @Test func `A palette has at most 256 colours close to the image`() async throws {
        let size = PixelSize(width: 256, height: 200)
        let samples = Self.smooth(size, bands: 3)
        let file = try Self.encode(samples, size, 3, TileEncoding(.png, quality: 95, palette: true))
        // Colour type 3, which is a palette: byte 25 of the file.
        #expect(file[25] == 3)
        let decoded = try await PixelPicture.decode(file)
        let sent = PixelPicture(width: size.width, height: size.height, bands: 3, samples: samples)
        #expect(try decoded.difference(from: sent).mean < 6)
        let colours = Set(
            stride(from: 0, to: decoded.samples.count, by: 3).map {
                Array(decoded.samples[$0..<$0 + 3])
            })
        #expect((2...256).contains(colours.count))
        let plain = try Self.encode(samples, size, 3, TileEncoding(.png))
        #expect(plain[25] == 2)
    }

    @Test func `The installed libvips encodes every format`() throws {
        for format in TileFormat.all { try TileEncoders.check(TileEncoding(format)) }
    }

    @Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 100, height: 37)])
    func `Lossless formats keep every pixel`(_ size: PixelSize) async throws {
        for encoding in [
            TileEncoding(.png), TileEncoding(.png, compression: 9),
            TileEncoding(.webp, lossless: true), TileEncoding(.avif, lossless: true),
            TileEncoding(.jxl, lossless: true),
        ] {
            let differences = try await Self.differences(
                encoding, (1...4).map { Self.samples(size, bands: $0) }, size, bands: [1, 2, 3, 4])
            for (bands, difference) in differences {
                // AVIF stores luminance and colour differences, which are rounded.
                let limit = encoding.format == .avif && bands > 2 ? 3 : 0
                #expect(difference.largest <= limit, "\(encoding.format), \(bands) bands")
            }
        }
    }

    @Test func `Lossy formats stay close and keep transparency`() async throws {
        let size = PixelSize(width: 256, height: 200)
        for encoding in [
            TileEncoding(.jpeg, quality: 95), TileEncoding(.webp, quality: 90),
            TileEncoding(.avif, quality: 80), TileEncoding(.jxl, quality: 90),
        ] {
            let bands = encoding.format.keepsAlpha ? [1, 2, 3, 4] : [1, 3]
            let differences = try await Self.differences(
                encoding, bands.map { Self.smooth(size, bands: $0) }, size, bands: bands)
            for (bands, difference) in differences {
                #expect(difference.mean < 2, "\(encoding.format), \(bands) bands")
            }
        }
    }

    /// libjxl refuses the distances that libvips asks for below a quality of 5.
    @Test func `The lowest qualities of JPEG XL give no larger files than higher qualities`() throws
    {
        let size = PixelSize(width: 256, height: 200)
        let samples = Self.smooth(size, bands: 3)
        let lengths = try [1, 4, 5, 30, 85].map { quality in
            try Self.encode(samples, size, 3, TileEncoding(.jxl, quality: quality)).count
        }
        #expect(lengths == lengths.sorted())
    }

    @Test func `A libjxl error that libvips does not return is reported`() throws {
        zig_take_library_messages(1)
        let scratch = TileScratch()
        func encode(_ suffix: String) throws {
            _ = try VipsTileEncoder(.jxl, suffix: suffix).encode(
                scratch.plain(PixelSize(square: 16), background: [0, 0, 0]))
        }
        let error = #expect(throws: ZigguratError.self) { try encode(".jxl[Q=1]") }
        #expect(error?.reason as? EncoderError == .failed(.jxl))
        // The negative control: a quality in the range of libjxl.
        try encode(".jxl[Q=5]")
    }

    @Test func `The comparison detects one changed pixel`() async throws {
        let size = PixelSize(width: 16, height: 16)
        var samples = Self.samples(size, bands: 3)
        let file = try Self.encode(samples, size, 3, TileEncoding(.png))
        samples[100] ^= 1
        let decoded = try await PixelPicture.decode(file)
        let isSame = decoded.samples == samples
        #expect(!isSame)
    }

    @Test func `An encoder encodes tiles of different sizes`() throws {
        for format in TileFormat.all {
            let encoding = TileEncoding(format)
            let encoder = try TileEncoders.make(for: encoding, bands: 3)
            for side in [64, 7, 300, 1, 64] {
                let size = PixelSize(square: side)
                let samples = Self.smooth(size, bands: 3)
                let again = try TilePixelsBuilder.with(samples, size, bands: 3) {
                    Data(try encoder.encode($0))
                }
                let isSame = try again == Self.encode(samples, size, 3, encoding)
                #expect(isSame, "\(format), \(side) pixels")
            }
        }
    }

    /// Returns the differences between decoded and encoded samples, by the number of bands.
    private static func differences(
        _ encoding: TileEncoding, _ samples: [[UInt8]], _ size: PixelSize, bands: [Int]
    ) async throws -> [(Int, PixelDifference)] {
        try await TemporaryFolder.with { folder in
            var files: [URL] = []
            for (samples, bands) in zip(samples, bands) {
                let bytes = try encode(samples, size, bands, encoding)
                files.append(try folder.write(bytes, to: "\(bands).tile"))
            }
            let decoded = try await PixelPicture.read(files)
            return try zip(decoded, zip(samples, bands)).map { picture, sent in
                let expected = PixelPicture(
                    width: size.width, height: size.height, bands: sent.1 % 2 == 0 ? 4 : 3,
                    samples: coloured(sent.0, bands: sent.1))
                return (sent.1, try picture.difference(from: expected))
            }
        }
    }

    private static func encode(
        _ samples: [UInt8], _ size: PixelSize, _ bands: Int, _ encoding: TileEncoding
    ) throws -> Data {
        let encoder = try TileEncoders.make(for: encoding, bands: bands)
        return try TilePixelsBuilder.with(samples, size, bands: bands) {
            Data(try encoder.encode($0))
        }
    }

    /// Returns random samples.
    private static func samples(_ size: PixelSize, bands: Int) -> [UInt8] {
        var random = SeededGenerator(bands)
        var samples = random.bytes(size.pixelCount * bands)
        // Formats may drop the colour of transparent pixels.
        if bands % 2 == 0 {
            for index in stride(from: bands - 1, to: samples.count, by: bands) {
                samples[index] |= 1
            }
        }
        return samples
    }

    private static func smooth(_ size: PixelSize, bands: Int) -> [UInt8] {
        (0..<size.pixelCount).flatMap { index in
            let (x, y) = (index % size.width, index / size.width)
            return (0..<bands).map { band in
                band == bands - 1 && bands % 2 == 0
                    ? UInt8(255 - x * 100 / size.width)
                    : UInt8((x * (band + 1) + y) * 255 / ((bands + 1) * size.width + size.height))
            }
        }
    }

    /// Converts samples to RGB or RGBA, like decoded images.
    private static func coloured(_ samples: [UInt8], bands: Int) -> [UInt8] {
        guard bands < 3 else { return samples }
        return stride(from: 0, to: samples.count, by: bands).flatMap { start in
            let grey = samples[start]
            return [grey, grey, grey] + (bands == 2 ? [samples[start + 1]] : [])
        }
    }
}

/// Contiguous samples, as encoders expect them.
enum TilePixelsBuilder {
    static func with<Result>(
        _ samples: [UInt8], _ size: PixelSize, bands: Int,
        _ body: (TilePixels) throws -> Result
    ) throws -> Result {
        try samples.withUnsafeBufferPointer { samples in
            let start = try #require(samples.baseAddress)
            let rows = (0..<size.height).map { start + $0 * size.width * bands }
            return try rows.withUnsafeBufferPointer { rows in
                try body(
                    TilePixels(
                        rows: try #require(rows.baseAddress), width: size.width,
                        height: size.height, bands: bands))
            }
        }
    }
}
