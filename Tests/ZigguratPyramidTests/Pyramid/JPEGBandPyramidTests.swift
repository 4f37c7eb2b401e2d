import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratPyramid
@testable import ZigguratSources

/// Pyramids of a JPEG whose bands several threads decode.
@Suite struct JPEGBandPyramidTests {
    private static let passes = [
        TilingPass(
            tileSize: PixelSize(square: 512), overlap: 1, encoding: TileEncoding(.jpeg),
            edges: [.crop], reductions: Set(0...12))
    ]
    private static let small = TestPicture(width: 600, height: 400)

    /// Writes an image of 8.4 megapixels.
    private static func photo(
        _ options: String = "", in folder: TemporaryFolder
    ) async throws -> URL {
        try await small.writeRepeated(
            to: folder["photo.jpg"], width: 2501, height: 3375, options: options)
    }

    private static func tiles(
        of source: SourceImage, threads: Int, rowFile: ResumeRows? = nil,
        until end: Int = .max, continuing earlier: [EncodedTile: [UInt8]] = [:]
    ) throws -> [EncodedTile: [UInt8]] {
        let store = TileStore(continuing: earlier)
        var builder = PyramidBuilder(passes: passes, threadCount: threads)
        builder.rowFile = rowFile
        do throws(ZigguratError) {
            try builder.build(source, into: store) { $0.rowsRead < end }
        } catch {
            guard error.reason is Cancelled else { throw error }
        }
        return store.tiles
    }

    @Test(arguments: 1...8)
    func `Tiles of a turned image do not depend on the number of threads`(
        _ orientation: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let options = orientation.isMultiple(of: 2) ? "no-subsample" : "restart-interval=157"
            let file = try await Self.photo(options, in: folder)
            try ExifSegment.insert(orientation: orientation, into: file)
            let source = try SourceImage(path: file.path)
            let expected = try Self.tiles(of: source, threads: 1)
            let isSame = try Self.tiles(of: source, threads: 5) == expected
            #expect(isSame)
            // Rows that are mirrored before the first tile is cut are read by one thread.
            let builder = PyramidBuilder(passes: Self.passes, threadCount: 5)
            #expect(builder.readingThreads(of: source) == (orientation == 2 ? 1 : 5))
        }
    }

    private static func readsBands(_ source: SourceImage, threads: Int) throws -> Bool {
        let reading = try source.makeReading(
            keepsAlpha: false, background: .white, turnsRows: false, threadCount: threads)
        let chunks = source.directMemory(threadCount: threads)?.chunks(threadCount: threads)
        #expect(chunks?.height == reading.chunks?.height)
        #expect(chunks?.atOnce == reading.chunks?.atOnce)
        if case .blocks(let blocks) = reading { return blocks is JPEGBandSource }
        return false
    }

    @Test func `At least four threads decode bands of a large JPEG`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.photo(in: folder)
            let source = try SourceImage(path: file.path)
            for threads in [1, 2, 3, 4, 16] {
                let isExpected = threads > 3
                #expect(try Self.readsBands(source, threads: threads) == isExpected)
            }
            let crop = SourceRequest(crop: PixelRegion(x: 1, y: 1, width: 2400, height: 3370))
            #expect(try !Self.readsBands(SourceImage(path: file.path, request: crop), threads: 9))
            let little = try await Self.small.write(to: folder["small.jpg"])
            #expect(try !Self.readsBands(SourceImage(path: little.path), threads: 9))
            // The negative control of a progressive file is the sequential file above.
            let scans = try await Self.small.writeRepeated(
                to: folder["scans.jpg"], width: 2501, height: 3375, options: "interlace")
            #expect(try !Self.readsBands(SourceImage(path: scans.path), threads: 9))
        }
    }

    /// The bytes that each thread adds to the rows in memory, and its decoder.
    @Test(arguments: [
        (20_000, 15_000), (4000, 3000), (65_500, 65_500), (65_500, 9000), (1, 65_500),
    ])
    func `A thread adds at most eight megabytes`(_ width: Int, _ height: Int) async throws {
        try await TemporaryFolder.with { folder in
            for options in [
                "", "no-subsample", "restart-interval=38", "no-subsample,restart-interval=75",
            ] {
                let file = try await Self.small.write(to: folder["photo.jpg"], options: options)
                var bytes = try [UInt8](Data(contentsOf: file))
                let frame = try #require(bytes.firstRange(of: [0xFF, 0xC0])?.upperBound)
                // Bands need only the header. Source: ITU-T T.81, B.2.2.
                bytes.replaceSubrange(
                    frame + 3..<frame + 7,
                    with: [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) })
                try Data(bytes).write(to: file)
                let index = try #require(try JPEGBandIndex(SourceFile(path: file.path)))
                guard let memory = JPEGBandLayout(index)?.memory, let rows = memory.chunkHeight
                else { continue }
                #expect(rows * width * 3 <= 8_000_000 && memory.threadBytes < 4_000_000)
                #expect(rows.isMultiple(of: index.rowStep))
            }
        }
    }

    @Test func `A continued build reads rows and has equal tiles`() async throws {
        try await TemporaryFolder.with { folder in
            let source = try SourceImage(path: try await Self.photo(in: folder).path)
            let rows = ResumeRows(folder["rows"].path, build: 7)
            #expect(!rows.hasRows)
            let started = try Self.tiles(of: source, threads: 5, rowFile: rows, until: 3000)
            #expect(rows.hasRows && !ResumeRows(folder["rows"].path, build: 8).hasRows)
            var builder = PyramidBuilder(passes: Self.passes, threadCount: 5)
            #expect(builder.readingThreads(of: source) == 5)
            builder.rowFile = rows
            #expect(builder.readingThreads(of: source) == 1)
            let rest = try Self.tiles(
                of: source, threads: 5, rowFile: rows, continuing: started)
            let isSame = try rest == Self.tiles(of: source, threads: 1)
            #expect(isSame)
        }
    }
}
