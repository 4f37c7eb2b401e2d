public import Foundation

/// A generated test image; equal sizes give equal pixels.
///
/// The image has smooth gradients, rings with hard edges and some noise. All patches of 48 pixels
/// differ, so that a tile in the wrong place is detected.
public struct TestPicture: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// Whether the image has alpha: rings of full, half and no opacity.
    public let hasAlpha: Bool

    public init(width: Int, height: Int, hasAlpha: Bool = false) {
        precondition(width > 0 && height > 0)
        (self.width, self.height, self.hasAlpha) = (width, height, hasAlpha)
    }

    /// Generates the pixels.
    public func pixels() -> PixelPicture {
        let bands = hasAlpha ? 4 : 3
        var samples = [UInt8](repeating: 0, count: width * height * bands)
        samples.withUnsafeMutableBufferPointer { samples in
            var index = 0
            for y in 0..<height {
                for x in 0..<width {
                    let patch = Self.scramble(UInt32(x / 48) &* 7919 &+ UInt32(y / 48) &* 104_729)
                    let noise = Self.scramble(UInt32(x) &* 31 &+ UInt32(y) &* 65_599)
                    let (u, v) = (x % 96 - 48, y % 96 - 48)
                    let ring = (u * u + v * v) / 256
                    let light = ring % 3 == 0 ? 60 : 0
                    let red = x * 120 / width + Int(patch & 63) + Int(noise & 7)
                    let green = y * 120 / height + Int(patch >> 8 & 63) + Int(noise >> 4 & 7)
                    let blue = 100 - x * 50 / width + Int(patch >> 16 & 63) + Int(noise >> 8 & 7)
                    samples[index] = UInt8(red + light)
                    samples[index + 1] = UInt8(green + light)
                    samples[index + 2] = UInt8(blue)
                    if hasAlpha { samples[index + 3] = [255, 128, 0][(ring / 2) % 3] }
                    index += bands
                }
            }
        }
        return PixelPicture(width: width, height: height, bands: bands, samples: samples)
    }

    /// Writes the image with the `vips` command, in the format of the file extension. Small images
    /// are written once and then copied.
    ///
    /// - Parameter options: save options of vips, such as `Q=95,subsample-mode=off`.
    @discardableResult
    public func write(to file: URL, options: String = "") async throws -> URL {
        let kind = Written(picture: self, ending: file.pathExtension, options: options)
        if try Self.written.copy(kind, to: file) { return file }
        try await pixels().write(to: file, options: options)
        try Self.written.keep(file, as: kind)
        return file
    }

    /// The values that determine a written file.
    private struct Written: Hashable {
        let picture: TestPicture
        let ending: String
        let options: String
        /// The size of the image that repeats the test image.
        var repeated: [Int] = []
    }

    private static let written = MadeFiles<Written>()

    /// Writes an image of any size that repeats this image, without holding the large image in
    /// memory.
    ///
    /// The tiles repeat, so only tests that depend on the size, such as memory tests, should use
    /// the file.
    @discardableResult
    public func writeRepeated(
        to file: URL, width: Int, height: Int, options: String = ""
    ) async throws -> URL {
        let kind = Written(
            picture: self, ending: file.pathExtension, options: options,
            repeated: [width, height])
        if try Self.written.copy(kind, to: file) { return file }
        return try await TemporaryFolder.with { folder in
            try VipsFile.write(pixels(), to: folder["picture.v"])
            try await Shell.run(
                "vips",
                [
                    "embed", folder["picture.v"].path, "\(file.path)[\(options)]", "0", "0",
                    "\(width)", "\(height)", "--extend", "repeat",
                ]
            ).orThrow()
            try Self.written.keep(file, as: kind)
            return file
        }
    }

    /// Hashes a number, so that neighbouring numbers give unrelated values.
    private static func scramble(_ number: UInt32) -> UInt32 {
        var mixed = number &* 0x9E37_79B1
        mixed = (mixed ^ mixed >> 15) &* 0x85EB_CA77
        return mixed ^ mixed >> 13
    }
}
