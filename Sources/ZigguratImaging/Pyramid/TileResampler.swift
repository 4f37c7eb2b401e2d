internal import CVips
internal import ZigguratCore

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
        let rowLength = pixels.width * pixels.bands
        input.removeAll(keepingCapacity: true)
        input.reserveCapacity(rowLength * pixels.height)
        for y in 0..<pixels.height {
            input.append(contentsOf: UnsafeBufferPointer(start: pixels.rows[y], count: rowLength))
        }
        zig_free(output)
        output = nil
        // The image of libvips looks at the bytes where they lie, and is gone before they move.
        let result = input.withUnsafeBytes {
            bytes -> Result<UnsafeMutableRawPointer, ZigguratError> in
            Self.resample(bytes, of: pixels, to: size)
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

    private static func resample(
        _ bytes: UnsafeRawBufferPointer, of pixels: TilePixels, to size: PixelSize
    ) -> Result<UnsafeMutableRawPointer, ZigguratError> {
        let image = zig_image_new_from_memory(
            bytes.baseAddress, bytes.count, Int32(pixels.width), Int32(pixels.height),
            Int32(pixels.bands), VIPS_FORMAT_UCHAR)
        guard let image else { return .failure(failure()) }
        image.pointee.Type =
            pixels.bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        do throws(ZigguratError) {
            let picture = try VipsPicture(owning: image).resized(to: size)
            var length = 0
            guard let memory = zig_image_write_to_memory(picture.pointer, &length),
                length == size.pixelCount * pixels.bands
            else { return .failure(failure()) }
            return .success(memory)
        } catch {
            return .failure(error)
        }
    }

    private static func failure() -> ZigguratError {
        ZigguratError(
            .encodingFailed, "", "libvips could not resample an image (\(VipsRuntime.takeError()))")
    }
}
