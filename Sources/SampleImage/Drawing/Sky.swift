/// The evening sky: a gradient with clouds, stars, the sun and the moon.
struct Sky: Sendable {
    private static let sun = SIMD2<Float>(-4_560, 1_500)
    private static let moon = SIMD2<Float>(4_150, 4_700)
    private static let stops: [(height: Float, colour: Colour)] = [
        (0, .rgb(255, 214, 140)), (1_100, .rgb(250, 158, 104)), (2_300, .rgb(206, 96, 112)),
        (3_800, .rgb(104, 66, 132)), (6_000, .rgb(24, 28, 84)), (9_000, .rgb(10, 12, 44)),
    ]

    let scene: Scene

    /// Returns the gradient's colour at a height.
    func gradient(_ height: Float) -> Colour {
        for (low, high) in zip(Self.stops, Self.stops.dropFirst()) where height < high.height {
            return low.colour.mixed(high.colour, ramp(low.height, high.height, height))
        }
        return .rgb(10, 12, 44)
    }

    @inline(__always)
    func colour(_ x: Float, _ height: Float, _ gradient: Colour) -> Colour {
        var colour = gradient
        let toSun = SIMD2(x, height) - Self.sun
        let distance = (toSun * toSun).sum().squareRoot()
        if height > 3_000 { colour += star(x, height) * ramp(3_000, 5_600, height) }
        let toMoon = SIMD2(x, height) - Self.moon
        if (toMoon * toMoon).sum() < 302 * 302 { colour = moon(toMoon, colour) }
        // Long thin clouds that the sun lights from below.
        let cloud = Noise.fractal(x / 2_600, height / 330, octaves: 4, 11)
        let cover = ramp(0.5, 0.78, cloud) * (1 - ramp(3_600, 6_200, height) * 0.8)
        let lit = Colour.rgb(255, 186, 132).mixed(.rgb(120, 74, 132), ramp(900, 4_200, height))
        colour = colour.mixed(lit, cover * 0.8)
        let glow = max(1 - distance / 3_400, 0)
        colour += .rgb(255, 150, 60) * (glow * glow * 0.5)
        return colour.mixed(.rgb(400, 370, 280), ramp(266, 260, distance))
    }

    /// Returns the light of a star, with at most one star in each square of 110 units.
    @inline(__always)
    private func star(_ x: Float, _ height: Float) -> Colour {
        let (column, u) = Noise.cell(x, 110)
        let (row, v) = Noise.cell(height, 110)
        let random = Noise.hash(column, row, 21)
        guard random & 3 == 0 else { return Colour() }
        let radius = 1.4 + Float((random >> 2) & 7) * 0.5
        let du = abs(u - 20 - Float((random >> 8) & 63)) / radius
        let dv = abs(v - 20 - Float((random >> 16) & 63)) / radius
        // Rays along the axes make a star appear larger than its core.
        let light = max(1 - (du + dv) * 0.5, 0) + max(1 - du * dv * 4 - max(du, dv) * 0.24, 0) * 0.4
        return .rgb(255, 250, 235) * min(light, 1)
    }

    @inline(__always)
    private func moon(_ offset: SIMD2<Float>, _ sky: Colour) -> Colour {
        let distance = (offset * offset).sum().squareRoot()
        let shadow = offset + SIMD2<Float>(-130, -60)
        let dark = ramp(290, 300, (shadow * shadow).sum().squareRoot())
        let maria = Noise.fractal(offset.x / 90, offset.y / 90, octaves: 4, 31)
        let face = Colour.rgb(252, 244, 222) * (0.82 + 0.24 * maria)
        return sky.mixed(face, dark * ramp(302, 298, distance))
    }
}
