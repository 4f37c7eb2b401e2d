internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// A cache of encoded blank tiles. All threads share it, and each tile is encoded once.
final class BlankTileCache: Sendable {
    private struct Key: Equatable {
        package let encoding: TileEncoding
        package let size: PixelSize
        let bands: Int
    }

    private let tiles = Mutex<[(key: Key, bytes: [UInt8])]>([])

    /// Returns the encoded tile for an encoding, a size and a number of bands.
    ///
    /// - Parameter encode: called for the first request of a tile; other threads wait.
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
