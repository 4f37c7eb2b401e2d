internal import ZigguratCore
internal import ZigguratSystem

/// The numbers of tiles in a PMTiles archive: zoom after zoom, and along a Hilbert curve in each.
///
/// Source: PMTiles specification 3.4, section 4.1.1.
enum HilbertCurve {
    /// The highest zoom whose numbers fit into 64 bits.
    static let maximumZoom = 31

    /// - Precondition: the tile stands in the 2^z × 2^z tiles of its zoom.
    static func tileID(of tile: TileAddress) -> UInt64 {
        precondition((0...maximumZoom).contains(tile.level), "a zoom is 0 to 31")
        precondition(
            (0..<1 << tile.level).contains(tile.column) && (0..<1 << tile.level).contains(tile.row),
            "a tile stands inside its zoom")
        var (x, y) = (UInt64(tile.column), UInt64(tile.row))
        // Tiles of all smaller zooms: (4^z − 1) / 3.
        var id = ((1 as UInt64) << (2 * UInt64(tile.level)) - 1) / 3
        var half = tile.level > 0 ? (1 as UInt64) << UInt64(tile.level - 1) : 0
        while half > 0 {
            let isRight = x & half != 0
            let isLower = y & half != 0
            id += half * half * ((isRight ? 3 : 0) ^ (isLower ? 1 : 0))
            if !isLower {
                // The curve runs through this quarter turned.
                if isRight {
                    x = half &- 1 &- x
                    y = half &- 1 &- y
                }
                swap(&x, &y)
            }
            half >>= 1
        }
        return id
    }
}
