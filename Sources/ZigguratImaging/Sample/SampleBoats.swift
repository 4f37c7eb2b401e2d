internal import ZigguratSystem

/// Reed boats on the water, each with its own mirror image.
struct SampleBoats: Sendable {
    private let drawing: SampleBitmap
    private let scene: SampleScene

    /// Where the boats are: X of the middle, depth below the water's edge, units for one square.
    private static let places: [SIMD3<Float>] = [
        SIMD3(-3_150, 880, 15), SIMD3(-5_150, 470, 10), SIMD3(2_350, 620, 12),
        SIMD3(4_700, 1_330, 20), SIMD3(3_720, 330, 8), SIMD3(-1_250, 1_560, 20),
    ]

    init(_ scene: SampleScene) {
        self.scene = scene
        drawing = SampleBitmap.vessel
    }

    func paint(_ row: SampleRow, _ strip: SampleStrip, _ depth: Float) {
        for (number, place) in Self.places.enumerated() {
            let size = place.z
            let above = place.y - depth
            let tall = size * Float(drawing.height)
            if above > tall || above < -0.6 * tall { continue }
            // The image below is shortened and bent by the waves.
            let mirrored = above < 0
            let v = mirrored ? -above * 1.6 : above
            let line = drawing.height - 1 - Int(v / size)
            let bits = drawing.bits(line)
            if bits == 0 { continue }
            let wave = SampleNoise.value(depth * (1 / 14), Float(number), 131) - 0.5
            let bend: Float = mirrored ? wave * 16 : 0
            // The row's sideways slide belongs to mirror images, not to what floats.
            let left = place.x + row.slide - size * Float(drawing.width) * 0.5 + bend
            let inside = v / size - Float(Int(v / size))
            for column in strip.clamped(row, left, left + size * Float(drawing.width)) {
                let across = (row.x(column) - left) / size
                let square = Int(across)
                if (bits >> UInt32(square)) & 1 == 0 { continue }
                let u = across - Float(square)
                let colour = material(line, square, u, inside, size)
                strip[column] = strip[column].mixed(colour, mirrored ? 0.55 : 1)
            }
        }
    }

    @inline(__always)
    private func material(
        _ line: Int, _ square: Int, _ u: Float, _ v: Float, _ size: Float
    ) -> SampleColour {
        let fine = scene.visibility(size * 0.2)
        if line < 8 {
            // The sail: cloth in stripes, with a woven square in each cell.
            if square == 9 { return .rgb(92, 54, 44) }
            let weave: Float = max(abs(u - 0.5), abs(v - 0.5)) < 0.28 ? 0.08 : -0.04
            let stripe = line % 3 == 1 ? SampleColour.rgb(206, 78, 66) : SamplePalette.cream
            return stripe * (0.96 - 0.02 * Float(square - 9) + weave * fine)
        }
        // The hull: bundles of reed, tied at every second square.
        let bundle = v * 4
        let round = bundle - Float(Int(bundle)) - 0.5
        let tie: Float = square & 1 == 0 && abs(u - 0.5) < 0.16 ? 0.6 : 1
        let reed = SampleColour.rgb(158, 108, 62).mixed(.rgb(94, 56, 56), Float(line - 8) * 0.18)
        return reed * ((1 - round * round * 1.4 * fine) * tie)
    }
}
