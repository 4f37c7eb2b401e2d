internal import CVips
internal import ZigguratCore

/// PNG of at most 256 colours through libvips and its libimagequant: each tile has the palette that
/// suits it, as many colours as the quality asks for, and the rest dithered.
typealias PalettePNGTileEncoder = VipsTileEncoder<PalettePNGTiles>

enum PalettePNGTiles: VipsTileKind {
    static let format = TileFormat.png

    static func writes(_ encoding: TileEncoding) -> Bool {
        encoding.format == format && encoding.palette
    }

    static func save(
        _ image: UnsafeMutablePointer<VipsImage>, _ encoding: TileEncoding,
        to bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        length: UnsafeMutablePointer<Int>
    ) -> Int32 {
        zig_image_palette_png(image, bytes, length, Int32(encoding.quality))
    }
}
