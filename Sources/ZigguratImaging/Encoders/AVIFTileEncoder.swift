internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// AVIF through libvips. Without loss, grey comes back as it was and colour within a step or two,
/// since it is stored as luminance and colour difference.
typealias AVIFTileEncoder = VipsTileEncoder<AVIFTiles>

enum AVIFTiles: VipsTileKind {
    static let format = TileFormat.avif

    static var save: VipsSave { zig_image_avif }
}
