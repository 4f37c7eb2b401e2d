@testable import ZigguratImaging
import Foundation
import TestSupport
import Testing
import ZigguratCore

/// Every encoder, by what somebody else's decoder makes of its files.
@Suite struct TileEncoderTests {
    @Test func `There is exactly one encoder for each format`() {
        #expect(TileEncoders.all.map { $0.format } == TileFormat.all)
    }

    @Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 100, height: 37)])
    func `Formats without loss give back every pixel`(_ size: PixelSize) async throws {
        let encodings = [
            TileEncoding(.png), TileEncoding(.webp, lossless: true),
            TileEncoding(.avif, lossless: true),
        ]
        let coloured = TileEncoding(.avif, lossless: true)
        for encoding in encodings {
            for bands in 1...4 {
                let samples = Self.samples(size, bands: bands)
                let decoded = try await PixelPicture.decode(
                    Self.encode(samples, size, bands, encoding))
                let expected = PixelPicture(
                    width: size.width, height: size.height, bands: bands % 2 == 0 ? 4 : 3,
                    samples: Self.coloured(samples, bands: bands))
                let largest = try decoded.difference(from: expected).largest
                // AVIF stores luminance and colour difference, each of them rounded.
                let limit = encoding == coloured && bands > 2 ? 3 : 0
                #expect(largest <= limit, "\(encoding.format), \(bands) bands")
            }
        }
    }

    @Test func `Formats with loss stay close, and keep transparency`() async throws {
        let size = PixelSize(width: 256, height: 200)
        for encoding in [
            TileEncoding(.jpeg, quality: 95), TileEncoding(.webp, quality: 90),
            TileEncoding(.avif, quality: 80),
        ] {
            for bands in encoding.format.keepsAlpha ? [1, 2, 3, 4] : [1, 3] {
                let samples = Self.smooth(size, bands: bands)
                let decoded = try await PixelPicture.decode(
                    Self.encode(samples, size, bands, encoding))
                let expected = PixelPicture(
                    width: size.width, height: size.height, bands: bands % 2 == 0 ? 4 : 3,
                    samples: Self.coloured(samples, bands: bands))
                let difference = try decoded.difference(from: expected)
                #expect(difference.mean < 2, "\(encoding.format), \(bands) bands")
            }
        }
    }

    @Test func `A pixel that is off shows`() async throws {
        let size = PixelSize(width: 16, height: 16)
        var samples = Self.samples(size, bands: 3)
        let file = try Self.encode(samples, size, 3, TileEncoding(.png))
        samples[100] ^= 1
        let decoded = try await PixelPicture.decode(file)
        let isSame = decoded.samples == samples
        #expect(!isSame)
    }

    @Test func `An encoder is used again for tiles of other sizes`() throws {
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

    private static func encode(
        _ samples: [UInt8], _ size: PixelSize, _ bands: Int, _ encoding: TileEncoding
    ) throws -> Data {
        let encoder = try TileEncoders.make(for: encoding, bands: bands)
        return try TilePixelsBuilder.with(samples, size, bands: bands) {
            Data(try encoder.encode($0))
        }
    }

    /// Noise.
    private static func samples(_ size: PixelSize, bands: Int) -> [UInt8] {
        var random = SeededGenerator(bands)
        var samples = random.bytes(size.pixelCount * bands)
        // Formats may forget the colour of what nobody sees.
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

    /// As every decoded picture comes: RGB or RGBA.
    private static func coloured(_ samples: [UInt8], bands: Int) -> [UInt8] {
        guard bands < 3 else { return samples }
        return stride(from: 0, to: samples.count, by: bands).flatMap { start in
            let grey = samples[start]
            return [grey, grey, grey] + (bands == 2 ? [samples[start + 1]] : [])
        }
    }
}

/// Samples that lie in one piece, as encoders take them.
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
