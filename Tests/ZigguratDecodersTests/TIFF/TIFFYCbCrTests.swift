import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// YCbCr in a TIFF without JPEG compression, which libvips reads as RGB.
@Suite struct TIFFYCbCrTests {
    private static let (width, height) = (64, 48)

    /// The number of pixels across and down that share a colour.
    @Test(arguments: [(1, 1), (2, 1), (2, 2), (4, 2)], 1...8)
    func `YCbCr is converted to RGB in every orientation`(
        _ sharing: (x: Int, y: Int), _ orientation: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let (file, expected) = try Self.make(sharing, orientation, in: folder)
            let source = try SourceImage(path: file.path)
            #expect(source.header.colour == .rgb && source.header.bands == 3)
            #expect(source.header.orientation == orientation)
            let reading = try source.makeReading(
                keepsAlpha: false, background: .white, turnsRows: false)
            #expect(reading.isRandomAccess)
            let samples = try RowStrips.samples(of: reading)
            #expect(Comparison(samples, expected).largest <= 1)
            // The negative control: another order of samples differs.
            #expect(Comparison(samples, expected.reversed()).largest > 100)
            let crop = PixelRegion(x: 5, y: 7, width: 30, height: 33)
            let plan = try DecodePlan(
                SourceRequest(crop: crop), DecodePlan.Settings(),
                storedSize: PixelSize(width: Self.width, height: Self.height), exifOrientation: 1,
                bytesPerPixel: 3)
            let part = try #require(
                try TIFFDecoder().open(SourceFile(path: file.path))
                    .read(plan, ReadingTarget()) { true })
            var rows: [UInt8] = []
            for y in crop.y..<crop.maxY {
                let start = 3 * (y * Self.width + crop.x)
                rows += samples[start..<start + 3 * crop.width]
            }
            let isSame = try RowStrips.samples(of: part) == rows
            #expect(isSame)
        }
    }

    @Test(arguments: [1, 6])
    func `A smaller image has the converted colours`(_ orientation: Int) async throws {
        try await TemporaryFolder.with { folder in
            let (file, pixels) = try Self.make((2, 2), orientation, in: folder)
            let picture = PixelPicture(
                width: Self.width, height: Self.height, bands: 3, samples: pixels)
            try await picture.write(to: folder["rgb.tif"])
            try await Shell.run(
                "tiffset", ["-s", "274", "\(orientation)", "rgb.tif"], in: folder.url
            ).orThrow()
            let request = SourceRequest(fit: PixelSize(square: Self.width / 2))
            let expected = try SourceImage(path: folder["rgb.tif"].path, request: request).pixels()
            let small = try SourceImage(path: file.path, request: request).pixels()
            #expect(small.width == (orientation == 6 ? 24 : 32))
            #expect(try small.difference(from: expected).largest <= 1)
        }
    }

    /// Returns a file and its pixels in RGB. Sources: TIFF 6.0, 21; ITU-R BT.601.
    private static func make(
        _ sharing: (x: Int, y: Int), _ orientation: Int, in folder: TemporaryFolder
    ) throws -> (file: URL, pixels: [UInt8]) {
        var random = SeededGenerator(sharing.x)
        var pixels = [UInt8](repeating: 0, count: 3 * width * height)
        let strips = stride(from: 0, to: height, by: 16).map { top in
            var strip: [UInt8] = []
            for unitY in stride(from: top, to: top + 16, by: sharing.y) {
                for unitX in stride(from: 0, to: width, by: sharing.x) {
                    let colour = random.bytes(2).map { 64 + $0 / 2 }
                    for y in unitY..<unitY + sharing.y {
                        for x in unitX..<unitX + sharing.x {
                            let light = random.bytes(1)[0]
                            strip.append(light)
                            let rgb = converted(light, colour[0], colour[1])
                            pixels.replaceSubrange(
                                3 * (y * width + x)..<3 * (y * width + x) + 3, with: rgb)
                        }
                    }
                    strip += colour
                }
            }
            return strip
        }
        let tiff = MadeTIFF(
            width: width, height: height, rowsPerStrip: 16, bits: [8, 8, 8], photometric: 6,
            strips: strips, [530: [sharing.x, sharing.y], 274: [orientation]])
        return (try folder.write(tiff.data, to: "ycbcr.tif"), pixels)
    }

    private static func converted(_ light: UInt8, _ blue: UInt8, _ red: UInt8) -> [UInt8] {
        let (y, cb, cr) = (Double(light), Double(blue) - 128, Double(red) - 128)
        return [y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb].map {
            UInt8(max(0, min(255, $0.rounded())))
        }
    }
}
