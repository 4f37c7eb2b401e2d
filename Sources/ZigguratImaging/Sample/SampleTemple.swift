internal import ZigguratSystem

/// The temple on the summit, with a light in its door.
struct SampleTemple: Sendable {
    let scene: SampleScene
    let bricks: SampleBricks

    /// Paints one row; `v` is the height above the temple's floor.
    func paint(_ row: SampleRow, _ strip: SampleStrip, _ v: Float) {
        let half = SampleScene.templeHalfWidth
        let arch = v < 230 ? Float(96) : 72 - Float(Int((v - 230) * (1 / 22))) * 24
        let foot = 0.8 + 0.2 * sampleRamp(0, 90, v)
        for column in strip.clamped(row, -half, half) {
            let x = row.x(column)
            let away = abs(x)
            if away < arch {
                strip[column] = door(x, v)
            } else if v > 350 {
                let band = SampleOrnament.frieze(x, v - 350, 80, SamplePalette.gold)
                strip[column] = SampleLight.lit(band, x, half * 1.6)
            } else {
                let wall =
                    away < arch + 26
                    ? SamplePalette.gold * (0.4 + 0.5 * bricks.wall(x, v, 98)) : tiles(x, v)
                let glow = max(1 - (away + v * 0.5) * (1 / 420), 0)
                let warm = SampleColour.rgb(110, 66, 16) * (glow * glow)
                strip[column] = SampleLight.lit(wall, x, half * 1.6) * foot + warm
            }
        }
    }

    /// Warm light, and in it a last, very small tower.
    @inline(__always)
    private func door(_ x: Float, _ v: Float) -> SampleColour {
        let low = v - 6
        let away = abs(x)
        if SampleShapes.isPyramid(away, low, steps: 7, step: 11) {
            let level = Int(low * (1 / 11))
            let inside = low - Float(level) * 11
            let stairs = away < 5
            let joint = inside < 1 || inside > 9
            let colour = stairs ? SamplePalette.cream : SamplePalette.storey(level)
            return colour * (joint ? 0.6 : 0.9 - x * 0.003)
        }
        let y = v - 96
        let distance = x * x + y * y
        let halo = 1 / (1 + distance * (1 / 4_200))
        let star = SampleShapes.star(away * (1 / 15), abs(y) * (1 / 15), scene.scale / 15)
        let air = SampleColour.rgb(214, 122, 48).mixed(.rgb(255, 240, 190), halo)
        return air.mixed(.rgb(255, 255, 255), star)
    }

    @inline(__always)
    private func tiles(_ x: Float, _ v: Float) -> SampleColour {
        let u = x + 520
        let line = Int(v * (1 / 20))
        let tile = Int(u * (1 / 20))
        let glaze = bricks.glazed(
            u - Float(tile) * 20, v - Float(line) * 20, SampleNoise.hash(tile, line, 99))
        let blue = SamplePalette.lapis.mixed(.rgb(70, 150, 196), v * (1 / 500)) * glaze
        let star = SampleShapes.star(
            abs(abs(x) - 300) * (1 / 116), abs(v - 216) * (1 / 116), scene.scale / 60)
        return blue.mixed(SamplePalette.gold * (0.84 + 0.16 * glaze), star)
    }
}
