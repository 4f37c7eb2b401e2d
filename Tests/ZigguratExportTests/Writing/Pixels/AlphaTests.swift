import Foundation
import TestSupport
import Testing
import ZigguratKit

/// `--alpha`: transparent tiles, or the image on its background.
@Suite struct AlphaTests {
    private static let background = RGBColor(red: 200, green: 40, blue: 90)

    private func tile(
        _ alpha: TileEncoding.Alpha, _ encoding: TileEncoding, of image: URL,
        in folder: TemporaryFolder
    ) async throws -> PixelPicture {
        var exporter = Exporter(destination: folder["out"].path, layouts: [.dzi])
        exporter.options.tiling.encoding = encoding
        exporter.options.tiling.tileSize = 512
        exporter.options.alpha = alpha
        exporter.options.background = Self.background
        let result = try exporter.export(image.path)
        let ending = encoding.format.fileExtension
        return try await PixelPicture.read(
            URL(filePath: "\(result.folder)/dzi/photo_files/9/0_0.\(ending)"))
    }

    @Test(arguments: [
        TileEncoding(.png), TileEncoding(.webp, lossless: true),
        TileEncoding(.avif, lossless: true),
    ])
    func flattenedPixels(encoding: TileEncoding) async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 300, height: 200, hasAlpha: true)
            let image = try await picture.write(to: folder["photo.png"])
            let source = picture.pixels()

            let kept = try await tile(.keep, encoding, of: image, in: folder)
            #expect(kept.bands == 4)
            let flat = try await tile(.flatten, encoding, of: image, in: folder)
            #expect(flat.bands == 3)
            // AVIF stores luminance and colour differences, which are rounded.
            let limit = encoding.format == .avif ? 4 : 1
            let expected = Self.flattened(source)
            #expect(try flat.difference(from: expected).largest <= limit)
            // The negative control.
            #expect(try flat.difference(from: source.withoutAlpha()).largest > 50)
        }
    }

    private static func flattened(_ picture: PixelPicture) -> PixelPicture {
        let behind = [background.red, background.green, background.blue].map(Int.init)
        var samples: [UInt8] = []
        for start in stride(from: 0, to: picture.samples.count, by: 4) {
            let alpha = Int(picture.samples[start + 3])
            for band in 0..<3 {
                let colour = Int(picture.samples[start + band])
                samples.append(UInt8((colour * alpha + behind[band] * (255 - alpha) + 127) / 255))
            }
        }
        return PixelPicture(
            width: picture.width, height: picture.height, bands: 3, samples: samples)
    }
}
