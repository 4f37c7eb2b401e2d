/// The numbers of tiles in PMTiles: level after level, along a Hilbert curve on each.
///
/// Source: PMTiles version 3, “Tile ID”.
enum HilbertCurve {
    /// The number of a tile.
    ///
    /// - Precondition: the zoom is below 32, column and row are on it.
    static func number(zoom: Int, column: Int, row: Int) -> Int {
        var (x, y) = (column, row)
        let side = 1 << zoom
        var number = first(of: zoom)
        var step = side >> 1
        while step > 0 {
            let right = x & step > 0 ? 1 : 0
            let down = y & step > 0 ? 1 : 0
            number += step * step * ((3 * right) ^ down)
            turn(&x, &y, side, right, down)
            step >>= 1
        }
        return number
    }

    /// The tile of a number; `nil` beyond the zoom 31.
    static func tile(of number: Int) -> (zoom: Int, column: Int, row: Int)? {
        guard let zoom = (0..<32).first(where: { number < first(of: $0 + 1) }) else { return nil }
        var rest = number - first(of: zoom)
        guard rest >= 0 else { return nil }
        var (x, y) = (0, 0)
        var step = 1
        while step < 1 << zoom {
            let right = rest / 2 & 1
            let down = (rest ^ right) & 1
            turn(&x, &y, step, right, down)
            x += step * right
            y += step * down
            rest /= 4
            step <<= 1
        }
        return (zoom, x, y)
    }

    /// The number of a level's first tile: how many tiles all smaller levels have.
    private static func first(of zoom: Int) -> Int {
        Int((UInt64(1) << UInt64(2 * min(zoom, 31))) / 3)
    }

    private static func turn(_ x: inout Int, _ y: inout Int, _ side: Int, _ right: Int, _ down: Int)
    {
        guard down == 0 else { return }
        if right == 1 { (x, y) = (side - 1 - x, side - 1 - y) }
        swap(&x, &y)
    }
}
