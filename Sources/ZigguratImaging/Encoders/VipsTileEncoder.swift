internal import CSystem
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

    convenience init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError) {
        guard let suffix = encoding.format.traits.vipsSuffix(encoding) else {
            throw ZigguratError(EncodingFailure.unsupported(encoding.format))
        }
        try self.init(encoding.format, suffix: suffix, profile: profile)
    }

    init(_ format: TileFormat, suffix: String, profile: [UInt8] = []) throws(ZigguratError) {
        try VipsRuntime.start()
        self.format = format
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
        zig_forget_library_messages()
        do throws(DecoderMessages) {
            result = try VipsCall.run {
                pixels.withUnsafeBytes { encode($0, tile, &length) }
            }
        } catch {
            throw ZigguratError(EncodingFailure.failed(format), cause: error.cause)
        }
        if let message = Self.unreportedError {
            throw ZigguratError(EncodingFailure.failed(format), cause: .library(message))
        }
        return UnsafeRawBufferPointer(start: result, count: length)
    }

    /// What libjxl printed about a setting that it refused: libvips 8.14 does not report it. Other encoders
    /// print notices.
    private static var unreportedError: String? {
        let message = String(cString: zig_library_messages())
        return message.contains("lib/jxl/encode") ? message : nil
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
