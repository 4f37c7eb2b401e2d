internal import ZigguratSystem

/// Two flights of storks on their way to the water.
struct SampleBirds: Sendable {
    private let scene: SampleScene

    /// The leader's place and the span of its wings.
    private static let leaders: [SIMD3<Float>] = [
        SIMD3(3_420, 3_250, 64), SIMD3(-4_060, 3_120, 52),
    ]
    private static let perArm = 11

    init(_ scene: SampleScene) {
        self.scene = scene
    }

    func paint(_ row: SampleRow, _ strip: SampleStrip) {
        let y = Float(row.height)
        for (flight, leader) in Self.leaders.enumerated() {
            let span = leader.z
            let reach = span * 0.62 * Float(Self.perArm + 1)
            if abs(y - leader.y) > reach { continue }
            for number in 0..<2 * Self.perArm - 1 {
                // Odd numbers fly on the lower arm of the V, even ones on the upper.
                let rank = Float((number + 1) / 2)
                let arm: Float = number & 1 == 0 ? 1 : -1
                let stray = SampleNoise.unit(number, flight, 141) - 0.5
                let centre = SIMD2(
                    leader.x + rank * span * 1.25 + stray * span * 0.5,
                    leader.y + arm * rank * span * 0.46 + stray * span * 0.2)
                let beat = SampleNoise.unit(number, flight, 142)
                bird(row, strip, y - centre.y, centre.x, span, beat)
            }
        }
    }

    /// One bird, seen from the side and flying left; `beat` is the place in the wing's stroke.
    private func bird(
        _ row: SampleRow, _ strip: SampleStrip, _ dy: Float, _ centre: Float, _ span: Float,
        _ beat: Float
    ) {
        let half = span * 0.5
        if abs(dy) > half { return }
        let soft = max(scene.scale, 0.5)
        for column in strip.clamped(row, centre - half, centre + half) {
            let dx = row.x(column) - centre
            let t = abs(dx) / half
            // The wings rise from the body and bend down at their tips.
            let arch = (1.1 * t - (0.6 + 0.5 * beat) * t * t) * half * (0.3 + 0.7 * beat)
            let wing = half * 0.13 * (1 - t) * (1 - t * 0.4) + 0.6 - abs(dy - arch)
            let long = dx / (half * 0.5)
            let low = dy + half * 0.04
            let body = half * 0.13 * (1 - long * long) - abs(low)
            let headX = dx + half * 0.52
            let headY = low - half * 0.03
            let head = half * 0.085 - (headX * headX + headY * headY).squareRoot()
            let trunk = max(body, head)
            let beak = dx < 0 && dx > -half * 0.86 ? 1.0 - abs(headY) : -1
            let amount = min(max(max(wing, max(trunk, beak)) / soft + 0.5, 0), 1)
            if amount > 0 {
                let feather: SampleColour =
                    wing > trunk && t > 0.3 ? .rgb(44, 26, 52) : .rgb(248, 222, 206)
                let colour = beak > max(wing, trunk) ? SampleColour.rgb(206, 74, 50) : feather
                strip[column] = strip[column].mixed(colour, amount * 0.92)
            }
        }
    }
}
