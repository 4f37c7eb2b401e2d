internal import CVips
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Resamples the pixels of a tile with libvips. The result is valid until the next call.
final class TileResampler {
    private var input: [UInt8] = []
    private var output: UnsafeMutableRawPointer?
    private var rows: UnsafeMutableBufferPointer<UnsafePointer<UInt8>> = .allocate(capacity: 0)

    deinit {
        g_free(output)
        rows.deallocate()
    }

    func resampled(_ pixels: TilePixels, to size: PixelSize) throws(ZigguratError) -> TilePixels {
        try VipsRuntime.start()
        pixels.pack(into: &input)
        g_free(output)
        output = nil
        let result = input.withUnsafeBytes { bytes in
            Result { () throws(ZigguratError) in
                try Self.resample(bytes, of: pixels, to: size)
            }
        }
        let memory = try result.get()
        output = memory
        if rows.count < size.height {
            rows.deallocate()
            rows = .allocate(capacity: size.height)
        }
        let newLength = size.width * pixels.bands
        for y in 0..<size.height {
            let row = (memory + y * newLength).assumingMemoryBound(to: UInt8.self)
            rows.initializeElement(at: y, to: UnsafePointer(row))
        }
        // An image has at least one row, so the buffer has an address.
        return TilePixels(
            rows: UnsafePointer(rows.baseAddress.unsafelyUnwrapped), width: size.width,
            height: size.height, bands: pixels.bands)
    }

    /// Resamples pixels. The libvips image refers to the caller's bytes and is released before the
    /// function returns.
    private static func resample(
        _ bytes: UnsafeRawBufferPointer, of pixels: TilePixels, to size: PixelSize
    ) throws(ZigguratError) -> UnsafeMutableRawPointer {
        guard let image = VipsImage(bytes, size: pixels.size, bands: pixels.bands) else {
            throw ZigguratError(EncoderError.resampling)
        }
        let resized = try image.resized(to: size)
        var length = 0
        do throws(DecoderMessages) {
            let memory = try VipsCall.run {
                withExtendedLifetime(resized) {
                    zig_image_write_to_memory(resized.pointer, &length)
                }
            }
            precondition(length == size.pixelCount * pixels.bands, "resizing keeps the bands")
            return memory
        } catch {
            throw ZigguratError(EncoderError.resampling, cause: error.cause)
        }
    }
}
