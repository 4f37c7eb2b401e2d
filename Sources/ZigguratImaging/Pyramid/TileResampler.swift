internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// Brings the pixels of a tile to another size, through libvips. What it returns lasts until it is
/// used again.
final class TileResampler {
    private var input: [UInt8] = []
    private var output: UnsafeMutableRawPointer?
    private var rows: UnsafeMutableBufferPointer<UnsafePointer<UInt8>> = .allocate(capacity: 0)

    deinit {
        zig_free(output)
        rows.deallocate()
    }

    func resampled(_ pixels: TilePixels, to size: PixelSize) throws(ZigguratError) -> TilePixels {
        try VipsRuntime.start()
        pixels.pack(into: &input)
        zig_free(output)
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
        // It has an address: a picture has at least one row.
        return TilePixels(
            rows: UnsafePointer(rows.baseAddress.unsafelyUnwrapped), width: size.width,
            height: size.height, bands: pixels.bands)
    }

    /// The image of libvips looks at the bytes where they lie, and is gone at the end.
    private static func resample(
        _ bytes: UnsafeRawBufferPointer, of pixels: TilePixels, to size: PixelSize
    ) throws(ZigguratError) -> UnsafeMutableRawPointer {
        guard let picture = VipsImage(bytes, size: pixels.size, bands: pixels.bands) else {
            throw failure()
        }
        let resized = try picture.resized(to: size)
        var length = 0
        let memory = withExtendedLifetime(resized) {
            zig_image_write_to_memory(resized.pointer, &length)
        }
        guard let memory, length == size.pixelCount * pixels.bands else { throw failure() }
        return memory
    }

    private static func failure() -> ZigguratError {
        ZigguratError(
            .encodingFailed, "", "libvips could not resample an image (\(VipsRuntime.takeError()))")
    }
}
