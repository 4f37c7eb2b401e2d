import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Floating-point colours that are multiplied by alpha. Some pixels have light without alpha.
@Suite struct PremultipliedLightTests {
    private static let (width, height) = (48, 20)
    private static let trust = SourceRequest.Trust(allowsUntrusted: true)

    /// A row of pixels: no light and no alpha, only light, light and alpha, and opaque pixels.
    private static let pixels: [[Float]] = (0..<width).map { x in
        let step = Float(x % 12) / 11
        return switch x / 12 {
        case 0: [0, 0, 0, 0]
        case 1: [step, step / 2, step / 8, 0]
        case 2: [step / 2, 0.25, 0.125, 0.5]
        default: [step, 1 - step, 0.5, 1]
        }
    }

    @Test(arguments: ["light.exr", "light.tif"], ["000000", "ffffff", "3060c0"])
    func `The background shows through transparent and partly transparent pixels`(
        _ name: String, _ background: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try Self.write(name, Self.pixels, to: folder)
            let colour = try #require(RGBColor(hex: background))
            let levels = [colour.red, colour.green, colour.blue].map { Double($0) / 255 }
            let source = try SourceImage(path: file.path, trust: Self.trust)
            #expect(source.header.hasAlpha)
            let shown = try source.pixels(background: colour)
            for (x, pixel) in Self.pixels.enumerated() {
                let wanted = (0..<3).map { band in
                    Self.sample(
                        Double(pixel[band]) + (1 - Double(pixel[3])) * Self.light(levels[band]))
                }
                let isNear = zip(shown[x, 7], wanted).allSatisfy { abs(Int($0) - $1) <= 1 }
                #expect(isNear, "\(x): \(shown[x, 7]), not \(wanted)")
            }
        }
    }

    /// On black, a tile pixel with alpha gives the light of the file.
    @Test(arguments: ["light.exr", "light.tif"])
    func `Light without alpha gets an alpha in tiles`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try Self.write(name, Self.pixels, to: folder)
            let shown = try SourceImage(path: file.path, trust: Self.trust).pixels(keepsAlpha: true)
            for (x, pixel) in Self.pixels.enumerated() {
                let stored = shown[x, 3]
                let alpha = Double(stored[3]) / 255
                #expect(alpha >= Double(pixel[3]) - 0.01)
                if pixel[0] <= pixel[3] { #expect(abs(alpha - Double(pixel[3])) < 0.01) }
                for band in 0..<3 {
                    let light = Self.light(Double(stored[band]) / 255) * alpha
                    #expect(abs(light - Double(pixel[band])) < 0.012, "\(x)")
                }
            }
        }
    }

    /// The display window is the region that a viewer shows. Source: OpenEXR, technical
    /// introduction.
    @Test func `A display window that differs from the stored pixels is noted`() async throws {
        try await TemporaryFolder.with { folder in
            let rows = [Float](repeating: 0.25, count: 30 * 20)
            for (name, size) in [("same", (30, 20)), ("part", (90, 60)), ("more", (20, 10))] {
                let image = OpenEXRImage(
                    width: 30, height: 20, channels: ["Y": rows], display: size)
                let file = try folder.write(image.data, to: "\(name).exr")
                let header = try SourceImage(path: file.path, trust: Self.trust).header
                #expect(header.size == PixelSize(width: 30, height: 20))
                let whole = PixelSize(width: size.0, height: size.1)
                let isNoted = header.conversions.contains(.dataWindow(of: whole))
                #expect(isNoted == (name != "same"))
            }
        }
    }

    @Test(arguments: ["light.exr", "light.tif"])
    func `Alpha that is 0 everywhere is ignored, with a note`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            var pixels = Self.pixels
            for x in pixels.indices { pixels[x][3] = 0 }
            let file = try Self.write(name, pixels, to: folder)
            let source = try SourceImage(path: file.path, trust: Self.trust)
            #expect(!source.header.hasAlpha)
            #expect(source.header.conversions.contains(.ignoredAlpha))
            let shown = try source.pixels(keepsAlpha: true)
            #expect(shown.bands == 3)
            for (x, pixel) in pixels.enumerated() {
                let isNear = (0..<3).allSatisfy {
                    abs(Int(shown[x, 9][$0]) - Self.sample(Double(pixel[$0]))) <= 1
                }
                #expect(isNear, "\(x)")
            }
            // One pixel of the last row has alpha.
            let last = try Self.write(name, pixels, to: folder, lastAlpha: 0.5)
            #expect(try SourceImage(path: last.path, trust: Self.trust).header.hasAlpha)
        }
    }

    private static func write(
        _ name: String, _ row: [[Float]], to folder: TemporaryFolder, lastAlpha: Float? = nil
    ) throws -> URL {
        var pixels = (0..<height).flatMap { _ in row }
        if let lastAlpha { pixels[pixels.count - 1][3] = lastAlpha }
        guard name.hasSuffix("tif") else {
            let channels = zip(["R", "G", "B", "A"], 0...).map { name, band in
                (name, pixels.map { $0[band] })
            }
            let image = OpenEXRImage(
                width: width, height: height,
                channels: Dictionary(uniqueKeysWithValues: channels))
            return try folder.write(image.data, to: name)
        }
        let bytes = pixels.joined().flatMap { sample in
            withUnsafeBytes(of: sample.bitPattern.littleEndian) { Array($0) }
        }
        let tiff = MadeTIFF(
            width: width, height: height, rowsPerStrip: height, bits: [32, 32, 32, 32],
            photometric: 2, strips: [bytes], [338: [1], 339: [3, 3, 3, 3]])
        return try folder.write(tiff.data, to: name)
    }

    /// Source: IEC 61966-2-1, 5.2.
    private static func light(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func sample(_ light: Double) -> Int {
        let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return Int((min(max(value, 0), 1) * 255).rounded())
    }
}
