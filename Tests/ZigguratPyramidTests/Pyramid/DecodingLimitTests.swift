import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid
@testable import ZigguratSources

/// The limits of processor time for decoders in this process. `HostileDecoderTests` tests the
/// limits for decoders in other processes.
@Suite struct DecodingLimitTests {
    private static let files = [
        ("image.jpg", ""), ("image.jpg", "interlace"), ("image.png", ""),
        ("image.png", "interlace"), ("image.webp", ""), ("image.webp", "lossless"),
        ("image.tif", "compression=lzw"), ("image.tif", "tile,tile-width=64,tile-height=64"),
    ]

    /// Every decoder uses some processor time.
    @Test(arguments: files, [1, 3])
    func `A decoder in this process is stopped at its time limit`(
        _ file: (name: String, options: String), threadCount: Int
    ) async throws {
        let error = try await Self.failure(file, seconds: 0, threadCount: threadCount)
        #expect(error?.reason as? SourceError == .decoder(.timeout(seconds: 0)))
    }

    @Test(arguments: files, [1, 3])
    func `A decoder in this process may use its whole time limit`(
        _ file: (name: String, options: String), threadCount: Int
    ) async throws {
        let error = try await Self.failure(file, seconds: 60, threadCount: threadCount)
        #expect(error == nil)
    }

    @Test(arguments: [
        (0, 60, 600), (999_999, 60, 600), (1_000_000, 61, 610), (300_000_000, 360, 3600),
    ])
    func `Large images may take more time`(_ pixelCount: Int, _ seconds: Int, total: Int) {
        #expect(DecodingLimit.patience(60, pixelCount: pixelCount) == seconds)
        #expect(DecodingLimit.totalSeconds(pixelCount: pixelCount) == total)
    }

    @Test(arguments: [
        (59, 59, true, false), (60, 60, true, true), (60, 30, true, true), (60, 29, true, false),
        (60, 0, false, true), (599, 29, true, false), (600, 29, true, true),
    ])
    func `A process that waits for a processor may take ten times as long`(
        _ time: Int, used: Int, isRunnable: Bool, isOver: Bool
    ) {
        #expect(
            DecodingLimit.isOver(
                60, time: .seconds(time), used: .seconds(used), isRunnable: isRunnable) == isOver)
    }

    private static func failure(
        _ file: (name: String, options: String), seconds: Int, threadCount: Int
    ) async throws -> ZigguratError? {
        try await TemporaryFolder.with { folder -> ZigguratError? in
            let path = try await TestPicture(width: 301, height: 203)
                .write(to: folder[file.name], options: file.options).path
            var trust = try Isolation.of(SourceRequest.Trust())
            trust.isolation?.secondsWithoutProgress = seconds
            let source = try SourceImage(path: path, trust: trust)
            #expect(source.isReadDirectly)
            let pass = TilingPass(
                tileSize: PixelSize(square: 128), overlap: 0, encoding: TileEncoding(.png),
                edges: [.crop], reductions: Set(0...9))
            do throws(ZigguratError) {
                try PyramidBuilder(passes: [pass], threadCount: threadCount)
                    .build(source, into: TileStore())
                return nil
            } catch {
                return error
            }
        }
    }
}
