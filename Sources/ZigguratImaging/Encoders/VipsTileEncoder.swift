internal import CVips
internal import ZigguratCore

/// What encoders have in common that write through libvips: a tile's pixels as an image of libvips,
/// and the bytes that came of it, kept until the next tile.
final class VipsTileEncoder {
    /// The colour profile that every tile carries; empty where there is none.
    private let profile: [UInt8]
    private var pixels: [UInt8] = []
    private var result: UnsafeMutableRawPointer?

    init(profile: [UInt8]) throws(ZigguratError) {
        try VipsRuntime.start()
        self.profile = profile
    }

    deinit {
        g_free(result)
    }

    /// - Parameter save: writes the image to a buffer that libvips allocates; 0 where it worked.
    func encode(
        _ tile: TilePixels,
        save: (
            UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutableRawPointer?>,
            UnsafeMutablePointer<Int>
        ) -> Int32
    ) throws(ZigguratError) -> UnsafeRawBufferPointer {
        g_free(result)
        result = nil
        pack(tile)
        var length = 0
        let status = pixels.withUnsafeBytes { bytes -> Int32 in
            guard
                let image = zig_image_new_from_memory(
                    bytes.baseAddress, bytes.count, Int32(tile.width), Int32(tile.height),
                    Int32(tile.bands), VIPS_FORMAT_UCHAR)
            else { return -1 }
            defer { zig_object_unref(image) }
            image.pointee.Type =
                tile.bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
            if !profile.isEmpty {
                zig_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, profile.count)
            }
            return save(image, &result, &length)
        }
        guard status == 0, let result else {
            throw ZigguratError(
                .encodingFailed, "", "libvips could not encode a tile (\(VipsRuntime.takeError()))")
        }
        return UnsafeRawBufferPointer(start: result, count: length)
    }

    /// Copies the rows one below the other, as libvips wants them.
    private func pack(_ tile: TilePixels) {
        let rowLength = tile.width * tile.bands
        if pixels.count != rowLength * tile.height {
            pixels = [UInt8](repeating: 0, count: rowLength * tile.height)
        }
        pixels.withUnsafeMutableBufferPointer { buffer in
            for row in 0..<tile.height {
                buffer.baseAddress?.advanced(by: row * rowLength)
                    .update(from: tile.rows[row], count: rowLength)
            }
        }
    }
}
