import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// QOI and TGA files that have lost bytes before their end mark or footer.
@Suite struct RasterEndTests {
    private static let size = PixelSize(square: 32)
    private static let mark: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

    /// The number of bytes that are missing in the middle of the pixels. The end mark would become
    /// one to eight pixels.
    @Test(arguments: [1, 4, 8, 16, 28, 32, 400])
    func `A QOI file that has lost bytes is an error`(_ count: Int) async throws {
        try await TemporaryFolder.with { folder in
            let bytes = Self.qoi + Self.mark
            var cut = bytes
            cut.removeSubrange(2014..<2014 + count)
            try Self.expectDamage(folder.write(Data(cut), to: "cut.qoi").path)
        }
    }

    @Test func `A QOI file with all pixels is read without a complete end mark`() async throws {
        try await TemporaryFolder.with { folder in
            let tails = [Self.mark, [], [0, 0, 0], Self.mark + [9, 9]]
            for tail in tails {
                let file = try folder.write(Data(Self.qoi + tail), to: "whole.qoi")
                let samples = try SourceImage(path: file.path).pixels().samples
                let isSame = samples == Self.samples
                #expect(isSame, "\(tail)")
            }
        }
    }

    @Test(arguments: [true, false], [3, 26, 300])
    func `A TGA file whose pixels reach into the footer is truncated`(
        _ isPacked: Bool, _ count: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let head: [UInt8] = [0, 0, isPacked ? 10 : 2] + [UInt8](repeating: 0, count: 9)
            var pixels = Self.samples
            if isPacked {
                // Each row is one packet of 32 pixels.
                pixels = (0..<32).flatMap { [31] + Self.samples[96 * $0..<96 * ($0 + 1)] }
            }
            let footer = [UInt8](repeating: 0, count: 8) + Array("TRUEVISION-XFILE.\0".utf8)
            let start = head + [32, 0, 32, 0, 24, 0x20]
            let whole = try folder.write(Data(start + pixels + footer), to: "whole.tga")
            #expect(try SourceImage(path: whole.path).pixels().width == 32)
            let file = try folder.write(
                Data(start + pixels.dropLast(count) + footer), to: "cut.tga")
            try Self.expectDamage(file.path)
        }
    }

    private static func expectDamage(_ path: String) throws {
        let error = #expect(throws: ZigguratError.self) { try SourceImage(path: path).pixels() }
        #expect([.invalidSource, .truncatedSource].contains(error?.code))
        #expect(error?.subject == path)
        let trust = SourceRequest.Trust(allowsDamaged: true)
        let source = try SourceImage(path: path, trust: trust)
        #expect(source.header.conversions.count == 1)
        #expect(try source.pixels().width == 32)
    }

    private static let samples: [UInt8] = {
        var random = SeededGenerator(8)
        return random.bytes(3 * size.pixelCount)
    }()

    /// A QOI file in which each pixel has four bytes, without the end mark.
    private static let qoi: [UInt8] = {
        let head = Array("qoif".utf8) + [0, 0, 0, 32, 0, 0, 0, 32, 3, 0]
        return head
            + stride(from: 0, to: samples.count, by: 3).flatMap {
                [0xFE] + samples[$0..<$0 + 3]
            }
    }()
}
