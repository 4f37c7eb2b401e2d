import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ZigguratFormats

/// The coefficients of tiles of full resolution, compared with the coefficients of the source.
@Suite struct CoefficientTests {
    @Test func `Every tile has the coefficients of the source`() async throws {
        try await TemporaryFolder.with { folder in
            let kinds = JPEGKind.all + JPEGKind.turned
            var entries: [CoefficientJudge.Entry] = []
            for kind in kinds {
                entries.append(try await Self.entry(kind, isLossless: true, in: folder))
            }
            let verdicts = try await CoefficientJudge.verdicts(on: entries, in: folder)
            for (kind, entry) in zip(kinds, entries) {
                let verdict = try #require(verdicts[kind.file])
                #expect(verdict.differing == 0, "\(kind.file)")
                #expect(verdict.otherTables == 0, "\(kind.file)")
                // A grey image has at least as many coefficients as pixels, in whole blocks.
                #expect(verdict.compared >= kind.width * kind.height, "\(kind.file)")
                #expect(verdict.tiles == entry.tiles.count, "\(kind.file)")
            }
            #expect(verdicts["444.jpg"]?.compared == 77 * 38 * 64 * 3)
            #expect(verdicts["420.jpg"]?.compared == (77 * 38 + 2 * 39 * 19) * 64)
            #expect(verdicts["grey.jpg"]?.compared == 77 * 38 * 64)
        }
    }

    @Test func `Padded tiles of a TIFF file have the coefficients of the source`() async throws {
        try await TemporaryFolder.with { folder in
            let kinds = JPEGKind.all + JPEGKind.turned
            var entries: [CoefficientJudge.Entry] = []
            for kind in kinds { entries.append(try await Self.paddedEntry(kind, in: folder)) }
            let verdicts = try await CoefficientJudge.verdicts(on: entries, in: folder)
            for kind in kinds {
                let verdict = try #require(verdicts[kind.file])
                #expect(verdict.differing == 0 && verdict.otherTables == 0, "\(kind.file)")
                #expect(verdict.compared >= kind.width * kind.height, "\(kind.file)")
            }
        }
    }

    @Test func `Encoded, swapped and turned tiles fail the comparison`() async throws {
        try await TemporaryFolder.with { folder in
            let kind = JPEGKind.all[0]
            let again = try await Self.entry(kind, isLossless: false, in: folder)
            var swapped = try await Self.entry(kind, isLossless: true, in: folder)
            swapped.name = "swapped"
            (swapped.tiles[0].path, swapped.tiles[1].path) =
                (swapped.tiles[1].path, swapped.tiles[0].path)
            var turned = try await Self.entry(JPEGKind.turned[5], isLossless: true, in: folder)
            turned.name = "turned"
            turned.orientation = 8
            let verdicts = try await CoefficientJudge.verdicts(
                on: [again, swapped, turned], in: folder)
            #expect(verdicts.count == 3)
            for (name, verdict) in verdicts { #expect(verdict.differing > 1000, "\(name)") }
        }
    }

    /// The tiles of full resolution of a TIFF file, each as a separate file.
    private static func paddedEntry(
        _ kind: JPEGKind, in folder: TemporaryFolder
    ) async throws -> CoefficientJudge.Entry {
        let file = try await kind.make(in: folder)
        var options = LosslessTests.options(lossless: true)
        options.layouts = [.xyz]
        options.container = .tiff
        let place = "padded-\(UUID().uuidString)"
        let result = try Exporter(destination: folder[place].path, options: options).export(
            file.path)
        let path = "\(result.folder)/\(result.manifest.bundles[0].path)"
        guard
            case .pyramid(let source, _)? = try Formats.standard.reader(of: path)?.read(
                path, known: nil)
        else { throw MissingPrerequisite(path) }
        let top = try #require(source.pyramid.levels.last)
        var tiles: [CoefficientJudge.Tile] = []
        for tile in source.pyramid.tiles(of: top) {
            let name = "\(place)/\(tile.number).jpg"
            try Data(try #require(try source.bytes(of: tile))).write(to: folder[name])
            tiles.append(
                CoefficientJudge.Tile(x: tile.levelRegion.x, y: tile.levelRegion.y, path: name))
        }
        return CoefficientJudge.Entry(
            name: kind.file, source: kind.file, orientation: kind.orientation, tiles: tiles,
            isPadded: true)
    }

    /// The tiles of full resolution of a Deep Zoom image, and the region of each.
    private static func entry(
        _ kind: JPEGKind, isLossless: Bool, in folder: TemporaryFolder
    ) async throws -> CoefficientJudge.Entry {
        let file = try await kind.make(in: folder)
        var options = LosslessTests.options(lossless: isLossless)
        if !isLossless {
            options.tiling = Tiling.Request(
                tileSize: 256, overlap: 0,
                encoding: TileEncoding(.jpeg, quality: 95, subsampling: .full))
        }
        let place = "\(isLossless ? "cut" : "encoded")-\(UUID().uuidString)"
        let exporter = Exporter(destination: folder[place].path, options: options)
        let plan = try exporter.plan(file.path)
        try exporter.export(plan)
        let pyramid = try #require(plan.bundles.first?.pyramid)
        let top = try #require(pyramid.levels.last)
        let tiles = pyramid.tiles(of: top).map { tile in
            CoefficientJudge.Tile(
                x: tile.levelRegion.x, y: tile.levelRegion.y,
                path: "\(place)/\(plan.name)/dzi/\(plan.name)_files/\(top.index)/"
                    + "\(tile.column)_\(tile.row).jpg")
        }
        return CoefficientJudge.Entry(
            name: kind.file, source: kind.file, orientation: kind.orientation, tiles: tiles)
    }
}
