internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// Encodes tiles by libvips, in each format whose traits name a suffix of libvips.
final class VipsTileEncoder: TileEncoder {
    private let format: TileFormat
    /// A file extension with options, as in `.avif[Q=85]`.
    private let suffix: String
    /// The ICC profile to embed, or empty.
    private let profile: [UInt8]
    private var pixels: [UInt8] = []
    private var result: UnsafeMutableRawPointer?

    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError) {
        try VipsRuntime.start()
        format = encoding.format
        guard let suffix = format.traits.vipsSuffix(encoding) else {
            throw ZigguratError(EncodingFailure.unsupported(format))
        }
        self.suffix = suffix
        self.profile = profile
    }

    deinit {
        g_free(result)
    }

    func encode(_ tile: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        g_free(result)
        result = nil
        tile.pack(into: &pixels)
        var length = 0
        do throws(DecoderMessages) {
            result = try VipsCall.run {
                pixels.withUnsafeBytes { encode($0, tile, &length) }
            }
        } catch {
            throw ZigguratError(EncodingFailure.failed(format), cause: error.cause)
        }
        return UnsafeRawBufferPointer(start: result, count: length)
    }

    /// - Returns: memory that `g_free` frees; `nil` on failure.
    private func encode(
        _ bytes: UnsafeRawBufferPointer, _ tile: TilePixels, _ length: inout Int
    ) -> UnsafeMutableRawPointer? {
        guard let image = VipsImage(bytes, size: tile.size, bands: tile.bands) else { return nil }
        if !profile.isEmpty {
            zig_image_set_blob_copy(image.pointer, VIPS_META_ICC_NAME, profile, profile.count)
        }
        var file: UnsafeMutableRawPointer?
        let status = withExtendedLifetime(image) {
            zig_image_encode(image.pointer, suffix, &file, &length)
        }
        return status == 0 ? file : nil
    }
}
