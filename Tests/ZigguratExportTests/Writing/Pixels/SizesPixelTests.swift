import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// Whole images of widths that the pyramid does not have, compared with `vips resize`.
@Suite struct SizesPixelTests {
    @Test(arguments: [(1000, 700), (777, 1201)], [false, true])
    func `A whole image is resampled from the next larger level`(
        size: (Int, Int), hasAlpha: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: size.0, height: size.1, hasAlpha: hasAlpha)
                .write(to: folder["photo.png"])
            var source = file
            if hasAlpha {
                source = folder["flat.png"]
                try await Vips.run(
                    "flatten", file.path, source.path, "--background", "255", in: folder)
            }
            let widths = [30, 100, 400, 500, size.0]
            var options = Exporter.Options(
                tiling: Tiling.Request(
                    encoding: TileEncoding(.jpeg, quality: 100, subsampling: .full)),
                viewer: .none)
            options.sizes = widths
            let exporter = Exporter(destination: folder["Output"].path, options: options)
            let export = try exporter.export(file.path)
            let levels = try await ReducedLevels(of: source, in: folder)
            for image in export.manifest.sizes ?? [] {
                let picture = try await PixelPicture.read(
                    URL(filePath: export.folder).appending(path: image.path))
                #expect(picture.width == image.width && picture.height == image.height)
                let level = try #require(
                    levels.pictures.lastIndex { $0.width >= image.width })
                let (from, to) = (
                    "\(folder["levels_files"].path)/\(levels.pictures.count - 1 - level)/0_0.png",
                    "sized.png"
                )
                try await Vips.run(
                    "resize", from, to,
                    "\(Double(image.width) / Double(levels.pictures[level].width))", "--vscale",
                    "\(Double(image.height) / Double(levels.pictures[level].height))", in: folder)
                let expected = try await PixelPicture.read(folder[to])
                let difference = try picture.difference(from: expected)
                #expect(difference.mean < 1 && difference.largest < 12, "\(image.width)")
            }
            #expect(export.manifest.sizes?.map(\.width) == Set(widths).sorted())
        }
    }

    /// If the larger level does not fit in memory, its rows are resampled as they arrive.
    @Test func `A large level is resampled row by row`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 41, height: 9000).write(to: folder["photo.png"])
            var options = Exporter.Options(
                tiling: Tiling.Request(
                    encoding: TileEncoding(.jpeg, quality: 100, subsampling: .full)),
                viewer: .none)
            options.sizes = [20, 30, 41]
            let exporter = Exporter(destination: folder["Output"].path, options: options)
            let export = try exporter.export(file.path)
            let sizes = try #require(export.manifest.sizes)
            #expect(sizes.map(\.height) == [4390, 6585, 9000])
            for image in sizes {
                try await Vips.run(
                    "resize", file.path, "sized.png", "\(Double(image.width) / 41)", "--vscale",
                    "\(Double(image.height) / 9000)", in: folder)
                let expected = try await PixelPicture.read(folder["sized.png"])
                let picture = try await PixelPicture.read(
                    URL(filePath: export.folder).appending(path: image.path))
                let difference = try picture.difference(from: expected)
                #expect(difference.mean < 1 && difference.largest < 12, "\(image.width)")
            }
        }
    }
}
