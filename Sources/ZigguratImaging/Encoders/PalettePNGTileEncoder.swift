internal import CVips
internal import ZigguratCore

/// PNG of at most 256 colours through libvips and its libimagequant: each tile has the palette that
/// suits it, as many colours as the quality asks for, and the rest dithered.
final class PalettePNGTileEncoder: TileEncoder {
    static let format = TileFormat.png
    static let needsTrial = true

    private let encoder: VipsTileEncoder
    private let quality: Int32

    static func writes(_ encoding: TileEncoding) -> Bool {
        encoding.format == format && encoding.palette
    }

    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError) {
        encoder = try VipsTileEncoder(profile: profile)
        quality = Int32(encoding.quality)
    }

    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        try encoder.encode(pixels) { zig_image_palette_png($0, $1, $2, quality) }
    }
}
