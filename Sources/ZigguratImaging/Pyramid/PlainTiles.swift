internal import Synchronization
public import ZigguratCore

/// Tiles of nothing but the background, each encoded once for all threads.
final class PlainTiles: Sendable {
    private struct Key: Equatable {
        let encoding: TileEncoding
        let size: PixelSize
        let bands: Int
    }

    private let tiles = Mutex<[(key: Key, bytes: [UInt8])]>([])

    /// The encoded tile.
    ///
    /// - Parameter encode: makes it, where it is not there yet; others wait.
    func bytes(
        _ encoding: TileEncoding, _ size: PixelSize, bands: Int,
        _ encode: () throws(ZigguratError) -> [UInt8]
    ) throws(ZigguratError) -> [UInt8] {
        let key = Key(encoding: encoding, size: size, bands: bands)
        return try tiles.withLock { (tiles) throws(ZigguratError) in
            if let tile = tiles.first(where: { $0.key == key }) { return tile.bytes }
            let bytes = try encode()
            tiles.append((key, bytes))
            return bytes
        }
    }
}

/// A tile of nothing but the background.
public enum PlainTile {
    /// - Parameter isClear: whether it is transparent, in formats that can; opaque otherwise.
    public static func bytes(
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
