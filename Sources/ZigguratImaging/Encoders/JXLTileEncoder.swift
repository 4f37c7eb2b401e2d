internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// JPEG XL through libvips, with or without loss.
typealias JXLTileEncoder = VipsTileEncoder<JXLTiles>

enum JXLTiles: VipsTileKind {
    static let format = TileFormat.jxl

    static var save: VipsSave { zig_image_jxl }
}
