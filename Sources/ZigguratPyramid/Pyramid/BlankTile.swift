package import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// Encodes blank tiles.
package enum BlankTile {
    /// Encodes a blank tile.
    ///
    /// - Parameter isClear: whether the tile is transparent, in formats with alpha.
    package static func bytes(
        _ encoding: TileEncoding, _ size: PixelSize, background: RGBColor, isClear: Bool
    ) throws(ZigguratError) -> [UInt8] {
        let bands = isClear && encoding.format.keepsAlpha ? 4 : 3
        let encoder = try TileEncoders.make(for: encoding, bands: bands)
        let scratch = TileScratch()
        let pixels = scratch.plain(
            size, background: background.pixel(bands: bands),
            sampleBytes: encoding.bits == 8 ? 1 : 2)
        let bytes = [UInt8](try encoder.encode(pixels))
        return withExtendedLifetime(scratch) { bytes }
    }
}
