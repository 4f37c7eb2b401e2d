import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// A layout of a library's user, with aliases, a descriptor, settings and a reader.
private struct RowLayout: ConfigurableLayout {
    struct Settings: Codable, Hashable {
        @CodedAsText var digits: Int
    }

    let name = "rows"
    let summary = "a folder for each row"
    var digits = 1

    init(digits: Int = 1) { self.digits = digits }
    init(settings: Settings) throws(ZigguratError) { digits = settings.digits }
    var settings: Settings { Settings(digits: digits) }

    var naming: any NamingStrategy {
        digits == 1
            ? .template("{level}/row{row}/{column}.{ext}")
            : .template("{level}/row{row:04}/{column}.{ext}")
    }

    var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.descriptors = makeDescriptors
            $0.paths = paths
            $0.settings = self
            $0.findPyramids = findPyramids
        }
    }

    private func paths(of tile: Tile) -> [String] {
        [naming.path(of: tile)] + (tile.level.tileCount == 1 ? ["\(tile.level.index).jpg"] : [])
    }

    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        let size = bundle.pyramid.imageSize
        return [BundleFile(path: "size.txt", bytes: Array("\(size.width) \(size.height)".utf8))]
    }

    private func findPyramids(
        in files: any BundleFiles
    ) throws(ZigguratError) -> [PyramidReading] {
        guard let bytes = try files.contents(of: "size.txt") else { return [] }
        let sides = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap {
            Int($0)
        }
        let pyramid = try pyramid(
            name: "photo", imageSize: PixelSize(width: sides[0], height: sides[1]))
        return [.success(FoundPyramid(pyramid, naming: naming, descriptors: ["size.txt"]))]
    }
}

@Suite struct `A layout of the library's user` {
    private static let formats = Formats.standard.adding(RowLayout())

    @Test(arguments: [1, 4])
    func `A custom layout is verified and repacked like a built-in layout`(digits: Int) async throws
    {
        try await Workshop.with { shop in
            let exporter = shop.exporter([RowLayout(digits: digits)]) {
                $0.formats = Self.formats
            }
            let export = try exporter.export(try await shop.picture())
            let verdict = try Verdict(export.folder, formats: Self.formats)
            #expect(verdict.findings == [])
            #expect(verdict.summaries.map(\.kind) == ["a folder for each row"])
            var options = Repacker.Options(layouts: [.dzi])
            options.formats = Self.formats
            options.name = "again"
            let repacker = Repacker(export.folder, to: shop.folder["There"].path, options: options)
            let repacked = try repacker.run(try repacker.plan())
            #expect(try Verdict(repacked.folder).findings == [])
            try FileManager.default.removeItem(at: shop.folder["Output/photo/rows/0.jpg"])
            #expect(try Verdict(export.folder, formats: Self.formats).findings.count > 0)
        }
    }

    @Test func `A bundle of a custom layout is recognised by its files`() async throws {
        try await Workshop.with { shop in
            let exporter = shop.exporter([RowLayout()])
            let export = try exporter.export(try await shop.picture())
            let moved = shop.folder["moved"]
            try FileManager.default.moveItem(at: shop.folder["Output/photo/rows"], to: moved)
            #expect(throws: ZigguratError.self) { try Verdict(moved.path) }
            let verdict = try Verdict(moved.path, formats: Self.formats)
            #expect(verdict.findings == [])
            #expect(verdict.summaries.map(\.tiles) == [export.manifest.bundles[0].tiles])
        }
    }
}
