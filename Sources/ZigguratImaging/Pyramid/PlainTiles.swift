internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

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
