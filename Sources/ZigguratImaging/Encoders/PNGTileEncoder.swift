internal import CVips
internal import ZigguratCore

/// PNG through libvips.
final class PNGTileEncoder: TileEncoder {
    static let format = TileFormat.png

    private let encoder = VipsTileEncoder()

    init(_ encoding: TileEncoding, bands: Int) throws(ZigguratError) {}

    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        try encoder.encode(pixels) { zig_image_png($0, $1, $2) }
    }
}
