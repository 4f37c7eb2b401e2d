internal import CVips
internal import ZigguratCore

/// AVIF through libvips. Without loss, grey comes back as it was and colour within a step or two,
/// since it is stored as luminance and colour difference.
final class AVIFTileEncoder: TileEncoder {
    static let format = TileFormat.avif
    static let needsTrial = true

    private let encoder: VipsTileEncoder
    private let encoding: TileEncoding

    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError) {
        encoder = try VipsTileEncoder(profile: profile)
        self.encoding = encoding
    }

    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        let quality = Int32(encoding.quality)
        let lossless: Int32 = encoding.lossless ? 1 : 0
        return try encoder.encode(pixels) { zig_image_avif($0, $1, $2, quality, lossless) }
    }
}
