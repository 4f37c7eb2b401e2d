internal import ZigguratSystem

/// The panels between the pilasters of a storey, 440 × 480 units each: figures in glazed tiles,
/// eight-pointed stars, and a tower in small that stands in its own evening.
struct SamplePanels: Sendable {
    let scene: SampleScene
    let bricks: SampleBricks
    private let figures = SampleBitmap.figures

    enum Kind { case writing, figure, star, tower }

    static func kind(_ panel: Int, _ storey: Int) -> Kind {
        switch SampleNoise.hash(panel, storey, 81) % 8 {
        case 0, 1: .figure
        case 2, 3: .tower
        case 4, 5: .star
        default: .writing
        }
    }

    /// The four figures' bits for one row of tiles; `v` is the height within the panel.
    func figureBits(_ v: Float) -> SIMD4<UInt32> {
        let row = 18 - SampleNoise.floor(v / 20)
        return SIMD4(
            figures[0].bits(row), figures[1].bits(row), figures[2].bits(row), figures[3].bits(row))
    }

    /// A figure in gold on lapis; `u` runs from the panel's left edge.
    @inline(__always)
    func figure(
        _ u: Float, _ v: Float, _ bits: UInt32, _ panel: Int, _ storey: Int
    ) -> SampleColour {
        let column = Int(u * (1 / 20))
        let line = Int(v * (1 / 20))
        let random = SampleNoise.hash(column &+ panel &* 64, line &+ storey &* 64, 82)
        let tile = bricks.glazed(u - Float(column) * 20, v - Float(line) * 20, random)
        let border = column < 1 || column > 20 || line < 1 || line > 22
        let mirrored = panel < 0
        // The figures on either side of the stairs face the stairs.
        let place = UInt32(truncatingIfNeeded: mirrored ? column - 1 : 20 - column)
        let marked = !border && place < 20 && (bits >> place) & 1 != 0
        let ground = SamplePalette.lapis.mixed(.rgb(40, 120, 166), v * (1 / 480))
        let colour =
            border ? .rgb(196, 128, 62) : (marked ? SamplePalette.gold : ground)
        return colour * tile
    }

    /// A star of Ishtar within rings.
    @inline(__always)
    func star(_ u: Float, _ v: Float, _ wall: SampleColour, _ brick: Float) -> SampleColour {
        let x = abs(u - 220)
        let y = abs(v - 240)
        let radius = (x * x + y * y).squareRoot()
        let ground = SampleColour.rgb(22, 84, 112)
        if radius > 205 { return wall * brick }
        if radius > 190 {
            // A ring of gold beads.
            let a = max(x, y)
            let b = min(x, y)
            let turn = b / a * (1.273 - 0.273 * b / a) * 14
            let bead = abs(turn - Float(Int(turn)) - 0.5) * 2
            let across = abs(radius - 197.5) * (1 / 7.5)
            let light = max(1 - bead * bead - across * across, 0)
            return SampleColour.rgb(92, 44, 30).mixed(SamplePalette.gold, light)
        }
        let soft = scene.scale * (1 / 60)
        let tile = Int(u * (1 / 20)) &* 31 &+ Int(v * (1 / 20))
        let glaze = bricks.glazed(
            u - Float(Int(u * (1 / 20))) * 20, v - Float(Int(v * (1 / 20))) * 20,
            SampleNoise.hash(tile, 5, 83))
        let big = SampleShapes.star(x * (1 / 182), y * (1 / 182), soft)
        var colour = (ground * glaze).mixed(SamplePalette.gold * (0.86 + 0.14 * glaze), big)
        if radius < 62 {
            let small = SampleShapes.star(x * (1 / 50), y * (1 / 50), soft)
            let ring = sampleRamp(62, 62 - 2 * scene.scale, radius)
            colour = colour.mixed(
                SampleColour.rgb(150, 44, 52).mixed(SamplePalette.cream, small), ring)
        }
        return colour
    }

    /// The whole picture again, a ninth as large: sky, sun, seven storeys of bricks, and on each
    /// brick a pyramid.
    @inline(__always)
    func tower(_ u: Float, _ v: Float, _ panel: Int) -> SampleColour {
        let x = abs(u - 220)
        let y = v - 20
        if y < 0 {
            return SampleColour.rgb(38, 66, 110) * (1 + 0.3 * signsOfWater(u, v))
        }
        let storey = Int(y * (1 / 54))
        let half = 204 - 24 * Float(storey)
        let inside = y - Float(storey) * 54
        if storey < 7, x < half {
            return miniature(u, x, inside, storey, half)
        }
        if storey > 0, storey < 8, inside < 8, x < half + 24 {
            // Battlements of the storey below.
            let pitch = u * (1 / 12)
            let away = abs((pitch - Float(Int(pitch))) * 12 - 6)
            if away < (inside < 4 ? 5 : 2.5) { return SamplePalette.storey(storey - 1) * 0.92 }
        }
        if storey == 7, x < 22, inside < 34 {
            return x < 7 && inside < 20
                ? .rgb(255, 246, 206) : SamplePalette.gold * (0.62 + inside * 0.006)
        }
        let sunX = u - (panel & 1 == 0 ? 88 : 352)
        let sunY = v - 330
        let distance = sunX * sunX + sunY * sunY
        let sky = SampleColour.rgb(246, 162, 104).mixed(
            .rgb(52, 44, 112), min(v * (1 / 470), 1))
        if distance < 34 * 34 { return .rgb(255, 238, 190) }
        let column = Int(u * (1 / 9))
        let line = Int(v * (1 / 9))
        let bright = SampleNoise.hash(column, line, 84) % 31 == 0 && v > 230
        let away = abs(u - Float(column) * 9 - 4.5) + abs(v - Float(line) * 9 - 4.5)
        let light: Float = bright ? max(0.6 - away * 0.2, 0) * bricks.signs : 0
        let glow = 1 / (1 + distance * (1 / 5_000))
        return sky + SampleColour.rgb(90, 56, 24) * glow + light
    }

    @inline(__always)
    private func signsOfWater(_ u: Float, _ v: Float) -> Float {
        Float(SampleNoise.hash(Int(u * (1 / 9)), Int(v * (1 / 2)), 85) & 255) * (1 / 255) - 0.5
    }

    @inline(__always)
    private func miniature(
        _ u: Float, _ x: Float, _ inside: Float, _ storey: Int, _ half: Float
    ) -> SampleColour {
        let light = 1.14 - 0.36 * (u * (1 / 440))
        if x < 16 {
            let step = inside * (1 / 3)
            return SamplePalette.cream * (step - Float(Int(step)) < 0.5 ? 0.62 : 0.92) * light
        }
        let base = SamplePalette.storey(storey)
        if inside > 48 { return base * (1.3 * light) }
        // Bricks of 20 × 12 units, each with three steps in relief.
        let course = Int(inside * (1 / 12))
        let y = inside - Float(course) * 12
        let along = u + Float(course & 1) * 10
        let index = Int(along * (1 / 20))
        let across = along - Float(index) * 20
        if y < 1 || across < 1 { return base * ((1 - 0.4 * bricks.signs) * light) }
        let tone = 0.9 + 0.2 * SampleNoise.unit(index, course &+ storey &* 8, 86)
        let raised = SampleShapes.isPyramid(abs(across - 10.5), y - 2, steps: 3, step: 2.9)
        return base * ((raised ? 1 + 0.36 * bricks.signs : 0.94) * tone * light)
    }
}
