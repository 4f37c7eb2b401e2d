import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// The images of a TIFF that are pages, levels or masks. `tiff-masks.py` writes the files and the
/// expected pixels.
@Suite struct TIFFMaskTests {
    @Test func `Masks make pages and levels transparent, and are not pages`() async throws {
        try await TemporaryFolder.with { folder in
            let images = try await Self.make(in: folder)
            #expect(images.count > 200)
            let sizes = Dictionary(grouping: images) { "\($0.name) \($0.page)" }
                .mapValues { $0.map(\.size.width).max() ?? 0 }
            for image in images {
                let path = folder["\(image.name).tif"].path
                let isLevel = image.size.width < sizes["\(image.name) \(image.page)"] ?? 0
                var request = SourceRequest(page: image.page == 1 ? nil : image.page)
                if isLevel { request.fit = image.size }
                let source = try SourceImage(path: path, request: request)
                #expect(source.header.pages == image.pages, "\(image.name)")
                #expect(source.readsLevel == isLevel, "\(image.name)")
                #expect(source.header.size == image.size, "\(image.name)")
                #expect(source.header.hasAlpha == (image.bands % 2 == 0), "\(image.name)")
                let wanted = try [UInt8](
                    Data(
                        contentsOf: folder["\(image.name)-\(image.page)-\(image.size.width).raw"]))
                let largest = try Self.difference(source, image, wanted)
                if largest > 1 { Issue.record("\(image.name): a sample differs by \(largest)") }
                try Self.checkRegion(path, image, request, wanted)
            }
        }
    }

    /// If a mask has the blocks of the image, blocks are read with their mask. Otherwise one thread
    /// reads the image.
    @Test func `An image and its mask are read in blocks if their blocks are equal`() async throws {
        try await TemporaryFolder.with { folder in
            _ = try await Self.make(in: folder)
            for (name, isDivisible) in [
                ("rgb-(64,48)-(64,48)-1-False", true), ("rgb-(64,48)-(32,80)-1-False", false),
                ("rgb-(64,48)-7-8-False", false),
            ] {
                let source = try SourceImage(path: folder["\(name).tif"].path)
                let reading = try source.makeReading(keepsAlpha: true, background: .white)
                #expect((reading.division != nil) == isDivisible, "\(name)")
                #expect(!reading.usesLibvips, "\(name)")
                #expect((source.directMemory?.chunkHeight != nil) == isDivisible, "\(name)")
            }
            let sparse = try SourceImage(
                path: folder["rgb-(64,48)-(64,48)-1-True.tif"].path)
            let reading = try sparse.makeReading(keepsAlpha: true, background: .white)
            guard case .blocks(let blocks) = reading else {
                Issue.record("the image is not read in blocks")
                return
            }
            // The mask omits this block, but the image does not.
            #expect(!blocks.isEmpty(PixelRegion(x: 0, y: 0, width: 64, height: 48)))
        }
    }

    private struct Image {
        let name: String
        let pages: Int
        let page: Int
        let size: PixelSize
        let bands: Int
    }

    private static func make(in folder: TemporaryFolder) async throws -> [Image] {
        let result = try await Judge.run(helper: "tiff-masks.py", [folder.url.path])
        try result.orThrow()
        return result.output.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            let numbers = words.dropFirst().compactMap { Int($0) }
            return Image(
                name: words[0], pages: numbers[0], page: numbers[1],
                size: PixelSize(width: numbers[2], height: numbers[3]), bands: numbers[4])
        }
    }

    private static func difference(
        _ source: SourceImage, _ image: Image, _ wanted: [UInt8]
    ) throws -> Int {
        let finding = try source.findValueRange(isWanted: { true })
        let reading = try source.makeReading(
            keepsAlpha: true, background: .white, limits: finding.limits,
            opacity: finding.opacity)
        let shown = try RowStrips.samples(of: reading)
        guard reading.bands == image.bands, shown.count == wanted.count else { return .max }
        return zip(shown, wanted).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    /// Checks a region that begins within blocks, on a background.
    private static func checkRegion(
        _ path: String, _ image: Image, _ request: SourceRequest, _ wanted: [UInt8]
    ) throws {
        // Values without a stated range are scaled by the range of the region.
        guard request.fit == nil, image.name.hasPrefix("rgb"), image.bands == 4 else { return }
        let crop = PixelRegion(x: 61, y: 40, width: 70, height: 63)
        let source = try SourceImage(path: path, request: SourceRequest(crop: crop))
        let background = RGBColor(red: 10, green: 200, blue: 90)
        let reading = try source.makeReading(keepsAlpha: false, background: background)
        let shown = try RowStrips.samples(of: reading)
        for y in 0..<crop.height {
            for x in 0..<crop.width {
                let from = 4 * ((y + crop.y) * image.size.width + x + crop.x)
                let to = 3 * (y * crop.width + x)
                let isOpaque = wanted[from + 3] == 255
                let colour =
                    isOpaque
                    ? Array(wanted[from..<from + 3])
                    : [background.red, background.green, background.blue]
                guard Array(shown[to..<to + 3]) == colour else {
                    Issue.record("\(image.name): the region differs at \(x),\(y)")
                    return
                }
            }
        }
    }
}
