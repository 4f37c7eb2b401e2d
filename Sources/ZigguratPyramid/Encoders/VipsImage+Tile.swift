internal import CVips
internal import ZigguratCore
internal import ZigguratImaging

extension VipsImage {
    /// Creates an image of packed 8-bit samples, grey or RGB, with or without alpha. The image
    /// refers to the bytes, which must not move while the image exists.
    ///
    /// - Returns: `nil` if libvips fails.
    convenience init?(_ bytes: UnsafeRawBufferPointer, size: PixelSize, bands: Int) {
        let image = zig_image_new_from_memory(
            bytes.baseAddress, bytes.count, Int32(size.width), Int32(size.height), Int32(bands),
            VIPS_FORMAT_UCHAR)
        guard let image else { return nil }
        image.pointee.Type = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        self.init(owning: image)
    }
}

extension TilePixels {
    /// Copies the rows into one block without gaps, as libvips requires.
    func pack(into bytes: inout [UInt8]) {
        let rowLength = width * bytesPerPixel
        if bytes.count != rowLength * height {
            bytes = [UInt8](repeating: 0, count: rowLength * height)
        }
        bytes.withUnsafeMutableBufferPointer { buffer in
            for row in 0..<height {
                buffer.baseAddress?.advanced(by: row * rowLength)
                    .update(from: rows[row], count: rowLength)
            }
        }
    }
}
