internal import CVips
package import ZigguratCore
package import ZigguratSystem

/// An image assembled from encoded tiles, in memory: a small level.
package struct TileMosaic {
    package let size: PixelSize
    var samples: [UInt8]

    /// - Parameters:
    /// - size: the size of the level, in pixels.
    /// - background: the colour without tiles; `nil` for transparent.
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

    /// Copies a tile to its position.
    ///
    /// - Parameters:
    /// - bytes: the encoded tile.
    /// - cell: the part of the level that the tile covers without overlap, in level pixels.
    /// - origin: the position of the cell in the tile, after its overlap.
    /// - over: whether a transparent tile is blended over the image.
    /// - Throws: ``ZigguratError`` without a subject if the tile cannot be decoded.
    package mutating func place(
        _ bytes: [UInt8], cell: PixelRegion, origin: (x: Int, y: Int), over: Bool = false
    ) throws(ZigguratError) {
        try VipsRuntime.start()
        let tile = try Self.pixels(of: bytes)
        guard tile.size.width >= origin.x + cell.width,
            tile.size.height >= origin.y + cell.height,
            cell.maxX <= size.width, cell.maxY <= size.height
        else {
            throw ZigguratError(TileImageFailure.tooSmall)
        }
        for row in 0..<cell.height {
            let source = ((origin.y + row) * tile.size.width + origin.x) * 4
            let target = ((cell.y + row) * size.width + cell.x) * 4
            if over, tile.hasAlpha {
                blend(tile.samples[source..<source + cell.width * 4], at: target)
                continue
            }
            samples.replaceSubrange(
                target..<target + cell.width * 4,
                with: tile.samples[source..<source + cell.width * 4])
        }
    }

    /// Writes the image as a PNG.
    package func write(to path: String) throws(ZigguratError) {
        try VipsRuntime.start()
        let isOpaque = stride(from: 3, to: samples.count, by: 4).allSatisfy { samples[$0] == 255 }
        do throws(DecoderMessages) {
            let image = VipsImage(
                owning: try VipsCall.run {
                    samples.withUnsafeBytes { buffer in
                        zig_image_new_from_memory_copy(
                            buffer.baseAddress, buffer.count, Int32(size.width),
                            Int32(size.height), 4, VIPS_FORMAT_UCHAR)
                    }
                })
            image.pointer.pointee.Type = VIPS_INTERPRETATION_sRGB
            let result = isOpaque ? try? image.bands(0, count: 3) : image
            try VipsCall.run {
                result.map { zig_image_write_to_file($0.pointer, "\(path)[compression=1]") } == 0
                    ? () : nil
            }
        } catch {
            throw ZigguratError(FileFailure(.write, .other), path, cause: error.cause)
        }
    }

    /// Decodes a file to RGBA.
    static func pixels(
        of file: [UInt8]
    ) throws(ZigguratError) -> (size: PixelSize, samples: [UInt8], hasAlpha: Bool) {
        try TileImage.withImage(file, isStrict: false) { image throws(ZigguratError) in
            // A tile may have an ICC profile or 16 bits per sample.
            let colour = try ColourConversion(keepsAlpha: true, background: .white)
                .apply(to: image).to(VIPS_INTERPRETATION_sRGB)
            let size = PixelSize(width: colour.width, height: colour.height)
            guard colour.bands == 3 || colour.bands == 4 else {
                throw ZigguratError(TileImageFailure.invalidData)
            }
            do throws(DecoderMessages) {
                return try colour.withSamples { bytes in
                    if colour.bands == 4 { return (size, [UInt8](bytes), true) }
                    var samples = [UInt8](repeating: 255, count: size.pixelCount * 4)
                    for pixel in 0..<size.pixelCount {
                        for band in 0..<3 { samples[pixel * 4 + band] = bytes[pixel * 3 + band] }
                    }
                    return (size, samples, false)
                }
            } catch {
                throw ZigguratError(TileImageFailure.invalidData, cause: error.cause)
            }
        }
    }
}
