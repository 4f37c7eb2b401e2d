internal import CVips
internal import ZigguratCore

/// JPEG XL through libvips, with or without loss.
typealias JXLTileEncoder = VipsTileEncoder<JXLTiles>

enum JXLTiles: VipsTileKind {
    static let format = TileFormat.jxl

    static func save(
        _ image: UnsafeMutablePointer<VipsImage>, _ encoding: TileEncoding,
        to bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        length: UnsafeMutablePointer<Int>
    ) -> Int32 {
        zig_image_jxl(image, bytes, length, Int32(encoding.quality), encoding.lossless ? 1 : 0)
    }
}
