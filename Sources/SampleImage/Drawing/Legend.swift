/// Pixel coordinates that can be read at full size: a cross with its column and row at every
/// 500th pixel, and a ruler along the lower edge with a tick at every 10th pixel.
enum Legend {
    private static let spacing = 500
    private static let arm = 8
    /// Digits of 3 × 5 dots, from the top; the highest of three bits is on the left.
    private static let digits: [[UInt8]] = [
        [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 3, 1, 7], [5, 5, 7, 1, 1],
        [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 2, 2, 2], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
    ]

    /// Paints the marks of one row into bytes of RGB.
    static func paint(
        row y: Int, of scene: Scene, columns: Range<Int>, into bytes: UnsafeMutablePointer<UInt8>
    ) {
        let paint = { (column: Int, value: UInt8) in
            guard columns.contains(column) else { return }
            (bytes + 3 * (column - columns.lowerBound)).update(repeating: value, count: 3)
        }
        let fromBottom = scene.height - 1 - y
        if fromBottom < 12, scene.height >= 1_000 {
            for x in columns where x.isMultiple(of: 10) {
                let length = x.isMultiple(of: 100) ? 12 : x.isMultiple(of: 50) ? 8 : 4
                if fromBottom < length { paint(x, 255) }
            }
        }
        let line = (y + arm) / spacing
        let down = y - line * spacing
        guard line > 0, down < 16 else { return }
        for mark in columns.lowerBound / spacing...columns.upperBound / spacing + 1 where mark > 0 {
            let x = mark * spacing
            if abs(down) <= arm {
                for column in down == 0 ? x - arm...x + arm : x...x { paint(column, 255) }
            }
            guard down > 2 else { continue }
            let text = "\(x),\(line * spacing)".utf8
            for column in x + 3..<x + 7 + 8 * text.count { paint(column, 40) }
            guard down > 4, down < 15 else { continue }
            for (place, character) in text.enumerated() {
                let isDigit = character != UInt8(ascii: ",")
                // A comma is one dot on the lowest line.
                let dots =
                    isDigit ? digits[Int(character) - 48][(down - 5) / 2] : down > 12 ? 2 : 0
                for dot in 0..<6 where dots >> (2 - dot / 2) & 1 == 1 {
                    paint(x + 5 + place * 8 + dot, 255)
                }
            }
        }
    }
}
