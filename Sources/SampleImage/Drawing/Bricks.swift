/// Walls of bricks with wedge-shaped signs, and bands of glazed tiles.
struct Bricks: Sendable {
    /// The value of ``Scene/detail``.
    let detail: Float

    /// Returns the brightness of a wall with bricks of 80 × 40 units.
    @inline(__always)
    func wall(_ x: Float, _ y: Float, _ salt: UInt32) -> Float {
        let (course, v) = Noise.cell(y, 40)
        let (index, u) = Noise.cell(x + Float(course & 1) * 40, 80)
        let random = Noise.hash(index, course, salt)
        let tone = 0.9 + Float(random & 255) * (0.2 / 255)
        if u < 3 || v < 3 { return tone * (1 - 0.4 * detail) }
        if u < 6 || v > 37 { return tone * (1 + 0.15 * detail) }
        return tone * (1 - detail * 0.3 * sign(u - 10, v - 8, random >> 8))
    }

    /// Returns up to four wedges: triangular heads with thin tails. Bits of `random` choose the
    /// wedges.
    @inline(__always)
    private func sign(_ x: Float, _ y: Float, _ random: UInt32) -> Float {
        let (column, u) = Noise.cell(x, 17)
        guard (0..<4).contains(column), y > 0, y < 26, u > 0 else { return 0 }
        let kind = (random >> UInt32(column * 3)) & 7
        let (along, across) = kind < 3 ? (26 - y, abs(u - 7)) : (u, abs(y - (kind < 5 ? 18 : 7)))
        guard kind != 7, along < (kind < 3 ? 24 : 15) else { return 0 }
        return across < max(4 - along * 0.5, 0.8) ? 1 : 0
    }

    /// Returns a band of blue tiles of 60 units, each with a golden star of eight rays; `v` is 0 to
    /// 60.
    @inline(__always)
    func stars(_ x: Float, _ v: Float) -> Colour {
        let (index, offset) = Noise.cell(x, 60)
        let (u, w) = (abs(offset - 30), abs(v - 30))
        let blue = Colour.rgb(28, 62, 138) * (0.86 + 0.3 * Noise.unit(index, 0, 91))
        if u > 28.5 || w > 28 { return .rgb(226, 178, 84) }
        let (near, far) = (min(u, w), max(u, w))
        let isRay = near < (24 - far) * 0.22 || far - near < (30 - far - near) * 0.16
        let isCore = u * u + w * w < 36
        return isCore ? .rgb(250, 240, 214) : isRay ? .rgb(246, 196, 92) : blue
    }
}
