import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Run-length encoded bitmaps that skip pixels, deliberately or because of damage.
@Suite struct BMPRunsTests {
    /// A bitmap of four columns and three rows, whose first row is the lowest.
    private struct Case: CustomTestStringConvertible {
        var testDescription: String
        var data: [UInt8]
        /// The length of the data that the headers state; `nil` for the length of `data`.
        var stated: Int?
        /// The pixels from the top.
        var pixels: [UInt8] = []
        var damagedRow: Int?
    }

    private static let whole: [UInt8] = [4, 1, 0, 0, 4, 2, 0, 0, 4, 3, 0, 1]
    private static let wholePixels: [UInt8] = [3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1]

    private static let readable = [
        Case(testDescription: "whole", data: whole, pixels: wholePixels),
        Case(
            testDescription: "without an end mark", data: whole.dropLast(2),
            pixels: wholePixels),
        Case(
            testDescription: "an end of row before the end mark",
            data: whole.dropLast(2) + [0, 0, 0, 1], pixels: wholePixels),
        Case(testDescription: "padding", data: whole + [0, 0, 0], pixels: wholePixels),
        Case(
            testDescription: "bytes behind the data", data: whole + [7, 7, 7, 7, 7], stated: 12,
            pixels: wholePixels),
        Case(
            testDescription: "a wrong length", data: whole, stated: 40, pixels: wholePixels),
        Case(
            testDescription: "a distance",
            data: [4, 1, 0, 0, 1, 2, 0, 2, 1, 0, 2, 2, 0, 0, 4, 3, 0, 1],
            pixels: [3, 3, 3, 3, 2, 0, 2, 2, 1, 1, 1, 1]),
        Case(
            testDescription: "an early end of a row", data: [2, 1, 0, 0, 4, 2, 0, 0, 4, 3, 0, 1],
            pixels: [3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 0, 0]),
        Case(
            testDescription: "an early end", data: [4, 1, 0, 0, 0, 1],
            pixels: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]),
        Case(testDescription: "no pixels", data: [0, 1], pixels: [UInt8](repeating: 0, count: 12)),
    ]

    private static let damaged = [
        Case(
            testDescription: "a long run", data: [5, 1] + whole.dropFirst(2),
            pixels: wholePixels, damagedRow: 2),
        Case(
            testDescription: "a long series of pixels",
            data: [4, 1, 0, 0, 0, 5, 2, 2, 2, 2, 2, 0, 0, 0, 4, 3, 0, 1], pixels: wholePixels,
            damagedRow: 1),
        Case(
            testDescription: "an end mark in the middle",
            data: [4, 1, 0, 0, 0, 1, 4, 2, 0, 0, 4, 3, 0, 1],
            pixels: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1], damagedRow: 0),
        Case(
            testDescription: "lost bytes", data: [2, 1, 0, 0, 4, 2, 0, 0, 4, 3, 0, 1], stated: 14,
            pixels: [3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 0, 0], damagedRow: 2),
        Case(
            testDescription: "an additional row",
            data: whole.dropLast(2) + [0, 0, 4, 3, 0, 0, 0, 1], pixels: wholePixels,
            damagedRow: 0),
    ]

    @Test(arguments: readable)
    private func `Codes may skip pixels`(_ bitmap: Case) async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(Data(Self.bytes(of: bitmap)), to: "a.bmp").path
            #expect(try Self.greys(of: SourceImage(path: path)) == bitmap.pixels)
        }
    }

    @Test(arguments: damaged)
    private func `Damaged codes are an error`(_ bitmap: Case) async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(Data(Self.bytes(of: bitmap)), to: "a.bmp").path
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: path).pixels()
            }
            #expect(error?.reason as? SourceError == .invalidData(row: bitmap.damagedRow))
            #expect(error?.subject == path)
            let trust = SourceRequest.Trust(allowsDamaged: true)
            let source = try SourceImage(path: path, trust: trust)
            #expect(source.header.conversions == [.damaged(row: bitmap.damagedRow)])
            #expect(try Self.greys(of: source) == bitmap.pixels)
        }
    }

    /// A run of four bits gives pixels in pairs, so the last pixel of an odd row may be padding.
    @Test(arguments: [(3, true), (4, true), (5, false)])
    func `A run of four bits may be padded`(_ count: UInt8, _ isReadable: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let bytes = Self.bytes(width: 3, height: 1, bits: 4, [count, 0x12, 0, 1], stated: 4)
            let path = try folder.write(Data(bytes), to: "a.bmp").path
            let samples = try? Self.greys(of: SourceImage(path: path))
            #expect(samples == (isReadable ? [1, 2, 1] : nil))
        }
    }

    /// Returns one sample per pixel.
    private static func greys(of source: SourceImage) throws -> [UInt8] {
        let samples = try source.pixels().samples
        return stride(from: 0, to: samples.count, by: 3).map { samples[$0] }
    }

    private static func bytes(of bitmap: Case) -> [UInt8] {
        bytes(
            width: 4, height: 3, bits: 8, bitmap.data, stated: bitmap.stated ?? bitmap.data.count)
    }

    /// Returns a bitmap whose palette has the greys 0 to 3.
    private static func bytes(
        width: Int, height: Int, bits: Int, _ data: [UInt8], stated: Int
    ) -> [UInt8] {
        func words(_ values: [Int], _ count: Int = 4) -> [UInt8] {
            values.flatMap { value in
                (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
        }
        let palette = (0..<4).flatMap { [UInt8]([$0, $0, $0, 0]) }
        let start = 14 + 40 + palette.count
        return Array("BM".utf8) + words([start + stated, 0, start, 40, width, height])
            + words([1, bits], 2) + words([bits == 8 ? 1 : 2, stated, 0, 0, 4, 0]) + palette + data
    }
}
