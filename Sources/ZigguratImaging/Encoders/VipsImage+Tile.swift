internal import CVips
internal import ZigguratCore

extension VipsImage {
    /// An image of packed samples of 8 bits, grey or RGB, with or without alpha. It does not copy
    /// them: they have to stay in place while it exists.
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
    /// Copies the rows into one block without gaps, as libvips wants them.
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
