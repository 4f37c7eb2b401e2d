internal import CSystem
internal import CVips
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Encodes tiles with libvips. The traits of a format contain the suffix by which libvips chooses
/// the encoder.
final class VipsTileEncoder: TileEncoder {
    private let format: TileFormat
    /// A file extension with options, as in `.avif[Q=85]`.
    private let suffix: String
    /// The ICC profile to embed; empty for sRGB.
    private let profile: [UInt8]
    private var pixels: [UInt8] = []
    private var result: UnsafeMutableRawPointer?

    convenience init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError) {
        guard let suffix = encoding.format.traits.vipsSuffix(encoding) else {
            throw ZigguratError(EncoderError.unsupported(encoding.format))
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
            throw ZigguratError(EncoderError.failed(format), cause: error.cause)
        }
        if let message = Self.unreportedError {
            throw ZigguratError(EncoderError.failed(format), cause: .library(message))
        }
        return UnsafeRawBufferPointer(start: result, count: length)
    }

    /// The message that libjxl printed about a setting that it rejected. libvips 8.14 does not
    /// report such errors. Messages of other encoders are only notices.
    private static var unreportedError: String? {
        let message = String(cString: zig_library_messages())
        return message.contains("lib/jxl/encode") ? message : nil
    }

    /// Encodes packed pixels.
    ///
    /// - Returns: memory that the caller frees with `g_free`; `nil` on failure.
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
