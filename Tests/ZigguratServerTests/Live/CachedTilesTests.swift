import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Exports can reuse the tiles of live servers.
@Suite struct CachedTilesTests {
    /// Exports an image and reuses the tiles of a cache.
    ///
    /// - Returns: the number of files that are reused.
    private static func export(
        _ image: URL, to folder: URL, _ options: Exporter.Options, _ cache: LiveCache?
    ) throws -> Int {
        var options = options
        options.cachedTiles = cache
        var count = 0
        let isComplete = ExportBatch(
            [image.path], exporter: Exporter(destination: folder.path, options: options)
        ).run { event in
            if case .noted(.cached(_, let files)) = event { count += files }
            if case .failed(let error) = event { Issue.record(error) }
        }
        #expect(isComplete)
        return count
    }

    /// The files that differ between two exports. `ziggurat.hashes` contains the hashes of all
    /// files.
    private static func differences(_ one: URL, _ other: URL) throws -> [String] {
        let files = try FolderListing.files(in: one)
        #expect(try FolderListing.files(in: other) == files && files.count > 60)
        return try files.filter {
            try Data(contentsOf: one.appending(path: $0))
                != Data(contentsOf: other.appending(path: $0))
        }
    }

    /// The cache has single tiles (`isDirect`) or a whole export.
    @Test(arguments: [true, false])
    func `Only missing tiles are encoded`(isDirect: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 1301, height: 1103).write(
                to: folder["a.tif"], options: "tile,tile-width=128,tile-height=128")
            var options = Exporter.Options(layouts: [.dzi, .xyz])
            options.syncs = false
            #expect(try Self.export(image, to: folder["plain"], options, nil) == 0)
            let cache = LiveCache(folder["cache"].path)
            let site = try LiveSite(
                [image.path], options: options, cache: cache, naming: SizeNaming(),
                directPixels: isDirect ? 1 : .max / 64)
            defer { site.stop() }
            let job = try #require(try site.job("a"))
            #expect(job.isDirect == isDirect)
            guard case .done = job.wait(seconds: Patience.limit / .seconds(1), isWanted: { true })
            else {
                Issue.record("the export is not done")
                return
            }
            let paths = (0..<4).map { "xyz/3/\($0)/1.jpg" }
            var marked = folder["cache"]
            for path in isDirect ? paths : [] {
                guard
                    case .stored(let place)? = try site.file(
                        at: path, of: job, isWanted: { true })
                else { continue }
                marked = URL(filePath: "\(site.folder)/\(place)")
            }
            if !isDirect { marked = URL(filePath: "\(site.folder)/a/\(paths[3])") }
            let count = try Self.export(image, to: folder["joined"], options, cache)
            #expect(isDirect ? count == 4 : count > 60)
            #expect(try Self.differences(folder["plain"], folder["joined"]) == [])

            // The export copies a cached tile even if its bytes were changed.
            let bytes = try Data(contentsOf: marked)
            try FileManager.default.removeItem(at: marked)
            try (bytes + [0]).write(to: marked)
            _ = try Self.export(image, to: folder["marked"], options, cache)
            let wrong = try Self.differences(folder["plain"], folder["marked"])
            #expect(wrong.contains("a/\(paths[3])"))
            // The cached tiles do not fit an export with other options. With fewer levels, for
            // example, the level numbers in the paths differ.
            var fewer = options
            (fewer.layouts, fewer.levels) = ([.xyz], Pyramid.LevelRequest(depth: .levels(3)))
            #expect(try Self.export(image, to: folder["fewer"], fewer, cache) == 0)
            options.tiling.encoding = TileEncoding(.jpeg, quality: 50)
            #expect(try Self.export(image, to: folder["other"], options, cache) == 0)
        }
    }
}
