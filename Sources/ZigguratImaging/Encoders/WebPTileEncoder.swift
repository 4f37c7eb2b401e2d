internal import CVips
internal import ZigguratCore

/// WebP, with or without loss, through libvips.
final class WebPTileEncoder: TileEncoder {
    static let format = TileFormat.webp

    private let encoder = VipsTileEncoder()
    private let encoding: TileEncoding

    init(_ encoding: TileEncoding, bands: Int) throws(ZigguratError) {
        self.encoding = encoding
    }

    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        let quality = Int32(encoding.quality)
        let lossless: Int32 = encoding.lossless ? 1 : 0
        return try encoder.encode(pixels) { zig_image_webp($0, $1, $2, quality, lossless) }
    }
}
