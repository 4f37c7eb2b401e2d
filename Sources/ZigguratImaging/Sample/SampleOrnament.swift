internal import ZigguratSystem

/// Bands that run round every storey.
enum SampleOrnament {
    /// A row of golden beads, 40 units high.
    @inline(__always)
    static func beads(_ x: Float, _ v: Float, _ base: SampleColour) -> SampleColour {
        let place = x * (1 / 32)
        let u = (place - Float(SampleNoise.floor(place))) * 32 - 16
        let y = v - 20
        let light = max(1 - (u * u + y * y) * (1 / 150), 0)
        return (base * 0.5).mixed(SamplePalette.gold, min(light * 1.6, 1))
    }

    /// Steps up and down, in two colours, between golden lines.
    @inline(__always)
    static func frieze(
        _ x: Float, _ v: Float, _ height: Float, _ base: SampleColour
    ) -> SampleColour {
        if v < 3 || v > height - 3 { return SamplePalette.gold * 0.8 }
        let place = x / (height * 2)
        let u = abs((place - Float(SampleNoise.floor(place))) * 2 - 1)
        let step = u * 5
        let level = Float(Int(step))
        let inside = v / height < level * 0.2 + 0.1
        if inside {
            // A thin bright line along each step.
            let edge = min((step - level) * 0.2 * height, (level * 0.2 + 0.1) * height - v)
            return SamplePalette.lapis * (edge < 1.6 ? 1.7 : 1)
        }
        return SamplePalette.cream.mixed(base, 0.25)
    }
}
