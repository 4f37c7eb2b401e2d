package import ZigguratCore

/// The tile numbers of a PMTiles archive: zoom after zoom, and along a Hilbert curve within a zoom.
///
/// Source: PMTiles specification 3.4, section 4.1.1.
package enum HilbertCurve {
    /// The highest zoom whose numbers fit into an `Int`.
    static let maximumZoom = 30

    /// The number of a tile; `nil` for an address outside the 2^z × 2^z tiles of a zoom.
    package static func number(of tile: Tile.Address) -> Int? {
        guard (0...maximumZoom).contains(tile.level) else { return nil }
        let side = 1 << tile.level
        guard (0..<side).contains(tile.column), (0..<side).contains(tile.row) else { return nil }
        var (x, y) = (tile.column, tile.row)
        var number = firstNumber(of: tile.level)
        var half = side / 2
        while half > 0 {
            let isRight = x & half != 0
            let isLower = y & half != 0
            number += half * half * ((isRight ? 3 : 0) ^ (isLower ? 1 : 0))
            if !isLower {
                // The curve is rotated in this quarter.
                if isRight { (x, y) = (half &- 1 &- x, half &- 1 &- y) }
                swap(&x, &y)
            }
            half /= 2
        }
        return number
    }

    /// The tile with a number; `nil` if its zoom would exceed ``maximumZoom``.
    package static func tile(of number: Int) -> Tile.Address? {
        guard number >= 0,
            let zoom = (0...maximumZoom).first(where: { number < firstNumber(of: $0 + 1) })
        else { return nil }
        var rest = number - firstNumber(of: zoom)
        var (x, y) = (0, 0)
        var half = 1
        while half < 1 << zoom {
            let isRight = rest & 2 != 0
            let isLower = (rest & 1 != 0) != isRight
            if !isLower {
                if isRight { (x, y) = (half - 1 - x, half - 1 - y) }
                swap(&x, &y)
            }
            if isRight { x += half }
            if isLower { y += half }
            rest >>= 2
            half <<= 1
        }
        return Tile.Address(level: zoom, column: x, row: y)
    }

    /// The numbers of the tiles of a zoom that cover a tile of a smaller zoom; `nil` if the address
    /// is outside the tiles of its zoom.
    static func numbers(of zoom: Int, below tile: Tile.Address) -> Range<Int>? {
        guard zoom >= tile.level, zoom <= maximumZoom, let number = number(of: tile) else {
            return nil
        }
        let length = 1 << (2 * (zoom - tile.level))
        let first = firstNumber(of: zoom) + (number - firstNumber(of: tile.level)) * length
        return first..<first + length
    }

    /// The numbers of all tiles of a zoom.
    static func numbers(of zoom: Int) -> Range<Int> {
        firstNumber(of: zoom)..<firstNumber(of: zoom + 1)
    }

    /// The number of the first tile of a zoom: the count of the tiles of all smaller zooms, (4^z −
    /// 1) / 3.
    private static func firstNumber(of zoom: Int) -> Int { ((1 << (2 * zoom)) - 1) / 3 }
}
