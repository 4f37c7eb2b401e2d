internal import CPixels
internal import Synchronization
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

/// Detects tiles that show only the background. For most tiles, the first pixels decide.
final class BlankTest {
    private let background: [UInt8]
    private let tolerance: Int32
    /// A row of background, as wide as the widest tile.
    private let pattern: UnsafeMutableBufferPointer<UInt8>

    /// - Parameters:
    ///   - background: a background pixel. If it has alpha, transparent pixels of any colour count
    ///     as background.
    ///   - sampleBytes: the bytes of a sample, 1 or 2. With 2, each byte of a background sample has
    ///     the 8-bit value.
    ///   - tolerance: the allowed difference of a sample, 0 to 255.
    ///   - width: the width of the widest tile.
    init(background: [UInt8], sampleBytes: Int, tolerance: Int, width: Int) {
        self.background = background
        self.tolerance = Int32(tolerance)
        let length = background.count * sampleBytes
        pattern = .allocate(capacity: width * length)
        for index in pattern.indices {
            pattern.initializeElement(at: index, to: background[index % length / sampleBytes])
        }
    }

    deinit {
        pattern.deallocate()
    }

    func isBlank(_ pixels: TilePixels) -> Bool {
        let bands = pixels.bands
        precondition(bands == background.count)
        precondition(pixels.width * pixels.bytesPerPixel <= pattern.count)
        guard let pattern = pattern.baseAddress else { return false }
        let hasAlpha = bands.isMultiple(of: 2)
        for y in 0..<pixels.height {
            let row = pixels.rows[y]
            let isPlain =
                if hasAlpha {
                    // The last byte of a 16-bit sample is the most significant byte.
                    zig_row_is_clear(
                        row, Int32(pixels.width), Int32(pixels.bytesPerPixel), tolerance)
                } else if pixels.sampleBytes == 1 {
                    zig_row_is_plain(row, pattern, Int32(pixels.width * bands), tolerance)
                } else {
                    zig_row_is_plain_wide(row, pattern, Int32(pixels.width * bands), tolerance)
                }
            if isPlain == 0 { return false }
        }
        return true
    }
}

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
