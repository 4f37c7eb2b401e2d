internal import CVips
public import ZigguratCore
public import ZigguratSystem

/// An image assembled from encoded tiles, in memory: a small level.
public struct TileMosaic {
    public let size: PixelSize
    var samples: [UInt8]

    /// - Parameters:
    /// - size: the size of the level, in pixels.
    /// - background: the colour without tiles; `nil` for transparent.
    public init(size: PixelSize, background: RGBColor? = nil) {
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
    public mutating func place(
        _ bytes: [UInt8], cell: PixelRegion, origin: (x: Int, y: Int), over: Bool = false
    ) throws(ZigguratError) {
        try VipsRuntime.start()
        let tile = try bytes.withUnsafeBytes { buffer in
            Result { () throws(ZigguratError) in try Self.pixels(of: buffer) }
        }.get()
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
    public func write(to path: String) throws(ZigguratError) {
        try VipsRuntime.start()
        let isOpaque = stride(from: 3, to: samples.count, by: 4).allSatisfy { samples[$0] == 255 }
        let pointer = samples.withUnsafeBytes { buffer in
            zig_image_new_from_memory_copy(
                buffer.baseAddress, buffer.count, Int32(size.width), Int32(size.height), 4,
                VIPS_FORMAT_UCHAR)
        }
        guard let pointer else { throw Self.failure(path) }
        pointer.pointee.Type = VIPS_INTERPRETATION_sRGB
        let picture = VipsImage(owning: pointer)
        let result = isOpaque ? try picture.bands(0, count: 3) : picture
        guard zig_image_write_to_file(result.pointer, "\(path)[compression=1]") == 0 else {
            throw Self.failure(path)
        }
    }

    /// Decodes an image to RGBA.
    static func pixels(
        of file: UnsafeRawBufferPointer
    ) throws(ZigguratError) -> (size: PixelSize, samples: [UInt8], hasAlpha: Bool) {
        guard let pointer = zig_image_open_bytes(file.baseAddress, file.count, 0) else {
            throw ZigguratError(
                TileImageFailure.invalidHeader, cause: .library(VipsRuntime.takeError()))
        }
        // A tile may have an ICC profile or 16 bits per sample.
        let colour = try ColourConversion(keepsAlpha: true, background: .white)
            .apply(to: VipsImage(owning: pointer)).to(VIPS_INTERPRETATION_sRGB)
        var length = 0
        guard let memory = zig_image_write_to_memory(colour.pointer, &length) else {
            throw ZigguratError(
                TileImageFailure.invalidData, cause: .library(VipsRuntime.takeError()))
        }
        defer { zig_free(memory) }
        let size = PixelSize(width: colour.width, height: colour.height)
        let bands = colour.bands
        guard length == size.pixelCount * bands, bands == 3 || bands == 4 else {
            throw ZigguratError(TileImageFailure.invalidData)
        }
        let bytes = UnsafeRawBufferPointer(start: memory, count: length)
        if bands == 4 { return (size, [UInt8](bytes), true) }
        var samples = [UInt8](repeating: 255, count: size.pixelCount * 4)
        for pixel in 0..<size.pixelCount {
            for band in 0..<3 { samples[pixel * 4 + band] = bytes[pixel * 3 + band] }
        }
        return (size, samples, false)
    }

    private static func failure(_ path: String) -> ZigguratError {
        ZigguratError(
            FileFailure(.write, .other), path, cause: .library(VipsRuntime.takeError()))
    }
}
