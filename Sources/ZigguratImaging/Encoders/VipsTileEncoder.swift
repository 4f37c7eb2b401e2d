internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// Encodes tiles by libvips, in each format whose traits name a suffix of libvips.
final class VipsTileEncoder: TileEncoder {
    private let format: TileFormat
    /// A file extension with options, as in `.avif[Q=85]`.
    private let suffix: String
    /// The ICC profile to embed; empty if there is none.
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
        zig_free(result)
    }

    func encode(_ tile: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        zig_free(result)
        result = nil
        tile.pack(into: &pixels)
        var length = 0
        let status = pixels.withUnsafeBytes { bytes -> Int32 in
            guard let image = VipsImage(bytes, size: tile.size, bands: tile.bands) else {
                return -1
            }
            if !profile.isEmpty {
                zig_image_set_blob_copy(image.pointer, VIPS_META_ICC_NAME, profile, profile.count)
            }
            return withExtendedLifetime(image) {
                zig_image_encode(image.pointer, suffix, &result, &length)
            }
        }
        guard status == 0, let result else {
            throw ZigguratError(
                EncodingFailure.failed(format), cause: .library(VipsRuntime.takeError()))
        }
        return UnsafeRawBufferPointer(start: result, count: length)
    }
}
