import Foundation
import TestSupport
import Testing
import ZigguratImaging
import ZigguratKit

/// The scale of an image, from files whose resolution was measured.
@Suite struct DensityTests {
    static let cases: [(String, [String], Double?)] = [
        // 300 dots an inch are 11.811 a millimetre.
        ("scan.tif", ["--xres", "11.811023622", "--yres", "11.811023622"], 84.667),
        ("cm.tif", ["--xres", "200", "--yres", "200", "--resunit", "cm"], 5),
        ("silent.tif", [], nil),
        ("screen.tif", ["--xres", "2.834645669", "--yres", "2.834645669"], nil),
        ("oblong.tif", ["--xres", "20", "--yres", "10"], nil),
        ("photo.jpg", [], nil),
    ]

    @Test(arguments: cases)
    func densityOfScans(name: String, options: [String], expected: Double?) async throws {
        try await TemporaryFolder.with { folder in
            try await Shell.run("vips", ["black", folder["b.png"].path, "60", "40"]).orThrow()
            let saver = name.hasSuffix("tif") ? "tiffsave" : "jpegsave"
            try await Shell.run(
                "vips", [saver, folder["b.png"].path, folder[name].path] + options
            ).orThrow()
            let file = folder[name].path
            let whole = try SourceImage(path: file).header.micronsPerPixel
            // A pixel of the halved image covers twice as much.
            let request = SourceRequest(fit: PixelSize(width: 30, height: 30))
            let half = try SourceImage(path: file, request: request).header.micronsPerPixel
            for (found, times) in [(whole, 1.0), (half, 2)] {
                #expect((found == nil) == (expected == nil))
                #expect(abs((found ?? 0) - (expected ?? 0) * times) < 0.01, "\(found ?? 0)")
            }
        }
    }
}
