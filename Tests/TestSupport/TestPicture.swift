public import Foundation

/// A picture made up for tests, always the same for the same size.
///
/// Smooth gradients, rings with hard edges, a little noise, and patches of 48 pixels that are all
/// different, so that no two tiles look alike and a tile in the wrong place shows.
public struct TestPicture: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// Whether it has alpha: rings of full, half and no opacity.
    public let hasAlpha: Bool

    public init(width: Int, height: Int, hasAlpha: Bool = false) {
        precondition(width > 0 && height > 0)
        (self.width, self.height, self.hasAlpha) = (width, height, hasAlpha)
    }

    /// The pixels themselves.
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

    /// Writes the picture through the `vips` command in the format of the file's ending.
    ///
    /// Many tests want the same small picture: it is made once, and every further file is a copy.
    ///
    /// - Parameter options: in the words of vips, such as `Q=95,subsample-mode=off`
    @discardableResult
    public func write(to file: URL, options: String = "") async throws -> URL {
        let kind = Written(picture: self, ending: file.pathExtension, options: options)
        if try Self.written.copy(kind, to: file) { return file }
        try await pixels().write(to: file, options: options)
        try Self.written.keep(file, as: kind)
        return file
    }

    /// What a file that was written depends on.
    private struct Written: Hashable {
        let picture: TestPicture
        let ending: String
        let options: String
    }

    private static let written = MadeFiles<Written>()

    /// Writes a picture of any size, this one repeated, without ever holding it in memory.
    ///
    /// For what depends on the size alone, such as memory: tiles repeat here.
    @discardableResult
    public func writeRepeated(
        to file: URL, width: Int, height: Int, options: String = ""
    ) async throws -> URL {
        try await TemporaryFolder.with { folder in
            try VipsFile.write(pixels(), to: folder["picture.v"])
            try await Shell.run(
                "vips",
                [
                    "embed", folder["picture.v"].path, "\(file.path)[\(options)]", "0", "0",
                    "\(width)", "\(height)", "--extend", "repeat",
                ], timeout: .seconds(600)
            ).orThrow()
            return file
        }
    }

    /// Mixes the bits of a number, so that neighbours have nothing in common.
    private static func scramble(_ number: UInt32) -> UInt32 {
        var mixed = number &* 0x9E37_79B1
        mixed = (mixed ^ mixed >> 15) &* 0x85EB_CA77
        return mixed ^ mixed >> 13
    }
}
