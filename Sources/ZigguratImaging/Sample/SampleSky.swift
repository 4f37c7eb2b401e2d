internal import ZigguratSystem

/// The sky: evening light, clouds in terraces, stars with eight points, a moon.
struct SampleSky: Sendable {
    let scene: SampleScene

    /// Noise is worked out at every sixteenth pixel and drawn straight between.
    private static let step = 16

    func paint(_ row: SampleRow, _ strip: SampleStrip) {
        let y = Float(row.height)
        let gradient = base(Float(row.height / scene.skyline))
        let first = strip.columns.lowerBound / Self.step
        var column = strip.columns.lowerBound
        var node = first
        var left = cloud(row.x(first * Self.step), y)
        while column < strip.columns.upperBound {
            let start = node * Self.step
            let right = cloud(row.x(start + Self.step), y)
            let end = min(start + Self.step, strip.columns.upperBound)
            while column < end {
                let t = Float(column - start) * (1 / Float(Self.step))
                strip[column] = shade(
                    row.x(column), y, gradient, left.x + (right.x - left.x) * t)
                column += 1
            }
            left = right
            node += 1
        }
        stars(row, strip, y)
        moon(row, strip, y)
    }

    /// The colour of a clear sky, from the horizon (0) to the upper edge (1).
    private func base(_ t: Float) -> SampleColour {
        let stops: (SampleColour, SampleColour, SampleColour, SampleColour, SampleColour) = (
            .rgb(255, 206, 132), .rgb(244, 142, 104), .rgb(176, 82, 124), .rgb(78, 52, 122),
            SamplePalette.night
        )
        if t < 0.16 { return stops.0.mixed(stops.1, t / 0.16) }
        if t < 0.38 { return stops.1.mixed(stops.2, (t - 0.16) / 0.22) }
        if t < 0.66 { return stops.2.mixed(stops.3, (t - 0.38) / 0.28) }
        return stops.3.mixed(stops.4, min((t - 0.66) / 0.34, 1))
    }

    private func cloud(_ x: Float, _ y: Float) -> SIMD2<Float> {
        let bend = SampleNoise.fractal(x / 2400, y / 900, octaves: 2, 11)
        let thick = SampleNoise.fractal(
            x / 3400 + bend * 1.5, y / 620 + bend * 0.9, octaves: 3, 17)
        return SIMD2(thick, 0)
    }

    @inline(__always)
    private func shade(
        _ x: Float, _ y: Float, _ clear: SampleColour, _ thick: Float
    ) -> SampleColour {
        let dx = x - SampleScene.sun.x
        let dy = y - SampleScene.sun.y
        let distance = dx * dx + dy * dy
        let near = 1 / (1 + distance * (1 / 1_500_000))
        let wide = 1 / (1 + distance * (1 / 14_000_000))
        var colour =
            clear + SampleColour.rgb(40, 44, 26) * near + SampleColour.rgb(54, 28, 2) * wide
        var open: Float = 1
        // The sun: a flat disc with the fine rings of an engraving.
        if distance < 560 * 560 {
            let radius = distance.squareRoot()
            let edge = sampleRamp(540 + scene.scale, 540 - scene.scale, radius)
            let ring = radius * (1 / 18)
            let groove = ring - Float(Int(ring))
            let line = sampleRamp(0.5, 0.4, abs(groove - 0.5)) * scene.visibility(6)
            let disc =
                SampleColour.rgb(255, 252, 232).mixed(.rgb(255, 226, 150), radius / 600)
                - SampleColour(0, 0.02, 0.07, 0) * line
            colour = colour.mixed(disc, edge)
            // Thin streaks cross the lower half of the disc only.
            open = 1 - edge * sampleRamp(-420, 160, dy)
        }
        // Clouds lie in flat layers, as paper does, each with a lit rim and a soft shadow.
        let level = max(thick - 0.30, 0) * 12
        if level > 0 {
            let layer = Int(level)
            let within = level - Float(layer)
            // From one layer to the next within a pixel or two, so that the edge is not jagged.
            let rise = min(within * 14, 1)
            let rim = rise * max(1 - within * 4, 0)
            let height = min(Float(layer) + rise, 7)
            let shadow = (1 - rise + within * within) * min(height, 1)
            let lit = SampleColour.rgb(255, 196, 150).mixed(
                .rgb(128, 92, 164), min(y * (1 / 5200), 1))
            let body = colour.mixed(lit, 0.075 * height)
            let cloudy = body * (1 - 0.10 * shadow) + lit * (0.15 * rim * (0.3 + wide))
            colour = colour.mixed(cloudy, open)
        }
        return colour
    }

    /// A star in some squares of a lattice: few and faint near the horizon, many above.
    private func stars(_ row: SampleRow, _ strip: SampleStrip, _ y: Float) {
        let size: Float = 130
        let line = SampleNoise.floor(y / size)
        let amount = sampleRamp(1900, 5600, y)
        if amount <= 0 { return }
        let last = SampleNoise.floor(row.x(strip.columns.upperBound - 1) / size)
        var cell = SampleNoise.floor(row.x(strip.columns.lowerBound) / size)
        while cell <= last {
            defer { cell += 1 }
            if SampleNoise.unit(cell, line, 31) > 0.16 + 0.34 * amount { continue }
            let magnitude = SampleNoise.unit(cell, line, 32)
            let reach = 7 + 30 * magnitude * magnitude * magnitude * magnitude
            let spread = size - 2 * reach
            let cx = Float(cell) * size + reach + spread * SampleNoise.unit(cell, line, 33)
            let cy = Float(line) * size + reach + spread * SampleNoise.unit(cell, line, 34)
            let dy = abs(y - cy)
            if dy >= reach { continue }
            let warm = SampleNoise.unit(cell, line, 35)
            let tint = SampleColour.rgb(190, 214, 255).mixed(.rgb(255, 226, 178), warm)
            for column in strip.clamped(row, cx - reach, cx + reach) {
                let dx = abs(row.x(column) - cx)
                let light = SampleShapes.star(dx / reach, dy / reach, scene.scale / reach)
                let halo = max(1 - (dx * dx + dy * dy) / (reach * reach), 0)
                strip[column] += tint * (amount * (0.9 * light + 0.22 * halo * halo))
            }
        }
    }

    private func moon(_ row: SampleRow, _ strip: SampleStrip, _ y: Float) {
        let dy = y - SampleScene.moon.y
        let radius: Float = 330
        let glow: Float = 900
        if abs(dy) > glow { return }
        for column in strip.clamped(row, SampleScene.moon.x - glow, SampleScene.moon.x + glow) {
            let dx = row.x(column) - SampleScene.moon.x
            let square = dx * dx + dy * dy
            let halo = max(1 - square / (glow * glow), 0)
            var colour = strip[column] + SampleColour.rgb(40, 40, 58) * (halo * halo * halo)
            if square < (radius + 4) * (radius + 4) {
                let disc = sampleRamp(
                    radius + scene.scale, radius - scene.scale, square.squareRoot())
                let bx = dx - 120
                let by = dy - 70
                let bite = (bx * bx + by * by).squareRoot()
                let lit = sampleRamp(290, 330, bite)
                let stone = SampleNoise.fractal(dx / 90, dy / 90, octaves: 5, 41)
                let face = SampleColour.rgb(255, 244, 214) * (0.72 + 0.4 * stone)
                let dark = SampleColour.rgb(70, 62, 110) * (0.8 + 0.4 * stone)
                colour = colour.mixed(dark.mixed(face, lit), disc * (0.5 + 0.5 * lit))
            }
            strip[column] = colour
        }
    }
}
