internal import ZigguratSystem

/// The stairs in the middle: each step has its number, counted from the water.
struct SampleStairs: Sendable {
    private let scene: SampleScene
    private let digits = SampleBitmap.digits

    private static let rise: Float = 20
    private static let half: Float = 250
    private static let cheek: Float = 300

    init(_ scene: SampleScene) {
        self.scene = scene
    }

    /// Half the width of a storey's flight with the cheeks on either side; each flight is a little
    /// narrower than the one below.
    func cheek(_ storey: Int) -> Float {
        half(storey) + (Self.cheek - Self.half)
    }

    private func half(_ storey: Int) -> Float {
        Self.half * (1 - 0.45 * Float(storey) / Float(scene.storeys))
    }

    /// Paints one row; `height` is the height above the quay.
    func paint(_ row: SampleRow, _ strip: SampleStrip, _ storey: Int, _ height: Float) {
        let step = SampleNoise.floor(height / Self.rise)
        let v = height - Float(step) * Self.rise
        let tread = v >= 14
        let label = bits(step + 1, 6 - SampleNoise.floor(v / 2))
        let half = self.half(storey)
        let cheek = self.cheek(storey)
        let worn = 0.92 + 0.08 * SampleNoise.unit(step, 3, 101)
        let lines = scene.visibility(4)
        for column in strip.clamped(row, -cheek, cheek) {
            let x = row.x(column)
            let away = abs(x)
            let light = SampleColour(1.1, 1.0, 0.9, 0).mixed(
                SampleColour(0.7, 0.68, 0.88, 0), (x + cheek) / (2 * cheek))
            var colour: SampleColour
            if away > half {
                let t = (away - half) * (1 / 25) - 1
                let cut: Float = (step & 3) == 0 && v < 5 ? 0.7 : 1
                colour = SamplePalette.gold * ((0.92 - 0.3 * t * t) * cut)
            } else {
                colour = SamplePalette.cream * (tread ? 0.98 : 0.64 + 0.012 * v)
                colour *= worn * (1 - 0.24 * sampleRamp(half - 40, half, away))
                let carpet = away < half * 0.26
                if carpet { colour = colour * SampleColour(0.86, 0.30, 0.34, 0) }
                let place = SampleNoise.floor(x * 0.5) + 18
                if !tread, place >= 0, place < 36, (label >> UInt64(place)) & 1 != 0 {
                    colour = colour.mixed(SamplePalette.gold, 0.85 * lines)
                }
            }
            strip[column] = colour * light
        }
    }

    /// One row of a number's digits, centred in 36 bits.
    private func bits(_ number: Int, _ line: Int) -> UInt64 {
        if line < 0 || line > 6 { return 0 }
        var rest = number
        var mask: UInt64 = 0
        var count: UInt64 = 0
        repeat {
            mask = mask << 6 | UInt64(digits[rest % 10].bits(line))
            rest /= 10
            count += 1
        } while rest > 0 && count < 6
        return mask << ((36 - 6 * count) / 2)
    }
}
