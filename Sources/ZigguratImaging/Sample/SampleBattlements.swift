internal import ZigguratSystem

/// Merlons in steps, as they stood on the walls of Babylon.
struct SampleBattlements: Sendable {
    let bricks: SampleBricks

    /// Paints one row.
    ///
    /// - Parameters:
    ///   - v: the height above the foot of the merlons, 0 to `SampleScene.merlonHeight`.
    ///   - half: the half width of the wall on which they stand.
    ///   - gap: the half width of the gap in the middle.
    func paint(
        _ row: SampleRow, _ strip: SampleStrip, _ v: Float, _ half: Float, _ base: SampleColour,
        pitch: Float, gap: Float
    ) {
        let level = Float(Int(v * (1 / 28)))
        let reach = pitch * (0.42 - 0.13 * level)
        let inside = v - level * 28
        let stone = base.mixed(SamplePalette.cream, 0.16)
        // A whole number of merlons fits, so that none is cut at the corner.
        let count = (2 * half / pitch).rounded()
        let width = 2 * half / count
        for column in strip.clamped(row, -half, half) {
            let x = row.x(column)
            let place = (x + half) / width
            let u = (place - Float(SampleNoise.floor(place)) - 0.5) * width
            // A merlon that would reach into the gap is left out whole.
            if abs(u) > reach || abs(x - u) < gap + pitch * 0.42 && gap > 0 { continue }
            let edge: Float = inside > 23 || u < 4 - reach ? 0.22 : (u > reach - 4 ? -0.2 : 0)
            let brick = SampleNoise.floor(x * (1 / 14))
            let face = bricks.glazed(
                (x - Float(brick) * 14) * 1.4, inside * 0.7,
                SampleNoise.hash(brick, Int(level), 97))
            strip[column] = SampleLight.lit(stone * (face + edge), x, half)
        }
    }
}
