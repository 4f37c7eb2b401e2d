internal import ZigguratCore
internal import ZigguratSystem

extension HilbertCurve {
    /// The tile of a number; `nil` beyond the zoom 30.
    static func tile(of number: Int) -> TileAddress? {
        guard number >= 0, let zoom = (0..<31).first(where: { number < first(of: $0 + 1) }) else {
            return nil
        }
        var rest = number - first(of: zoom)
        var (x, y) = (0, 0)
        var half = 1
        while half < 1 << zoom {
            let isRight = rest & 2 != 0
            let isLower = (rest & 1 != 0) != isRight
            if !isLower {
                // The curve runs through this quarter turned.
                if isRight { (x, y) = (half - 1 - x, half - 1 - y) }
                swap(&x, &y)
            }
            if isRight { x += half }
            if isLower { y += half }
            rest >>= 2
            half <<= 1
        }
        return TileAddress(level: zoom, column: x, row: y)
    }

    /// The number of a zoom's first tile: how many tiles all smaller zooms have, (4^z − 1) / 3.
    private static func first(of zoom: Int) -> Int { ((1 << (2 * zoom)) - 1) / 3 }
}
