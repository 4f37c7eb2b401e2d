internal import ZigguratSystem

/// Turns what was painted, a mirror image, into water: darker with the distance, with ripples
/// and the path of the sun on it.
struct SampleWater: Sendable {
    let scene: SampleScene

    private static let step = 8

    func paint(_ row: SampleRow, _ strip: SampleStrip, _ depth: Float) {
        let first = strip.columns.lowerBound / Self.step
        var column = strip.columns.lowerBound
        var node = first
        let near = min(depth / 2_000, 1)
        let deep = SampleColour.rgb(46, 34, 88)
        let blend = 0.20 + 0.34 * near
        let edge = sampleRamp(26, 0, depth) * 0.5
        var left = ripple(row.x(first * Self.step), depth, near)
        while column < strip.columns.upperBound {
            let start = node * Self.step
            let right = ripple(row.x(start + Self.step), depth, near)
            let end = min(start + Self.step, strip.columns.upperBound)
            while column < end {
                let t = Float(column - start) * (1 / Float(Self.step))
                let wave = left + (right - left) * t
                let dx = (row.x(column) - SampleScene.sun.x) * (1 / (420 + 900 * near))
                let path = 1 / (1 + dx * dx * dx * dx)
                let crest = max(wave - 0.52, 0)
                let glint = min(crest * crest * 26, 1)
                // What shines keeps its light.
                let bright = min(max(strip[column].y - 0.68, 0) * 2.4, 0.75)
                var colour = strip[column].mixed(deep, blend * (1 - bright))
                colour = colour * (0.80 + 0.36 * wave)
                colour += SampleColour.rgb(255, 190, 110) * (glint * (0.85 * path + 0.10))
                strip[column] = colour.mixed(SamplePalette.shade, edge)
                column += 1
            }
            left = right
            node += 1
        }
    }

    /// The height of the water, 0 to 1: long waves with short ones on them.
    private func ripple(_ x: Float, _ depth: Float, _ near: Float) -> Float {
        let stretch = 0.35 + 0.65 * near
        return 0.5 * SampleNoise.value(x / (260 * stretch), depth / (30 * stretch), 111)
            + 0.3 * SampleNoise.value(x / (96 * stretch), depth / (11 * stretch), 112)
            + 0.2 * SampleNoise.value(x / (34 * stretch), depth / 4.2, 113)
    }
}
