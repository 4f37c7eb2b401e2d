internal import ZigguratSystem

/// Bricks, at two sizes: with a sign pressed into each, or with a small pyramid on each.
struct SampleBricks: Sendable {
    /// How visible the joints, and the signs on the bricks, are at the picture's scale.
    let joints: Float
    let signs: Float

    init(_ scene: SampleScene) {
        joints = scene.visibility(6)
        signs = scene.visibility(3)
    }

    /// The brightness of a wall of bricks of 80 × 40 units with wedge-shaped writing.
    @inline(__always)
    func wall(_ x: Float, _ y: Float, _ salt: UInt32) -> Float {
        let course = SampleNoise.floor(y * (1 / 40))
        let v = y - Float(course) * 40
        let offset = x + Float(course & 1) * 40
        let index = SampleNoise.floor(offset * (1 / 80))
        let u = offset - Float(index) * 80
        let random = SampleNoise.hash(index, course, salt)
        let tone = 1 + (Float(random & 255) * (1 / 255) - 0.5) * 0.16
        if u < 3 || v < 3 { return tone * (1 - 0.42 * joints) }
        if u < 6 || v > 37 { return tone * (1 + 0.16 * joints) }
        if u > 77 || v < 6 { return tone * (1 - 0.16 * joints) }
        return tone * (1 + signs * sign(u - 43, v - 21, random))
    }

    /// What is on the face of a brick; `x` and `y` run from its middle.
    @inline(__always)
    private func sign(_ x: Float, _ y: Float, _ random: UInt32) -> Float {
        let kind = (random >> 8) & 7
        if kind == 0 {
            // A pyramid of five steps, each step a row of little pyramids.
            let height = y + 13
            if SampleShapes.isPyramid(abs(x), height, steps: 5, step: 5.5) {
                let step = height * (1 / 5.5)
                let inside = (step - Float(Int(step))) * 5.5
                let across = abs(x) * (1 / 5.5)
                let away = abs((across - Float(Int(across))) * 5.5 - 2.75)
                return away < 2.75 - 0.55 * inside ? 0.34 : -0.10
            }
            return 0
        }
        if kind < 3 { return 0 }
        // Wedges: four columns of up to three strokes, chosen by the bits of the number.
        let column = Int((x + 32) * (1 / 16))
        if x < -32 || column > 3 || abs(y) > 13 { return 0 }
        let u = x + 32 - Float(column) * 16
        let stroke = (random >> (11 + UInt32(column) * 4)) & 15
        var cut = false
        if stroke & 1 != 0 {
            // Upright: a triangular head and a thin tail.
            let down = 12 - y
            cut = abs(u - 4) < (down < 6 ? 4 - down * 0.55 : 0.8) && down > 0
        }
        if stroke & 2 != 0 {
            let along = u - 1
            cut = cut || (along > 0 && abs(y - 5) < (along < 6 ? 3.6 - along * 0.5 : 0.8) && u < 14)
        }
        if stroke & 4 != 0 {
            let along = u - 2
            cut = cut || (along > 0 && abs(y + 6) < (along < 6 ? 3.6 - along * 0.5 : 0.8) && u < 14)
        }
        if stroke & 8 != 0 {
            let down = 10 - y
            cut = cut || (abs(u - 11) < (down < 6 ? 3.4 - down * 0.45 : 0.7) && down > 0)
        }
        return cut ? -0.36 : 0
    }

    /// The brightness of a glazed tile of 20 × 20 units with a raised pyramid seen from above.
    @inline(__always)
    func glazed(_ u: Float, _ v: Float, _ random: UInt32) -> Float {
        let tone = 1 + (Float(random & 255) * (1 / 255) - 0.5) * 0.24
        if u < 1.5 || v < 1.5 { return tone * (1 - 0.5 * joints) }
        let x = u - 10.75
        let y = v - 10.75
        let ring = Int(max(abs(x), abs(y)) * (1 / 3))
        let sunny: Float = y > abs(x) ? 1 : (x < -abs(y) ? 0.5 : (y < -abs(x) ? -1 : -0.5))
        let edge = max(abs(x), abs(y)) - Float(ring) * 3
        return tone * (1 + signs * (sunny * (edge > 2 ? 0.26 : 0.05)))
    }
}
