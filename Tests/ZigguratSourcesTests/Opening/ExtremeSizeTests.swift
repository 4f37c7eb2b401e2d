import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Headers with the largest sizes that their fields can hold, with any pixel limit. An overflow
/// would end the decoder process, or the tests.
@Suite struct ExtremeSizeTests {
    /// A file that consists of little more than a header.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The largest sides that the header can state.
        var most = Int(UInt32.max)
        let bytes: @Sendable (_ width: Int, _ height: Int) -> [UInt8]
    }

    static let kinds: [Kind] = [
        Kind(testDescription: "image.j2k") { codestream($0, $1) },
        Kind(testDescription: "image.png") { png($0, $1, interlace: 0) },
        Kind(testDescription: "interlaced.png") { png($0, $1, interlace: 1) },
        Kind(testDescription: "image.bmp", most: Int(Int32.max)) { bmp($0, $1) },
        Kind(testDescription: "image.qoi") {
            qoi(big($0, 4) + big($1, 4))
        },
        Kind(testDescription: "image.ppm") { ascii("P6 \($0) \($1) 255\n") + [1, 2, 3] },
        Kind(testDescription: "image.pam") {
            ascii("P7\nWIDTH \($0)\nHEIGHT \($1)\nDEPTH 4\nMAXVAL 65535\nENDHDR\n") + [1, 2, 3]
        },
        Kind(testDescription: "image.psd") { psd($0, $1) },
        Kind(testDescription: "image.tga", most: 65_535) {
            tga(little($0, 2) + little($1, 2))
        },
        Kind(testDescription: "image.tif") { tiff($0, $1, tile: nil) },
        Kind(testDescription: "tiled.tif") { tiff($0, $1, tile: 256) },
        Kind(testDescription: "large tiles.tif") { tiff($0, $1, tile: 1 << 30) },
        Kind(testDescription: "image.gif", most: 65_535) {
            gif(little($0, 2) + little($1, 2))
        },
        Kind(testDescription: "image.jpg", most: 65_535) { width, height in
            jpeg(big(height, 2) + big(width, 2))
        },
        Kind(testDescription: "image.webp", most: 1 << 24) { width, height in
            webp(little(width - 1, 3) + little(height - 1, 3))
        },
        Kind(testDescription: "image.jxl", most: 1 << 30) { jxl($0, $1) },
    ]

    /// Sides at the limits of fields of 16, 31 and 32 bits, and of products of two fields.
    private static let sides = [1, 65_535, 99_999_999, 1 << 30, Int(Int32.max), Int(UInt32.max)]

    @Test(arguments: kinds, [false, true])
    func `A header of an extreme size does not end the process of its decoder`(
        _ kind: Kind, isIsolated: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            for width in Self.sides.map({ min($0, kind.most) }) {
                for height in Self.sides.map({ min($0, kind.most) })
                where max(width, height) == kind.most || max(width, height) > 65_535 {
                    let file = try folder.write(
                        Data(kind.bytes(width, height)), to: kind.testDescription)
                    let reason = try Self.failure(of: file.path, isIsolated: isIsolated)
                    switch reason {
                    case .decoder(.crashed), .decoder(.invalidAnswer), .unknownFormat:
                        Issue.record("\(width) × \(height): \(String(describing: reason))")
                    default: break
                    }
                }
            }
        }
    }

    @Test(arguments: [
        (Int(UInt32.max), Int(UInt32.max)), (Int(UInt32.max), 1), (1, Int(Int32.max)),
        (100_000_001, 1), (99_999_999, 99_999_999),
    ])
    func `A codestream states its sides in the error`(_ width: Int, _ height: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(
                Data(Self.codestream(width, height)), to: "image.j2k")
            #expect(
                try Self.failure(of: file.path, isIsolated: true)
                    == .sides(width: width, height: height))
        }
    }

    /// OpenJPEG cannot decode regions at the end of the grid, not even in small images.
    @Test func `An image at the end of its grid is refused after reading its header`() async throws
    {
        try await TemporaryFolder.with { folder in
            let end = Int(UInt32.max)
            let file = try folder.write(
                Data(Self.codestream(end, end, left: end - 64, top: end - 64)), to: "image.j2k")
            #expect(
                try Self.failure(of: file.path, isIsolated: true) == .unsupported(.gridPosition))
        }
    }

    @Test(arguments: [
        (1, 1, true), (100_000_000, 1, true), (1 << 24, 1 << 24, true), (0, 1, false),
        (100_000_001, 1, false), (1 << 24, 1 << 25, false), (Int.max, Int.max, false),
        (-1, 5, false),
    ])
    func `Decoders compute only with sizes whose products fit`(
        _ width: Int, _ height: Int, isReadable: Bool
    ) {
        #expect(PixelSize(width: width, height: height).isReadable == isReadable)
    }

    /// - Returns: `nil` if the header is read, and for a small image also a row.
    private static func failure(of path: String, isIsolated: Bool) throws -> SourceError? {
        var trust = SourceRequest.Trust(allowsUntrusted: true, pixelLimit: .max)
        if isIsolated { trust = try Isolation.of(trust) }
        do {
            let source = try SourceImage(path: path, trust: trust)
            // Larger images are only planned.
            guard source.header.size.pixelCount < 1 << 20 else { return nil }
            let reading = try source.makeReading(keepsAlpha: true, background: .white)
            var row = [UInt8](
                repeating: 0, count: reading.size.width * reading.bands * reading.sampleBytes)
            try row.withUnsafeMutableBufferPointer { row in
                let rows = [row.baseAddress.unsafelyUnwrapped]
                try rows.withUnsafeBufferPointer { try reading.makeRowReader().read(into: $0) }
            }
            return nil
        } catch {
            return (error as? ZigguratError)?.reason as? SourceError
        }
    }
}

// Headers.
extension ExtremeSizeTests {
    private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        big(number, count).reversed()
    }

    /// The markers SIZ, COD and QCD, and the head of a tile-part. Source: ITU-T T.800, A.5 and A.6.
    private static func codestream(
        _ right: Int, _ bottom: Int, left: Int = 0, top: Int = 0
    ) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0]
        for number in [right, bottom, left, top, right - left, bottom - top, left, top] {
            bytes += big(number, 4)
        }
        bytes += [0, 1, 7, 1, 1]
        bytes += [0xFF, 0x52, 0, 12, 0, 0, 0, 1, 0, 1, 4, 4, 0, 1]
        bytes += [0xFF, 0x5C, 0, 7, 0x40, 0x48, 0x48, 0x50, 0x50]
        bytes += [0xFF, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0x93]
        return bytes + [UInt8](repeating: 0, count: 10) + [0xFF, 0xD9]
    }

    private static func bmp(_ width: Int, _ height: Int) -> [UInt8] {
        var bytes = ascii("BM")
        for number in [100, 0, 54, 40, width, height, 24 << 16 | 1] { bytes += little(number, 4) }
        return bytes + [UInt8](repeating: 0, count: 64)
    }

    private static func psd(_ width: Int, _ height: Int) -> [UInt8] {
        var bytes = ascii("8BPS") + [0, 1, 0, 0, 0, 0, 0, 0, 0, 4]
        for number in [height, width, 8 << 16 | 3] { bytes += big(number, 4) }
        return bytes + [UInt8](repeating: 0, count: 32)
    }

    private static func qoi(_ sides: [UInt8]) -> [UInt8] {
        ascii("qoif") + sides + [4, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0, 1]
    }

    private static func tga(_ sides: [UInt8]) -> [UInt8] {
        [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0] + sides + [24, 0, 1, 2, 3]
    }

    private static func gif(_ sides: [UInt8]) -> [UInt8] {
        let image: [UInt8] = [0x2C, 0, 0, 0, 0] + sides + [0, 2, 2, 0x44, 1, 0, 0x3B]
        return ascii("GIF89a") + sides + [0x80, 0, 0, 0, 0, 0, 255, 255, 255] + image
    }

    private static func jpeg(_ sides: [UInt8]) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8] + sides + [1, 1, 0x11, 0]
            + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF, 0xD9]
    }

    private static func webp(_ sides: [UInt8]) -> [UInt8] {
        let head: [UInt8] = ascii("RIFF") + little(40, 4) + ascii("WEBPVP8X") + little(10, 4)
        return head + [0, 0, 0, 0] + sides + [UInt8](repeating: 0, count: 18)
    }

    private static func png(_ width: Int, _ height: Int, interlace: UInt8) -> [UInt8] {
        let chunk: [UInt8] =
            ascii("IHDR") + big(width, 4) + big(height, 4) + [16, 6, 0, 0, interlace]
        let start: [UInt8] = [0x89] + ascii("PNG\r\n\u{1A}\n") + big(13, 4)
        let data: [UInt8] = big(0, 4) + ascii("IDAT") + big(crc(ascii("IDAT")), 4)
        return start + chunk + big(crc(chunk), 4) + data
    }

    private static func crc(_ bytes: [UInt8]) -> Int {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }

    /// RGB with 16 bits a sample, in one strip or in tiles.
    private static func tiff(_ width: Int, _ height: Int, tile: Int?) -> [UInt8] {
        var entries: [(tag: Int, value: Int)] = [
            (256, width), (257, height), (258, 16), (259, 1), (262, 1), (277, 1),
        ]
        if let tile {
            entries += [(322, tile), (323, tile), (324, 8), (325, 100)]
        } else {
            entries += [(273, 8), (278, height), (279, 100)]
        }
        var bytes: [UInt8] = ascii("II*\0") + little(8, 4) + little(entries.count, 2)
        for (tag, value) in entries.sorted(by: { $0.tag < $1.tag }) {
            bytes += little(tag, 2)
            bytes += little(4, 2)
            bytes += little(1, 4)
            bytes += little(value, 4)
        }
        return bytes + little(0, 4) + [UInt8](repeating: 7, count: 100)
    }

    /// A codestream of JPEG XL with sides of 30 bits. Source: ISO/IEC 18181-1, annex D.
    private static func jxl(_ width: Int, _ height: Int) -> [UInt8] {
        // The image is not small. The bits are the selector of 30 bits and the number for the
        // height, no ratio, and the width.
        var bits = [false, true, true]
        for place in 0..<30 { bits.append((height - 1) >> place & 1 == 1) }
        bits += [false, false, false, true, true]
        for place in 0..<30 { bits.append((width - 1) >> place & 1 == 1) }
        // The bit selects all defaults.
        bits += [true]
        bits += Array(repeating: false, count: 8 - bits.count % 8)
        let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reversed().reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        return [0xFF, 0x0A] + bytes + [UInt8](repeating: 0, count: 16)
    }
}
