/// The tower: quay, storeys, battlements, the stairs with their numbers, the temple.
struct SampleTower: Sendable {
    let scene: SampleScene
    private let bricks: SampleBricks
    private let panels: SamplePanels
    private let stairs: SampleStairs

    private static let pitch: Float = 520

    init(_ scene: SampleScene) {
        self.scene = scene
        bricks = SampleBricks(scene)
        panels = SamplePanels(scene: scene, bricks: bricks)
        stairs = SampleStairs(scene)
    }

    /// The half width of what hides the sky at a height, or 0.
    func halfWidth(_ height: Double) -> Float {
        if height < Double(SampleScene.baseHeight) { return SampleScene.baseHalfWidth }
        let storey = self.storey(height)
        if storey.index < scene.storeys { return half(storey.index) }
        return storey.v < SampleScene.templeHeight ? SampleScene.templeHalfWidth : 0
    }

    private func half(_ storey: Int) -> Float {
        SampleScene.firstHalfWidth - scene.inset * Float(storey)
    }

    private func storey(_ height: Double) -> (index: Int, v: Float) {
        let above = max(height - Double(SampleScene.baseHeight), 0)
        let index = min(Int(above / Double(SampleScene.storeyHeight)), scene.storeys)
        return (index, Float(above - Double(index) * Double(SampleScene.storeyHeight)))
    }

    func paint(_ row: SampleRow, _ strip: SampleStrip) {
        if row.height < Double(SampleScene.baseHeight) {
            quay(row, strip)
            return
        }
        let (index, v) = storey(row.height)
        if index < scene.storeys {
            wall(row, strip, index, v)
        } else {
            temple(row, strip, v)
        }
        if index > 0, v < SampleScene.merlonHeight {
            battlements(
                row, strip, v, half(index - 1), SamplePalette.storey(index - 1), pitch: 130)
        } else if index == 0, v < 30 {
            battlements(
                row, strip, v * 2.8, SampleScene.baseHalfWidth, .rgb(150, 112, 108), pitch: 50)
        }
        if index < scene.storeys {
            let low = Float(row.height) - SampleScene.baseHeight
            stairs.paint(row, strip, index, low)
        }
    }

    /// Evening light from the left: warm there, violet on the other side.
    @inline(__always)
    private func lit(_ colour: SampleColour, _ x: Float, _ half: Float) -> SampleColour {
        let t = min(max((x / half + 1) * 0.5, 0), 1)
        let warm = SampleColour(1.26, 1.10, 0.90, 0)
        let cool = SampleColour(0.56, 0.54, 0.80, 0)
        return colour * warm.mixed(cool, t * t * 0.35 + t * 0.65)
    }

    private func quay(_ row: SampleRow, _ strip: SampleStrip) {
        let y = Float(row.height)
        let half = SampleScene.baseHalfWidth
        let wet = 0.55 + 0.45 * min(y / 90, 1)
        for column in strip.clamped(row, -half, half) {
            let x = row.x(column)
            let stone = bricks.wall(x * 0.7, y * 0.7, 91)
            strip[column] = lit(.rgb(150, 112, 108) * (stone * wet), x, half)
        }
    }

    private func wall(_ row: SampleRow, _ strip: SampleStrip, _ index: Int, _ v: Float) {
        let half = self.half(index)
        let base = SamplePalette.storey(index)
        let bits = panels.figureBits(v - 70)
        // Darker at the foot, in the shadow of the battlements, and under the cornice.
        let foot = 0.62 + 0.38 * sampleRamp(0, 190, v)
        let head = v < 590 ? 1 - 0.34 * sampleRamp(500, 590, v) : 1.12
        let shadow = foot * head
        for column in strip.clamped(row, -half, half) {
            let x = row.x(column)
            let colour: SampleColour
            if v < 40 {
                colour = beads(x, v, base)
            } else if v < 70 || v >= 550 && v < 590 {
                colour = frieze(x, v < 70 ? v - 40 : v - 550, v < 70 ? 30 : 40, base)
            } else if v >= 590 {
                colour = base.mixed(SamplePalette.cream, 0.25) * bricks.wall(x, v - 590, 92)
            } else {
                colour = bay(x, v - 70, index, base, bits)
            }
            strip[column] = lit(colour, x, half) * shadow
            if v > 300, v < 560 { garden(x, v, index, &strip.pixels[column - strip.columns.lowerBound]) }
        }
        if v > 150, v < 450 { lamps(row, strip, v - 300, half) }
    }

    @inline(__always)
    private func beads(_ x: Float, _ v: Float, _ base: SampleColour) -> SampleColour {
        let place = x * (1 / 32)
        let u = (place - Float(SampleNoise.floor(place))) * 32 - 16
        let y = v - 20
        let light = max(1 - (u * u + y * y) * (1 / 150), 0)
        return (base * 0.5).mixed(SamplePalette.gold, min(light * 1.6, 1))
    }

    /// Steps up and down, in two colours.
    @inline(__always)
    private func frieze(
        _ x: Float, _ v: Float, _ height: Float, _ base: SampleColour
    ) -> SampleColour {
        let place = x / (height * 2)
        let u = abs((place - Float(SampleNoise.floor(place))) * 2 - 1)
        let steps = Float(Int(u * 5)) * 0.2 + 0.1
        let inside = v / height < steps
        let line = v < 3 || v > height - 3
        if line { return SamplePalette.gold * 0.8 }
        return inside ? SamplePalette.lapis : SamplePalette.cream.mixed(base, 0.25)
    }

    @inline(__always)
    private func bay(
        _ x: Float, _ v: Float, _ storey: Int, _ base: SampleColour, _ bits: SIMD4<UInt32>
    ) -> SampleColour {
        let place = (x - 40) * (1 / Self.pitch)
        let panel = SampleNoise.floor(place)
        let u = x - 40 - Float(panel) * Self.pitch
        let brick = bricks.wall(x, v, 93)
        if u >= 440 {
            // A pilaster, round to the light.
            let t = (u - 480) * (1 / 40)
            return base * (brick * (1.16 - 0.26 * t * t - 0.16 * t))
        }
        let recess = 1 - 0.42 * sampleRamp(26, 0, u) - 0.3 * sampleRamp(448, 480, v)
        let wall = base * 0.86
        switch SamplePanels.kind(panel, storey) {
        case .writing:
            return wall * (brick * recess)
        case .figure:
            let which = Int(SampleNoise.hash(panel, storey, 94) & 3)
            return panels.figure(u, v, bits[which], panel, storey) * recess
        case .star:
            return panels.star(u, v, wall, brick) * recess
        case .tower:
            return panels.tower(u, v, panel) * recess
        }
    }

    /// Green strands that hang over the edge.
    @inline(__always)
    private func garden(_ x: Float, _ v: Float, _ storey: Int, _ pixel: inout SampleColour) {
        let strand = SampleNoise.floor(x * (1 / 15))
        let patch = SampleNoise.unit(SampleNoise.floor(x * (1 / 260)), storey, 95)
        if patch > 0.3 { return }
        let random = SampleNoise.hash(strand, storey, 96)
        let length = 30 + 200 * Float(random & 255) * (1 / 255) * (1 - patch * 2)
        let down = 560 - v
        if down > length { return }
        let u = x - Float(strand) * 15 - 7.5
        let leaf = down * (1 / 13) + Float((random >> 8) & 7)
        let along = leaf - Float(Int(leaf))
        let bend = Float(Int(leaf) & 1) * 4 - 2
        if abs(u - bend) < 6.4 * (1 - along) * (1 - 0.5 * down / length) + 0.6 {
            let tone = 0.55 + 0.6 * along + Float((random >> 12) & 63) * (1 / 210)
            let flower = (random >> 20) % 11 == 0 && along < 0.3
            let green = flower ? SampleColour.rgb(226, 92, 126) : .rgb(64, 104, 60)
            pixel = green * (tone * (0.7 + 0.3 * pixel.y))
        }
    }

    /// The light of a lamp on each pilaster.
    private func lamps(_ row: SampleRow, _ strip: SampleStrip, _ dy: Float, _ half: Float) {
        for column in strip.clamped(row, -half, half) {
            let x = row.x(column)
            let place = x * (1 / Self.pitch)
            let dx = x - (Float(SampleNoise.floor(place)) + 0.5) * Self.pitch - 260
            let near = dx > 0 ? dx : dx + Self.pitch
            let away = min(abs(dx), abs(near))
            let square = away * away + dy * dy
            if square > 150 * 150 { continue }
            let glow = 1 - square * (1 / 22_500)
            strip[column] =
                strip[column] * (1 + 0.9 * glow * glow)
                + SampleColour.rgb(92, 50, 12) * (glow * glow * glow)
            if SampleShapes.star(away * (1 / 16), abs(dy) * (1 / 16), scene.scale / 16) > 0.5 {
                strip[column] = .rgb(255, 244, 204)
            }
        }
    }

    /// Merlons in steps, as on the walls of Babylon.
    private func battlements(
        _ row: SampleRow, _ strip: SampleStrip, _ v: Float, _ half: Float, _ base: SampleColour,
        pitch: Float
    ) {
        let level = Float(Int(v * (1 / 28)))
        let reach = pitch * (0.42 - 0.13 * level)
        let inside = v - level * 28
        for column in strip.clamped(row, -half, half) {
            let x = row.x(column)
            let place = x / pitch
            let u = (place - Float(SampleNoise.floor(place)) - 0.5) * pitch
            if abs(u) > reach { continue }
            let edge: Float = inside > 23 || u < 4 - reach ? 0.22 : (u > reach - 4 ? -0.2 : 0)
            let brick = bricks.glazed(
                u + 70 - Float(Int((u + 70) * (1 / 14))) * 14 + 3, inside * 0.7,
                SampleNoise.hash(SampleNoise.floor(x * (1 / 14)), Int(level), 97))
            strip[column] = lit(base.mixed(SamplePalette.cream, 0.16) * (brick + edge), x, half)
        }
    }

    private func temple(_ row: SampleRow, _ strip: SampleStrip, _ v: Float) {
        let half = SampleScene.templeHalfWidth
        if v >= SampleScene.templeHeight {
            let above = v - SampleScene.templeHeight
            if above < SampleScene.merlonHeight {
                battlements(row, strip, above, half, SamplePalette.gold, pitch: 100)
            }
            return
        }
        for column in strip.clamped(row, -half, half) {
            let x = row.x(column)
            let away = abs(x)
            let arch = v < 230 ? Float(96) : 96 - Float(Int((v - 230) * (1 / 22))) * 24 - 24
            var colour: SampleColour
            if away < arch {
                let glow = 1 - v * (1 / 420)
                colour = SampleColour.rgb(255, 222, 140) * (0.72 + 0.4 * glow)
                // Someone has lit the lamp; the light falls on a last, very small tower.
                let step = Float(6)
                if SampleShapes.isPyramid(away, v - 2, steps: 7, step: step) {
                    colour = SamplePalette.storey(Int((v - 2) / step)) * 0.8
                }
            } else if away < arch + 26, v < 340 {
                colour = SamplePalette.gold * (0.8 + 0.4 * bricks.wall(x, v, 98))
                colour *= 0.8
            } else if v > 350 {
                colour = frieze(x, v - 350, 80, SamplePalette.gold)
            } else {
                let u = x + 520
                let line = Int(v * (1 / 20))
                let tile = Int(u * (1 / 20))
                let glaze = bricks.glazed(
                    u - Float(tile) * 20, v - Float(line) * 20, SampleNoise.hash(tile, line, 99))
                colour = SamplePalette.lapis.mixed(.rgb(70, 150, 196), v * (1 / 500)) * glaze
                let star = SampleShapes.star(
                    abs(away - 290) * (1 / 120), abs(v - 180) * (1 / 120), scene.scale / 60)
                colour = colour.mixed(SamplePalette.gold * (0.84 + 0.16 * glaze), star)
            }
            strip[column] = lit(colour, x, half * 1.6) * (0.8 + 0.2 * sampleRamp(0, 90, v))
        }
    }
}
