import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// Whole-slide images, which libvips reads through OpenSlide.
@Suite struct SlideTests {
    @Test func `The header of a slide has its pixel size and its associated images`() async throws {
        try await TemporaryFolder.with { folder in
            let slide = try await Slide.make(in: folder)
            let header = try Self.source(slide).header
            #expect(header.format == "openslide")
            #expect(header.size == PixelSize(width: Slide.size.width, height: Slide.size.height))
            #expect(header.pages == 1)
            #expect(header.micronsPerPixel == Slide.micronsPerPixel)
            #expect(header.associatedImages == ["label"])
            let photograph = try RealPhotographs.photograph("Picture_1A")
            let other = try SourceImage(path: photograph.path).header
            #expect(other.micronsPerPixel == nil)
            #expect(other.associatedImages == nil)
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: slide.path)
            }
            #expect(
                error?.reason as? SourceError == .untrustedDecoder(format: "openslide"))
        }
    }

    @Test func `Tiles of a slide equal the tiles of dzsave`() async throws {
        try await TemporaryFolder.with { folder in
            let slide = try await Slide.make(in: folder)
            try Self.exporter(in: folder).export(slide.path)
            try await Vips.run("openslideload", "slide.svs", "whole.v", in: folder)
            try await Vips.run(
                "flatten", "whole.v", "flat.v", "--background", "255", in: folder)
            try await Vips.run(
                "dzsave", "flat.v", "theirs", "--tile-size", "254", "--overlap", "1", "--suffix",
                ".jpg[Q=85]", in: folder)
            let comparison = try await DeepZoomComparison(
                folder["Output/slide/dzi/slide_files"], folder["theirs_files"])
            #expect(comparison.faults == [])
            #expect(comparison.differences.count > 50)
        }
    }

    /// Tests all kinds of tiles. Without a requested colour, edge tiles are padded with the slide's
    /// background.
    @Test(arguments: [nil, RGBColor(red: 16, green: 32, blue: 48)])
    func `Unrecorded regions show the background of the slide`(
        _ background: RGBColor?
    ) async throws {
        try await TemporaryFolder.with { folder in
            let slide = try await Slide.makeWithGaps(in: folder)
            var exporter = Self.exporter(in: folder)
            exporter.options.layouts = [.dzi, .xyz]
            exporter.options.tiling.encoding = TileEncoding(.png)
            exporter.options.background = background
            let manifest = try exporter.export(slide.path).manifest
            let own = RGBColor(
                red: UInt8(Slide.background.red), green: UInt8(Slide.background.green),
                blue: UInt8(Slide.background.blue))
            #expect(manifest.image.background == own)
            #expect(manifest.settings.background == background ?? own)
            try await Vips.run("openslideload", slide.path, "whole.v", in: folder)
            try await Vips.run("flatten", "whole.v", "flat.v", "--background", "255", in: folder)
            try await Vips.run(
                "dzsave", "flat.v", "theirs", "--tile-size", "254", "--overlap", "1", "--suffix",
                ".png", in: folder)
            let comparison = try await DeepZoomComparison(
                folder["Output/gaps/dzi/gaps_files"], folder["theirs_files"])
            #expect(comparison.faults == [])
            let tiles = try await PixelPicture.read(
                ["11/1_0", "11/0_1"].map { folder["Output/gaps/dzi/gaps_files/\($0).png"] }
                    + [folder["Output/gaps/xyz/3/4/2.png"]])
            let colours = [own, own, background ?? own]
            // The first gap is 256 to 287 pixels from the left or the top, and the second tiles
            // begin at 253. The image leaves most of the map's last tile empty.
            for (tile, (place, colour)) in zip(
                tiles, zip([(20, 100), (100, 20), (250, 250)], colours))
            {
                let start = (place.1 * tile.width + place.0) * tile.bands
                #expect(
                    Array(tile.samples[start..<start + 3])
                        == [colour.red, colour.green, colour.blue])
            }
        }
    }

    @Test(arguments: [
        (PixelSize(width: 700, height: 700), 0, 700), (PixelSize(width: 400, height: 400), 1, 400),
        (PixelSize(width: 300, height: 300), 2, 300), (PixelSize(width: 341, height: 268), 2, 341),
    ])
    func `A smaller image is read from the smallest level that is large enough`(
        _ fit: PixelSize, _ level: Int, _ width: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let slide = try await Slide.make(in: folder)
            let header = try Self.source(slide, SourceRequest(fit: fit)).header
            #expect(header.size.width == width)
            let microns = Slide.micronsPerPixel * Double(Slide.size.width) / Double(width)
            #expect(abs((header.micronsPerPixel ?? 0) - microns) < 0.01)
            let levels = header.conversions.compactMap { step in
                if case .level(let size) = step { size.width } else { nil }
            }
            #expect(levels == (level > 0 ? [Slide.size.width >> level] : []))
        }
    }

    @Test func `The label of a slide is exported only on request`() async throws {
        try await TemporaryFolder.with { folder in
            let slide = try await Slide.make(in: folder)
            var exporter = Self.exporter(in: folder)
            exporter.options.tiling.encoding = TileEncoding(.png)
            exporter.options.alpha = .flatten
            #expect(ExportBatch([slide.path], exporter: exporter).run { _ in })
            #expect(try exporter.exports().map(\.name) == ["slide"])
            let everything = ExportBatch(
                [slide.path], exporter: exporter, everyAssociatedImage: true)
            #expect(everything.run { _ in })
            let exports = try exporter.exports()
            #expect(exports.map(\.name) == ["slide", "slide-label"])
            #expect(exports.last?.image.size == PixelSize(width: 200, height: 157))
            #expect(exports.last?.image.micronsPerPixel == nil)
            #expect(exports.first?.image.micronsPerPixel == Slide.micronsPerPixel)
            let label = try await PixelPicture.read(
                folder["Output/slide-label/dzi/slide-label_files/8/0_0.png"])
            try await Vips.run("copy", "label.v", "label.png", in: folder)
            let expected = try await PixelPicture.read(folder["label.png"])
            #expect(try label.difference(from: expected).mean == 0)
        }
    }

    @Test func `An unknown associated image is refused with the names of the others`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let slide = try await Slide.make(in: folder)
            let error = #expect(throws: ZigguratError.self) {
                try Self.source(slide, SourceRequest(associatedImage: "macro"))
            }
            #expect(
                error?.reason as? SourceError
                    == .noSuchAssociatedImage("macro", available: ["label"]))
        }
    }

    @Test func `A Smart Zoom Image states the pixel size of the slide`() async throws {
        try await TemporaryFolder.with { folder in
            let slide = try await Slide.make(in: folder)
            var exporter = Self.exporter(in: folder)
            exporter.options.container = .szi
            let result = try exporter.export(slide.path)
            #expect(
                !result.notes.contains {
                    if case .format("szi", _) = $0 { true } else { false }
                })
            let document = try await Shell.run(
                "unzip", ["-p", "Output/slide/slide.szi", "slide/scan-properties.xml"],
                in: folder.url
            ).orThrow().output
            #expect(document.contains("<name>MicronsPerPixel</name>"))
            #expect(document.contains("<value>0.5</value>"))
        }
    }

    @Test func `The page of a slide has a ruler`() async throws {
        try await TemporaryFolder.with { folder in
            let slide = try await Slide.make(in: folder)
            var exporter = Self.exporter(in: folder)
            exporter.options.viewer = .openseadragon
            try exporter.export(slide.path)
            let page = try String(
                contentsOf: folder["Output/slide/dzi/index.html"], encoding: .utf8)
            #expect(page.contains("\"micronsPerPixel\":0.5"))
        }
    }

    private static func source(
        _ slide: URL, _ request: SourceRequest = SourceRequest()
    ) throws -> SourceImage {
        try SourceImage(
            path: slide.path, request: request, trust: SourceRequest.Trust(allowsUntrusted: true))
    }

    private static func exporter(in folder: TemporaryFolder) -> Exporter {
        let options = Exporter.Options(
            trust: SourceRequest.Trust(allowsUntrusted: true), layouts: [.dzi], viewer: .none)
        return Exporter(destination: folder["Output"].path, options: options)
    }
}
