import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Compressed strips that have more bytes than pixels. Some writers store the last strip with all
/// rows of a strip.
@Suite struct TIFFPaddedStripTests {
    /// An image of white rows below noise, so that matches of Deflate cross the end of the image.
    struct Kind: Sendable, CustomTestStringConvertible {
        var samples = 1
        var photometric = 1
        var rowsPerStrip = 32
        var predictor = 1
        var compression = 8
        let width = 100
        let height = 670
        var testDescription: String {
            "\(photometric) \(rowsPerStrip) \(predictor) \(compression)"
        }

        var rowBytes: Int { width * samples }
        /// The rows of the last strip.
        var lastRows: Int { height % rowsPerStrip }

        /// The samples of each strip, with `padding` rows after the last row.
        func strips(padding: Int) -> [[UInt8]] {
            var random = SeededGenerator(8)
            var rows = random.bytes((height - 30) * rowBytes)
            rows += [UInt8](repeating: 255, count: (30 + padding) * rowBytes)
            return stride(from: 0, to: height, by: rowsPerStrip).map { top in
                let end = top + rowsPerStrip < height ? top + rowsPerStrip : height + padding
                return Array(rows[(top * rowBytes)..<(end * rowBytes)])
            }
        }

        func encoded(_ strip: [UInt8]) -> [UInt8] {
            if compression == 32_773 { return TIFFPaddedStripTests.packed(strip) }
            var bytes = strip
            for place in strip.indices where predictor == 2 && place % rowBytes >= samples {
                bytes[place] = strip[place] &- strip[place - samples]
            }
            return TIFFPaddedStripTests.deflated(bytes)
        }

        func data(_ strips: [[UInt8]]) -> Data {
            MadeTIFF(
                width: width, height: height, rowsPerStrip: rowsPerStrip,
                bits: [Int](repeating: 8, count: samples), photometric: photometric,
                strips: strips,
                [259: [compression], 317: [predictor]].merging(
                    photometric == 6 ? [530: [1, 1]] : [:]
                ) { $1 }
            ).data
        }
    }

    /// Strips of 600 rows are read row by row.
    private static let kinds = [
        Kind(), Kind(predictor: 2), Kind(rowsPerStrip: 600), Kind(rowsPerStrip: 600, predictor: 2),
        Kind(samples: 3, photometric: 2, predictor: 2), Kind(samples: 3, photometric: 6),
        Kind(compression: 32_946), Kind(compression: 32_773),
    ]
    private static let requests = [SourceRequest(), SourceRequest(fit: PixelSize(square: 60))]

    @Test(arguments: kinds)
    func `A last strip with rows below the image keeps the pixels`(_ kind: Kind) async throws {
        try await TemporaryFolder.with { folder in
            let plain = kind.strips(padding: 0).map(kind.encoded)
            let whole = try folder.write(kind.data(plain), to: "plain.tif").path
            let padded = kind.strips(padding: kind.rowsPerStrip - kind.lastRows)
                .map(kind.encoded)
            let path = try folder.write(kind.data(padded), to: "padded.tif").path
            for request in Self.requests {
                let expected = try SourceImage(path: whole, request: request).pixels()
                let pixels = try SourceImage(path: path, request: request).pixels()
                #expect(pixels.samples == expected.samples)
            }
            guard kind.samples == 1 else { return }
            let pixels = try SourceImage(path: path).pixels()
            let grey = stride(from: 0, to: pixels.samples.count, by: pixels.bands).map {
                pixels.samples[$0]
            }
            #expect(grey == kind.strips(padding: 0).flatMap { $0 })
        }
    }

    /// The last four bytes are the checksum.
    @Test(arguments: kinds.filter { $0.compression != 32_773 }, [0, 1])
    func `A wrong checksum is an error also in data that is longer`(
        _ kind: Kind, _ strip: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            var strips = kind.strips(padding: kind.rowsPerStrip - kind.lastRows)
            let number = strip == 0 ? 0 : strips.count - 1
            if strip == 0 { strips[0] += [UInt8](repeating: 0, count: kind.rowBytes) }
            var encoded = strips.map(kind.encoded)
            let good = try folder.write(kind.data(encoded), to: "good.tif").path
            _ = try SourceImage(path: good).pixels()
            encoded[number][encoded[number].count - 1] ^= 1
            let path = try folder.write(kind.data(encoded), to: "damaged.tif").path
            for request in Self.requests {
                let error = #expect(throws: ZigguratError.self) {
                    try SourceImage(path: path, request: request).pixels()
                }
                #expect(error?.code == .invalidSource && error?.subject == path)
            }
            let trust = SourceRequest.Trust(allowsDamaged: true)
            let pixels = try SourceImage(path: path, trust: trust).pixels()
            let isSame = try pixels.samples == SourceImage(path: good).pixels().samples
            #expect(isSame)
        }
    }

    @Test func `PackBits data that is longer in another way is an error`() async throws {
        try await TemporaryFolder.with { folder in
            // A run crosses the end of each strip.
            let kind = Kind(rowsPerStrip: 31, compression: 32_773)
            var first = kind.strips(padding: 0)
            first[0] += [UInt8](repeating: 1, count: 50)
            // The last strip has some of the rows below the image.
            for strips in [first, kind.strips(padding: 1)] {
                let data = kind.data(strips.map(kind.encoded))
                let path = try folder.write(data, to: "long.tif").path
                let error = #expect(throws: ZigguratError.self) {
                    try SourceImage(path: path).pixels()
                }
                #expect(error?.code == .invalidSource && error?.subject == path)
            }
        }
    }

    /// Runs of up to 128 bytes, which cross the ends of rows.
    private static func packed(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 128).flatMap { start in
            let run = bytes[start..<min(start + 128, bytes.count)]
            return [UInt8(run.count - 1)] + run
        }
    }

    /// Zlib data (RFC 1950), made of gzip data (RFC 1952).
    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let checksum = high << 16 | low
        return [0x78, 0x9C] + (Gzip.file(of: bytes) ?? []).dropFirst(10).dropLast(8)
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
    }
}
