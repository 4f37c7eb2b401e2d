internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// PNG of at most 256 colours through libvips and its libimagequant: each tile has the palette that
/// suits it, as many colours as the quality asks for, and the rest dithered.
typealias PalettePNGTileEncoder = VipsTileEncoder<PalettePNGTiles>

enum PalettePNGTiles: VipsTileKind {
    static let format = TileFormat.png

    static func writes(_ encoding: TileEncoding) -> Bool {
        encoding.format == format && encoding.palette
    }

    /// Without an argument for loss: there always is some.
    static var save: VipsSave {
        { image, bytes, length, quality, _ in zig_image_palette_png(image, bytes, length, quality) }
    }
}
