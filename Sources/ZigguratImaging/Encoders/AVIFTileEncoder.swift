internal import CVips
internal import ZigguratCore

/// AVIF through libvips. Without loss, grey comes back as it was and colour within a step or two,
/// since it is stored as luminance and colour difference.
typealias AVIFTileEncoder = VipsTileEncoder<AVIFTiles>

enum AVIFTiles: VipsTileKind {
    static let format = TileFormat.avif

    static func save(
        _ image: UnsafeMutablePointer<VipsImage>, _ encoding: TileEncoding,
        to bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        length: UnsafeMutablePointer<Int>
    ) -> Int32 {
        zig_image_avif(image, bytes, length, Int32(encoding.quality), encoding.lossless ? 1 : 0)
    }
}
