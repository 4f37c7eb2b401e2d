internal import CImageFormats
internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// The encoders of a build's images that are encoded strip by strip. All threads share them.
final class StripEncoders: Sendable {
    private struct Image {
        let pass: Int
        let reduction: Int
        let encoder: JPEGStripEncoder
    }

    private let images = Mutex<[Image]>([])
    private let profile: [UInt8]

    /// - Parameter profile: the ICC profile to embed; empty for sRGB.
    init(profile: [UInt8]) {
        self.profile = profile
    }

    /// Encodes a strip. After the last strip, passes the whole image on.
    ///
    /// - Parameter row: the number of the strip from the top; strips come in order.
    func encode(
        _ pixels: TilePixels, _ levelPass: PyramidSchedule.LevelPass, reduction: Int, row: Int,
        deliver: (UnsafeRawBufferPointer) throws(ZigguratError) -> Void
    ) throws(ZigguratError) {
        let isThis = { (image: Image) in
            image.pass == levelPass.pass && image.reduction == reduction
        }
        let encoder: JPEGStripEncoder
        if let known = images.withLock({ $0.first(where: isThis) }) {
            encoder = known.encoder
        } else {
            encoder = try JPEGStripEncoder(
                levelPass.tiling.encoding, size: levelPass.window.size, bands: pixels.bands,
                profile: profile)
            images.withLock {
                $0.append(Image(pass: levelPass.pass, reduction: reduction, encoder: encoder))
            }
        }
        guard let bytes = try encoder.encode(pixels) else { return }
        try deliver(bytes)
        images.withLock { $0.removeAll(where: isThis) }
    }
}

/// Encodes a JPEG strip by strip while its rows arrive. Only a few rows and the encoded file are in
/// memory. The file equals the file of ``JPEGTileEncoder``.
///
/// `@unchecked Sendable`: several threads use libjpeg's state in turn. The schedule hands out the
/// strips of an image one after the other, under its lock, so two threads never use the state at
/// once.
final class JPEGStripEncoder: @unchecked Sendable {
    private let encoder: JPEGTileEncoder
    private let size: PixelSize
    private var rowsDone = 0

    /// - Parameters:
    ///   - size: the size of the image, in pixels.
    ///   - bands: the number of bands: 1 grey, 3 RGB.
    init(
        _ encoding: TileEncoding, size: PixelSize, bands: Int, profile: [UInt8]
    ) throws(ZigguratError) {
        encoder = try JPEGTileEncoder(encoding, bands: bands, profile: profile)
        self.size = size
    }

    /// Encodes the next rows. The number of rows is a multiple of 16 in all strips except the last.
    ///
    /// - Returns: after the last row, the file's bytes, which are valid as long as the encoder
    ///   exists; before that, `nil`.
    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer? {
        precondition(pixels.width == size.width, "a strip is as wide as its image")
        let pointer = encoder.pointer
        if rowsDone == 0 {
            try check(zig_jpeg_encoder_start(pointer, Int32(size.width), Int32(size.height)) == 0)
        }
        try check(zig_jpeg_encoder_write(pointer, pixels.rows, Int32(pixels.height)) == 0)
        rowsDone += pixels.height
        guard rowsDone >= size.height else { return nil }
        var length = 0
        let bytes = zig_jpeg_encoder_finish(pointer, &length)
        try check(bytes != nil)
        return UnsafeRawBufferPointer(start: bytes, count: length)
    }

    private func check(_ isGood: Bool) throws(ZigguratError) {
        guard isGood else { throw encoder.failure }
    }
}
