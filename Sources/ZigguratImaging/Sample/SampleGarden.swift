internal import ZigguratSystem

/// The hanging gardens: strands of leaves, here and there a flower.
struct SampleGarden: Sendable {
    /// How far the longest strand hangs below the cornice.
    static let length: Float = 300

    /// Paints over one pixel of the wall.
    ///
    /// - Parameter down: the distance below the cornice.
    @inline(__always)
    func paint(_ x: Float, _ down: Float, _ storey: Int, _ pixel: inout SampleColour) {
        let field = x * (1 / 310)
        let bed = SampleNoise.floor(field)
        let patch = SampleNoise.unit(bed, storey, 95)
        if patch > 0.42 { return }
        // Two rows of strands, the second behind the first and between its strands.
        let within = field - Float(bed)
        let swell = (within - within * within) * 4
        if strand(x + 6, down, storey, 97, 0.62, swell * (1.3 - patch), &pixel) { return }
        _ = strand(x, down, storey, 96, 1, swell * (1.2 - patch), &pixel)
    }

    @inline(__always)
    private func strand(
        _ x: Float, _ down: Float, _ storey: Int, _ salt: UInt32, _ light: Float, _ swell: Float,
        _ pixel: inout SampleColour
    ) -> Bool {
        let place = x * (1 / 17)
        let index = SampleNoise.floor(place)
        let random = SampleNoise.hash(index, storey, salt)
        let length = swell * (50 + 200 * Float(random & 255) * (1 / 255))
        if down > length { return false }
        // The strand swings a little; leaves stand left and right of it by turns.
        let swing = down * (1 / 40) + Float((random >> 16) & 7)
        let turn = swing - Float(Int(swing)) - 0.5
        let bow = (turn < 0 ? -turn : turn) * 6 - 1.5
        let u = (place - Float(index)) * 17 - 8.5 + bow
        let leaf = down * (1 / 9) + Float((random >> 8) & 7) * 0.37
        let number = Int(leaf)
        let along = leaf - Float(number)
        let side: Float = number & 1 == 0 ? 1 : -1
        let out = u * side
        let taper = 1 - 0.55 * down / length
        // A leaf: a lens that points down and outwards.
        let t = (along - 0.5) * 2
        let lens = (1 - t * t) * 3.4 * taper
        let middle = 3 + 2.2 * along
        let stem = abs(u) < 0.9
        if !stem, abs(out - middle * taper) > lens { return false }
        let tone = light * (0.72 + 0.5 * along + Float((random >> 20) & 31) * (1 / 100))
        let bloom = SampleNoise.hash(index, number &* 8 &+ storey, salt &+ 2) % 19 == 0
        let vein = abs(out - middle * taper) < 0.6
        let green = SampleColour.rgb(92, 138, 66).mixed(
            .rgb(38, 92, 74), Float((random >> 12) & 15) * (1 / 15))
        let colour = bloom ? SampleColour.rgb(240, 116, 140) : green
        pixel = colour * (vein ? tone * 1.22 : tone)
        return true
    }
}
