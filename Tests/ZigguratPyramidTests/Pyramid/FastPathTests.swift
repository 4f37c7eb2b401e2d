import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid
@testable import ZigguratSources

/// Direct readers and libvips give equal tiles, byte for byte. Requests that direct readers do not
/// support also give equal tiles.
@Suite struct FastPathTests {
    /// A file, and the file from which vips makes it.
    private static let kinds: [(file: String, from: String)] = [
        ("full-colour.jpg[Q=90,subsample-mode=off,strip]", "rgb.v"),
        ("half-colour.jpg[Q=80,subsample-mode=on]", "rgb.v"),
        ("grey.jpg[strip]", "grey.v"),
        ("rgb.png", "rgb.v"), ("grey.png", "grey.v"),
        ("rgba.png", "rgba.v"),
        ("lossy.webp[Q=80]", "rgb.v"),
        ("lossy-alpha.webp[Q=80]", "rgba.v"),
        ("lossless.webp[lossless]", "rgba.v"),
        ("tiles.tif[tile,compression=lzw]", "rgb.v"),
        ("strips.tif[compression=deflate]", "grey.v"),
        ("bilevel.tif[bitdepth=1]", "grey.v"),
        ("interlaced.png[interlace]", "rgba.v"),
    ]

    /// A request that changes no pixels, but needs libvips.
    private static let detour = SourceRequest(range: .limits(0, 255))

    private static let (width, height) = (531, 307)

    @Test(arguments: kinds)
    func `Direct readers and libvips give equal tiles`(
        _ kind: (file: String, from: String)
    ) async throws {
        try await TemporaryFolder.with { folder in
            let path = try await Self.make(kind.file, from: kind.from, in: folder)
            for format in [TileFormat.jpeg, .png, .webp] {
                let keepsAlpha = format.keepsAlpha
                let source = try SourceImage(path: path)
                let reading = try source.makeReading(keepsAlpha: keepsAlpha, background: .white)
                #expect(!reading.usesLibvips)
                let fast = try Self.tiles(reading, format)
                let general = try Self.tiles(
                    source.readThroughVips(keepsAlpha: keepsAlpha, background: .white), format)
                #expect(fast.count == general.count && fast.count > 10)
                #expect(Self.differences(fast, general) == [], "\(format)")
                let detour = try SourceImage(path: path, request: Self.detour)
                    .makeReading(
                        keepsAlpha: keepsAlpha, background: .white, limits: Self.detour.limits)
                #expect(detour.usesLibvips)
                #expect(try Self.differences(fast, Self.tiles(detour, format)) == [], "\(format)")
            }
        }
    }

    @Test func `The comparison detects another image`() async throws {
        try await TemporaryFolder.with { folder in
            let one = try await Self.make("one.jpg[Q=90]", from: "rgb.v", in: folder)
            let other = try await Self.make("other.jpg[Q=89]", from: "rgb.v", in: folder)
            let tiles = try [one, other].map {
                try Self.tiles(
                    SourceImage(path: $0).makeReading(keepsAlpha: false, background: .white), .jpeg)
            }
            #expect(Self.differences(tiles[0], tiles[1]).count > 10)
        }
    }

    private static func make(
        _ file: String, from: String, in folder: TemporaryFolder
    ) async throws -> String {
        let picture = TestPicture(width: width, height: height, hasAlpha: from == "rgba.v")
        try await picture.write(to: folder[from == "rgba.v" ? "rgba.v" : "rgb.v"])
        if from == "grey.v" {
            try await Vips.run("colourspace", "rgb.v", "grey.v", "b-w", in: folder)
        }
        try await Vips.run("copy", from, file, in: folder)
        return folder[String(file.prefix { $0 != "[" })].path
    }

    /// The tiles that differ, and their lengths.
    private static func differences(
        _ tiles: [EncodedTile: [UInt8]], _ others: [EncodedTile: [UInt8]]
    ) -> [String] {
        tiles.compactMap { tile, bytes in
            let other = others[tile] ?? []
            return bytes == other ? nil : "\(tile): \(bytes.count), \(other.count) bytes"
        }
    }

    private static func tiles(
        _ reading: PixelReading, _ format: TileFormat
    ) throws -> [EncodedTile: [UInt8]] {
        let cut = TilingPass(
            tileSize: PixelSize(square: 126), overlap: 1, encoding: TileEncoding(format),
            edges: [.crop], reductions: Set(0...10))
        let store = TileStore()
        try PyramidBuilder(passes: [cut], threadCount: 2).build(reading, into: store)
        return store.tiles
    }
}

extension SourceRequest {
    fileprivate var limits: ClosedRange<Double>? {
        if case .limits(let low, let high) = range { low...high } else { nil }
    }
}
