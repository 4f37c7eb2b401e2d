import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// On request, every page or frame of a file becomes a separate export.
@Suite struct EveryPageTests {
    struct Kind: CustomTestStringConvertible {
        let file: String
        /// The options of vips to open a page.
        var opening = ""
        let size: PixelSize
        var steps: [[String]] = [["copy"]]
        var testDescription: String { file }
    }

    @Test(arguments: [
        Kind(file: "photo.tif", size: PixelSize(width: 300, height: 200)),
        Kind(
            file: "photo.gif", size: PixelSize(width: 300, height: 200), steps: [Vips.onWhite]),
        Kind(file: "photo.webp", size: PixelSize(width: 300, height: 200)),
        Kind(
            file: "photo.pdf", opening: ",dpi=108", size: PixelSize(width: 300, height: 150),
            steps: [["extract_band", "0", "--n", "3"]]),
    ])
    func `Each page becomes an export with its number`(_ kind: Kind) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make(kind.file, in: folder)
            let exporter = Self.exporter(in: folder)
            #expect(ExportBatch([file.path], exporter: exporter, everyPage: true).run { _ in })
            let exports = try exporter.exports()
            #expect(exports.map(\.name) == ["photo-p001", "photo-p002", "photo-p003"])
            #expect(exports.map(\.image.page) == [1, 2, 3])
            #expect(exports.map(\.image.size) == [kind.size, kind.size, kind.size])
            var pictures: [PixelPicture] = []
            for page in 1...3 {
                let name = "photo-p00\(page)"
                let tile = try await PixelPicture.read(
                    folder["Output/\(name)/dzi/\(name)_files/9/0_0.png"])
                let opened = URL(filePath: "\(file.path)[page=\(page - 1)\(kind.opening)]")
                let expected = try await PixelPicture.read(
                    Vips.prepare(opened, kind.steps, in: folder))
                #expect(try tile.difference(from: expected).mean < 0.5, "\(name)")
                pictures.append(tile)
            }
            // The negative control: the pages differ.
            #expect(try pictures[0].difference(from: pictures[1]).mean > 1)
            #expect(try pictures[1].difference(from: pictures[2]).mean > 1)
        }
    }

    @Test func `A file of one page keeps its name`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 300, height: 200).write(
                to: folder["photo.png"])
            let exporter = Self.exporter(in: folder)
            #expect(ExportBatch([file.path], exporter: exporter, everyPage: true).run { _ in })
            #expect(try exporter.exports().map(\.name) == ["photo"])
        }
    }

    private static func exporter(in folder: TemporaryFolder) -> Exporter {
        var options = Exporter.Options(
            source: SourceRequest(density: 108), trust: SourceRequest.Trust(allowsUntrusted: true),
            layouts: [.dzi],
            tiling: Tiling.Request(tileSize: 512, overlap: 0, encoding: TileEncoding(.png)),
            viewer: .none)
        options.alpha = .flatten
        return Exporter(destination: folder["Output"].path, options: options)
    }

    /// A file of three pages.
    private static func make(_ name: String, in folder: TemporaryFolder) async throws -> URL {
        if name.hasSuffix("pdf") { return try folder.write(PDFDocument.bytes(pages: 3), to: name) }
        try await TestPicture(width: 300, height: 200).write(to: folder["one.v"])
        try await Vips.run("invert", "one.v", "two.v", in: folder)
        try await Vips.run("flip", "one.v", "three.v", "horizontal", in: folder)
        try await Vips.run("join", "one.v", "two.v", "both.v", "vertical", in: folder)
        try await Vips.run("join", "both.v", "three.v", "all.v", "vertical", in: folder)
        try await Vips.run("copy", "all.v", "\(name)[page-height=200]", in: folder)
        return folder[name]
    }
}
