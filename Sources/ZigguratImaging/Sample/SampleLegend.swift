internal import ZigguratSystem

/// Crosses at every 500th pixel, each with its column and row in small digits, so that whoever
/// looks at one tile at full size knows where it belongs.
struct SampleLegend: Sendable {
    private let digits = SampleBitmap.digits
    private let comma = SampleBitmap.comma

    static let spacing = 500
    private static let arm = 6

    func paint(_ row: SampleRow, _ strip: SampleStrip) {
        let line = (row.y + Self.arm) / Self.spacing
        let down = row.y - line * Self.spacing
        if line == 0 || down > 12 { return }
        let low = max(strip.columns.lowerBound / Self.spacing, 1)
        let high = (strip.columns.upperBound + Self.arm) / Self.spacing
        if low > high { return }
        for mark in low...high {
            let x = mark * Self.spacing
            if abs(down) <= Self.arm {
                let reach = down == 0 ? Self.arm : 0
                for column in x - reach...x + reach { light(strip, column) }
            }
            if down >= 2, down < 13 {
                label(strip, x + 4, x, line * Self.spacing, down - 4)
            }
        }
    }

    /// Digits on a dark plate with a margin of two pixels.
    private func label(_ strip: SampleStrip, _ start: Int, _ x: Int, _ y: Int, _ line: Int) {
        let characters = Self.length(x) + Self.length(y) + 1
        let width = characters * 6 + 1
        for column in start - 2..<start + width + 2 where strip.columns.contains(column) {
            strip[column] = strip[column].mixed(SamplePalette.shade, 0.55)
        }
        guard (0..<7).contains(line) else { return }
        var column = number(strip, start, x, line)
        column = draw(strip, column, comma.bits(line)) + 2
        _ = number(strip, column, y, line)
    }

    private static func length(_ number: Int) -> Int {
        var rest = number
        var count = 1
        while rest >= 10 {
            rest /= 10
            count += 1
        }
        return count
    }

    private func number(_ strip: SampleStrip, _ start: Int, _ value: Int, _ line: Int) -> Int {
        var divisor = 1
        while value / divisor >= 10 { divisor *= 10 }
        var column = start
        while divisor > 0 {
            column = draw(strip, column, digits[value / divisor % 10].bits(line))
            divisor /= 10
        }
        return column
    }

    private func draw(_ strip: SampleStrip, _ start: Int, _ bits: UInt32) -> Int {
        for place in 0..<5 where (bits >> UInt32(place)) & 1 != 0 {
            light(strip, start + place)
        }
        return start + 6
    }

    /// Lightens what is dark and darkens what is light, by the same clear amount.
    private func light(_ strip: SampleStrip, _ column: Int) {
        guard strip.columns.contains(column) else { return }
        let colour = strip[column]
        let brightness = (colour.x + 2 * colour.y + colour.z) * 0.25
        strip[column] =
            brightness > 0.62
            ? colour.mixed(SamplePalette.shade, 0.62) : colour.mixed(.rgb(255, 255, 255), 0.72)
    }
}
