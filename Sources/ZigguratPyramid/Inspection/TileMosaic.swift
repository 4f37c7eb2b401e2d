internal import CVips
package import ZigguratCore
package import ZigguratImaging
internal import ZigguratSources
package import ZigguratSystem

/// A small level that is assembled from encoded tiles in memory.
package struct TileMosaic {
    package let size: PixelSize
    private var samples: [UInt8]

    /// The largest sample of a pixel that counts as black. JPEG changes black slightly.
    private static let darkest = 8

    /// Creates an empty level.
    ///
    /// - Parameters:
    ///   - size: the size of the level, in pixels.
    ///   - background: the colour where no tile is placed; `nil` for transparent.
    package init(size: PixelSize, background: RGBColor? = nil) {
        self.size = size
        samples = [UInt8](repeating: 0, count: size.pixelCount * 4)
        guard let background else { return }
        for pixel in 0..<size.pixelCount {
            samples[pixel * 4] = background.red
            samples[pixel * 4 + 1] = background.green
            samples[pixel * 4 + 2] = background.blue
            samples[pixel * 4 + 3] = 255
        }
    }

    /// Decodes a file to RGBA.
    ///
    /// - Throws: ``ZigguratError`` without a subject if the file cannot be decoded.
    package init(decoding file: [UInt8]) throws(ZigguratError) {
        try VipsRuntime.start()
        self = try TileImage.withImage(file, isStrict: true) { image throws(ZigguratError) in
            // A tile may have an ICC profile or 16 bits per sample.
            let colour = try ColourConversion(keepsAlpha: true, background: .white)
                .apply(to: image).to(VIPS_INTERPRETATION_sRGB)
            var result = TileMosaic(size: colour.size, background: .white)
            let bands = colour.bands
            guard bands == 3 || bands == 4 else {
                throw ZigguratError(TileImageError.invalidData)
            }
            do throws(DecoderMessages) {
                try colour.withSamples { bytes in
                    for pixel in 0..<result.size.pixelCount {
                        for band in 0..<bands {
                            result.samples[pixel * 4 + band] = bytes[pixel * bands + band]
                        }
                    }
                }
                return result
            } catch {
                throw ZigguratError(TileImageError.invalidData, cause: error.cause)
            }
        }
    }

    /// Whether all pixels of a quarter are more transparent than opaque. Ignores two pixels at each
    /// edge, because resampling mixes these with their neighbours.
    ///
    /// - Parameters:
    ///   - right: 0 for the left half, 1 for the right half.
    ///   - below: 0 for the upper half, 1 for the lower half.
    ///   - keepsAlpha: whether the format of the tile has alpha. If not, black pixels count as
    ///     transparent: GDAL writes black for transparent pixels.
    package func isClear(quarter right: Int, _ below: Int, keepsAlpha: Bool) -> Bool {
        let inner = { (part: Int, side: Int) in
            let edge = min(2, side / 8)
            return part * (side / 2) + edge..<(part + 1) * (side / 2) - edge
        }
        return inner(below, size.height).allSatisfy { y in
            inner(right, size.width).allSatisfy { x in
                let red = (y * size.width + x) * 4
                return keepsAlpha
                    ? samples[red + 3] < 128
                    : max(samples[red], samples[red + 1], samples[red + 2]) <= Self.darkest
            }
        }
    }

    /// Copies a tile to its position.
    ///
    /// - Parameters:
    ///   - bytes: the encoded tile.
    ///   - cell: the part of the level that the tile covers without overlap, in level pixels.
    ///   - origin: the position of the cell in the tile, where the tile's overlap ends.
    ///   - over: whether a transparent tile is blended with the image.
    /// - Throws: ``ZigguratError`` without a subject if the tile cannot be decoded.
    package mutating func place(
        _ bytes: [UInt8], cell: PixelRegion, origin: (x: Int, y: Int), over: Bool = false
    ) throws(ZigguratError) {
        let tile = try TileMosaic(decoding: bytes)
        guard tile.size.width >= origin.x + cell.width,
            tile.size.height >= origin.y + cell.height,
            cell.maxX <= size.width, cell.maxY <= size.height
        else {
            throw ZigguratError(TileImageError.tooSmall)
        }
        draw(tile, from: origin, to: cell, blends: over)
    }

    /// Blends another image into this image. Parts outside this image are ignored.
    package mutating func place(_ other: TileMosaic, at corner: (x: Int, y: Int)) {
        let cell = PixelRegion(
            x: corner.x, y: corner.y, width: min(other.size.width, size.width - corner.x),
            height: min(other.size.height, size.height - corner.y))
        draw(other, from: (0, 0), to: cell, blends: true)
    }

    private mutating func draw(
        _ other: TileMosaic, from origin: (x: Int, y: Int), to cell: PixelRegion, blends: Bool
    ) {
        guard cell.width > 0, cell.height > 0 else { return }
        for row in 0..<cell.height {
            let source = ((origin.y + row) * other.size.width + origin.x) * 4
            let target = ((cell.y + row) * size.width + cell.x) * 4
            let pixels = other.samples[source..<source + cell.width * 4]
            if blends {
                blend(pixels, at: target)
            } else {
                samples.replaceSubrange(target..<target + cell.width * 4, with: pixels)
            }
        }
    }

    /// Blends pixels with the image by their alpha.
    private mutating func blend(_ pixels: ArraySlice<UInt8>, at target: Int) {
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let source = pixels.startIndex + start
            let alpha = Int(pixels[source + 3])
            for band in 0..<3 {
                let sum =
                    Int(pixels[source + band]) * alpha
                    + Int(samples[target + start + band]) * (255 - alpha)
                samples[target + start + band] = UInt8((sum + 127) / 255)
            }
            samples[target + start + 3] = max(samples[target + start + 3], pixels[source + 3])
        }
    }

    /// Returns the image at half the size, rounded up. Each pixel is the mean of four pixels; at an
    /// odd edge, the last pixels count twice.
    package func halved() -> TileMosaic {
        let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        var result = TileMosaic(size: half)
        for y in 0..<half.height {
            for x in 0..<half.width {
                let (right, below) = (
                    min(2 * x + 1, size.width - 1), min(2 * y + 1, size.height - 1)
                )
                let places = [(2 * x, 2 * y), (right, 2 * y), (2 * x, below), (right, below)]
                for band in 0..<4 {
                    let sum = places.reduce(2) { sum, place in
                        sum + Int(samples[(place.1 * size.width + place.0) * 4 + band])
                    }
                    result.samples[(y * half.width + x) * 4 + band] = UInt8(sum / 4)
                }
            }
        }
        return result
    }

    /// Returns the image at twice the size. Each pixel becomes four pixels.
    package func doubled() -> TileMosaic {
        let double = PixelSize(width: size.width * 2, height: size.height * 2)
        var result = TileMosaic(size: double)
        for y in 0..<double.height {
            for x in 0..<double.width {
                let source = (y / 2 * size.width + x / 2) * 4
                let target = (y * double.width + x) * 4
                for band in 0..<4 { result.samples[target + band] = samples[source + band] }
            }
        }
        return result
    }

    /// Encodes the image without alpha.
    package func encoded(_ encoding: TileEncoding) throws(ZigguratError) -> [UInt8] {
        try VipsRuntime.start()
        let encoder = try TileEncoders.make(for: encoding, bands: 3)
        let scratch = TileScratch()
        let pixels = scratch.rows(size, bands: 3) { y, row in
            for x in 0..<size.width {
                for band in 0..<3 {
                    row[x * 3 + band] = samples[(y * size.width + x) * 4 + band]
                }
            }
        }
        let bytes = [UInt8](try encoder.encode(pixels))
        return withExtendedLifetime(scratch) { bytes }
    }

    /// Writes the image as a PNG.
    package func write(to path: String) throws(ZigguratError) {
        try VipsRuntime.start()
        guard let bytes = encodedPNG() else { throw ZigguratError(FileError(.write, .other), path) }
        // libvips would not report why the operating system cannot write the file.
        try FileSystem.replace(path, with: bytes)
    }

    /// Encodes the image as a PNG; `nil` if libvips fails.
    private func encodedPNG() -> [UInt8]? {
        let isOpaque = stride(from: 3, to: samples.count, by: 4).allSatisfy { samples[$0] == 255 }
        let pointer = try? VipsCall.run {
            samples.withUnsafeBytes { buffer in
                zig_image_new_from_memory_copy(
                    buffer.baseAddress, buffer.count, Int32(size.width), Int32(size.height), 4,
                    VIPS_FORMAT_UCHAR)
            }
        }
        guard let image = pointer.map({ VipsImage(owning: $0) }) else { return nil }
        image.pointer.pointee.Type = VIPS_INTERPRETATION_sRGB
        guard let result = isOpaque ? try? image.bands(0, count: 3) : image else { return nil }
        var length = 0
        let file = try? VipsCall.run {
            var file: UnsafeMutableRawPointer?
            let status = zig_image_encode(result.pointer, ".png[compression=1]", &file, &length)
            return status == 0 ? file : nil
        }
        guard let file else { return nil }
        defer { g_free(file) }
        return Array(UnsafeRawBufferPointer(start: file, count: length))
    }
}
