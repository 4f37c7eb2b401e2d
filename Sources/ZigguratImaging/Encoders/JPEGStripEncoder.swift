internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// One JPEG that is encoded while its rows come: the same bytes as ``JPEGTileEncoder`` makes of all
/// of them at once, in memory for a few rows and for the file.
///
/// Unchecked: libjpeg's state is handed from thread to thread. The schedule gives out the strips of an
/// image one after the other, under its lock, so no two threads are in here at once.
final class JPEGStripEncoder: @unchecked Sendable {
    private let encoder: OpaquePointer
    private let size: PixelSize
    private var rowsDone = 0

    /// - Parameters:
    ///   - size: that of the image, in pixels.
    ///   - bands: 1 grey, 3 RGB.
    init(
        _ encoding: TileEncoding, size: PixelSize, bands: Int, profile: [UInt8]
    ) throws(ZigguratError) {
        encoder = try JPEGTileEncoder.makeEncoder(encoding, bands: bands, profile: profile)
        self.size = size
    }

    deinit {
        zig_jpeg_encoder_destroy(encoder)
    }

    /// Takes the next rows, from the top: a multiple of 16, but for the last ones.
    ///
    /// - Returns: the file's bytes with the last row, which last as long as the encoder; `nil` before.
    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer? {
        precondition(pixels.width == size.width, "rows of another image")
        if rowsDone == 0 {
            try check(zig_jpeg_encoder_start(encoder, Int32(size.width), Int32(size.height)) == 0)
        }
        try check(zig_jpeg_encoder_write(encoder, pixels.rows, Int32(pixels.height)) == 0)
        rowsDone += pixels.height
        guard rowsDone >= size.height else { return nil }
        var length = 0
        let bytes = zig_jpeg_encoder_finish(encoder, &length)
        try check(bytes != nil)
        return UnsafeRawBufferPointer(start: bytes, count: length)
    }

    private func check(_ isGood: Bool) throws(ZigguratError) {
        guard !isGood else { return }
        throw ZigguratError(
            .encodingFailed, "",
            "libjpeg could not encode an image of \(size) pixels "
                + "(\(String(cString: zig_jpeg_encoder_message(encoder))))")
    }
}
