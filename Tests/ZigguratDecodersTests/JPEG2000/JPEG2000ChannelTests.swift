import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// The components of JPEG 2000 that are colours and alpha.
@Suite struct JPEG2000ChannelTests {
    private static let trust = SourceRequest.Trust(allowsUntrusted: true)
    private static let sRGB = JPEG2000File.colours(16)

    @Test func `Channels are in the order of their definitions`() async throws {
        try await TemporaryFolder.with { folder in
            let file = JPEG2000File(
                steps: [(1, 1), (1, 1), (1, 1), (1, 1)], options: ["-mct", "0"],
                boxes: [Self.sRGB, JPEG2000File.channels([0, 3, 2, 1])])
            let path = try await file.write(to: "image.jp2", in: folder).path
            let source = try SourceImage(path: path, trust: Self.trust)
            #expect(source.header.hasAlpha && source.header.bands == 4)
            let pixels = try source.pixels(keepsAlpha: true)
            for (x, y) in [(0, 0), (17, 5), (300, 202)] {
                let expected = [3, 2, 1, 0].map { UInt8(file.value($0, x: x, y: y)) }
                #expect(pixels[x, y] == expected)
            }
        }
    }

    /// A codestream without boxes cannot state the meaning of its components.
    @Test func `Components after the colours of a codestream are not read`() async throws {
        try await TemporaryFolder.with { folder in
            for count in 1...5 {
                let file = JPEG2000File(
                    steps: [(Int, Int)](repeating: (1, 1), count: count),
                    options: ["-mct", "0"])
                let path = try await file.write(to: "image.j2k", in: folder).path
                let source = try SourceImage(path: path, trust: Self.trust)
                let colours = count < 3 ? 1 : 3
                #expect(!source.header.hasAlpha && source.header.bands == colours)
                #expect(source.header.colour == (count < 3 ? .grey : .rgb))
                let pixels = try source.pixels(keepsAlpha: true)
                // Grey pixels are compared as RGB.
                let expected = (0..<3).map {
                    UInt8(file.value(min($0, colours - 1), x: 17, y: 5))
                }
                #expect(pixels[17, 5] == expected)
            }
        }
    }

    /// In a file with boxes, a channel without a definition has no meaning. Type 2 is alpha that
    /// colours are multiplied by.
    @Test(arguments: [nil, 1, 2])
    func `A channel is alpha if its definition says so`(_ type: Int?) async throws {
        try await TemporaryFolder.with { folder in
            let definitions =
                type.map { [JPEG2000File.channels([1, 2, 3, 0], alphaType: $0)] } ?? []
            let file = JPEG2000File(
                steps: [(Int, Int)](repeating: (1, 1), count: 4), options: ["-mct", "0"],
                boxes: [Self.sRGB] + definitions)
            let path = try await file.write(to: "image.jp2", in: folder).path
            let source = try SourceImage(path: path, trust: Self.trust)
            #expect(source.header.hasAlpha == (type != nil))
            let pixels = try source.pixels(keepsAlpha: true)
            for (x, y) in [(0, 0), (17, 5), (300, 202)] {
                let stored = (0..<4).map { file.value($0, x: x, y: y) }
                let wanted = stored.prefix(3).map {
                    type == 2
                        ? min(255, stored[3] == 0 ? 0 : ($0 * 255 + stored[3] / 2) / stored[3]) : $0
                }
                let found = pixels[x, y].prefix(3).map(Int.init)
                #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(found) \(wanted)")
            }
        }
    }
}
