/// The ziggurat: seven coloured storeys of brick with gardens, a stair and a temple.
struct Tower: Sendable {
    static let storeyHeight: Float = 640
    private static let baseHeight: Float = 120
    private static let templeHeight: Float = 430
    private static let templeHalf: Float = 500
    private static let gold = Colour.rgb(246, 196, 92)
    private static let colours: [Colour] = [
        .rgb(112, 90, 116), .rgb(198, 122, 82), .rgb(172, 80, 76), .rgb(220, 176, 104),
        .rgb(78, 142, 136), .rgb(78, 104, 168), .rgb(214, 210, 214),
    ]

    private let scene: Scene
    private let bricks: Bricks

    init(_ scene: Scene) {
        self.scene = scene
        bricks = Bricks(detail: scene.detail)
    }

    /// The part of the tower that a row of pixels shows.
    struct Slice {
        let storey: Int
        /// The height above the storey's floor.
        let v: Float
        let half: Float
        let colour: Colour
    }

    /// Returns the slice at a height; `nil` above the tower.
    func slice(_ height: Float) -> Slice? {
        let above = height - Self.baseHeight
        guard above >= 0 else {
            return Slice(storey: -1, v: height, half: 4_760, colour: .rgb(150, 112, 108))
        }
        let storey = min(Int(above / Self.storeyHeight), scene.storeys)
        let v = above - Float(storey) * Self.storeyHeight
        guard storey < scene.storeys || v < Self.templeHeight + 84 else { return nil }
        return Slice(
            storey: storey, v: v, half: half(storey), colour: Self.colours[storey % 7])
    }

    private func half(_ storey: Int) -> Float {
        storey < scene.storeys ? 4_300 - scene.inset * Float(storey) : Self.templeHalf
    }

    @inline(__always)
    func paint(_ slice: Slice, _ x: Float, _ colour: inout Colour) {
        let (v, storey) = (slice.v, slice.storey)
        let side = abs(x)
        if side < slice.half {
            if storey == scene.storeys {
                guard v < Self.templeHeight else {
                    return merlon(x, v - Self.templeHeight, Self.gold, &colour)
                }
                colour = lit(temple(x, v), x, slice.half)
            } else if storey < 0 {
                colour = lit(slice.colour * bricks.wall(x * 0.7, v * 0.7, 1), x, slice.half)
            } else if side < 380 {
                colour = lit(stair(side, v, slice), x, slice.half)
            } else {
                colour = lit(wall(x, v, slice), x, slice.half)
            }
        }
        // The battlements of the storey below are in front of this storey's foot.
        if storey > 0, v < 84, side > 380, side < half(storey - 1) {
            merlon(x, v, Self.colours[(storey - 1) % 7], &colour)
        }
    }

    /// Shades the wall: the sun is on the left.
    @inline(__always)
    private func lit(_ colour: Colour, _ x: Float, _ half: Float) -> Colour {
        let across = x / half
        return colour * (Colour(0.98, 0.9, 0.84, 0) - Colour(0.26, 0.22, 0.06, 0) * across)
    }

    @inline(__always)
    private func wall(_ x: Float, _ v: Float, _ slice: Slice) -> Colour {
        let salt = UInt32(truncatingIfNeeded: slice.storey) &+ 2
        var colour = slice.colour
        if v >= 500, v < 560 {
            colour = bricks.stars(x, v - 500)
        } else if v > 60, v < 500 {
            let (bay, u) = Noise.cell(x, 320)
            let inside = min(u - 90, 230 - u)
            colour *= bricks.wall(x, v, salt)
            // Niches between buttresses; some have a window with a lamp.
            if inside > 0, v < 440 - max(40 - inside, 0) * max(40 - inside, 0) * 0.04 {
                colour *= 0.62 + 0.16 * ramp(30, 0, inside - 40)
                let (du, dv) = (abs(u - 160), v - 250)
                let random = Noise.unit(bay, slice.storey, 95)
                if du < 30, dv > -80, dv < 60 - du * du * 0.03 {
                    let isBar = abs(du - 10) < 2 || abs(dv.truncatingRemainder(dividingBy: 24)) < 3
                    let light = Colour.rgb(255, 190, 96) * (random > 0.4 ? 1.1 : 0.3)
                    colour = isBar ? .rgb(50, 30, 40) : light
                } else if random > 0.4 {
                    let glow = max(1 - (du * du + dv * dv) / 32_000, 0)
                    colour += .rgb(120, 62, 16) * (glow * glow)
                }
            } else {
                colour *= 1.1 - 0.18 * ramp(70, 0, abs(inside))
            }
        } else {
            colour *= bricks.wall(x * 2, v * 2, salt) * (v > 560 ? 1.15 : 0.9)
        }
        // The foot is dark behind the battlements.
        return garden(
            x, Self.storeyHeight - v, slice.storey, colour * (0.6 + 0.4 * ramp(0, 180, v)))
    }

    /// Draws leaves that hang down from the terrace above.
    @inline(__always)
    private func garden(_ x: Float, _ down: Float, _ storey: Int, _ wall: Colour) -> Colour {
        let length = 270 * Noise.fractal(x / 240, Float(storey) * 7, octaves: 4, 101) - 30
        guard down < length else { return wall }
        let leaf = Noise.value(x / 11, down / 15, 111)
        guard leaf > 0.28 + 0.5 * down / length else { return wall * (1 - 0.25 * scene.detail) }
        let (column, u) = Noise.cell(x, 13)
        let (row, w) = Noise.cell(down + Float(column & 1) * 8, 16)
        let random = Noise.hash(column, row, 121)
        let away = abs(u - 6.5) + abs(w - 8)
        guard random % 29 > 0 || away > 6 else { return .rgb(246, 150, 176) }
        return .rgb(96, 142, 66) * (0.6 + Float(random & 127) / 200 - scene.detail * away / 36)
    }

    /// Draws steps between two walls.
    @inline(__always)
    private func stair(_ side: Float, _ v: Float, _ slice: Slice) -> Colour {
        let stone = Colour.rgb(206, 164, 128)
        if side > 330 { return stone * (0.92 * bricks.wall(side, v, 131)) }
        let (step, w) = Noise.cell(v, 16)
        let tone = 0.9 + 0.16 * Noise.unit(step, Noise.floor(side / 57), 141)
        let shadow = 0.66 + 0.34 * ramp(330, 270, side)
        return stone * (tone * shadow * (w < 3 ? 0.62 : w > 12 ? 1.12 : 0.92))
    }

    @inline(__always)
    private func temple(_ x: Float, _ v: Float) -> Colour {
        let side = abs(x)
        if v > 370 { return bricks.stars(x, v - 370) }
        if side < 120, v < 300 - side * side * 0.006 {
            return .rgb(255, 224, 150) * (1 - 0.4 * side / 120)
        }
        let u = Noise.cell(x + 62, 125).offset
        let across = (u - 62) / 22
        guard abs(across) < 1, v < 350 else {
            return Colour.rgb(38, 74, 150) * bricks.wall(x, v, 151)
        }
        return Self.gold * (1 - 0.3 * across * across)
    }

    /// Draws battlements in three steps.
    @inline(__always)
    private func merlon(_ x: Float, _ v: Float, _ base: Colour, _ colour: inout Colour) {
        let u = Noise.cell(x, 126).offset
        let step = Float(Noise.floor(v / 28))
        guard abs(u - 63) < 54 - step * 18 else { return }
        colour = base * (bricks.wall(x * 2, v * 2, 161) * (u < 63 ? 1.15 : 0.95))
    }
}

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
