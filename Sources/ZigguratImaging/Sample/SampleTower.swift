internal import ZigguratSystem

/// The tower: quay, storeys with their panels, battlements, stairs and temple.
struct SampleTower: Sendable {
    let scene: SampleScene
    private let bricks: SampleBricks
    private let panels: SamplePanels
    private let stairs: SampleStairs
    private let temple: SampleTemple
    private let battlements: SampleBattlements
    private let garden = SampleGarden()

    init(_ scene: SampleScene) {
        self.scene = scene
        bricks = SampleBricks(scene)
        panels = SamplePanels(scene: scene, bricks: bricks)
        stairs = SampleStairs(scene)
        temple = SampleTemple(scene: scene, bricks: bricks)
        battlements = SampleBattlements(bricks: bricks)
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

    /// Which storey a height belongs to (the temple comes after the last), and how far above its
    /// floor it is.
    private func storey(_ height: Double) -> (index: Int, v: Float) {
        let above = max(height - Double(SampleScene.baseHeight), 0)
        let index = Int(
            min(above / Double(SampleScene.storeyHeight), Double(scene.storeys)))
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
            let low = Float(row.height - Double(SampleScene.baseHeight))
            stairs.paint(row, strip, index, low)
        } else if v < SampleScene.templeHeight {
            temple.paint(row, strip, v)
        } else if v < SampleScene.templeHeight + SampleScene.merlonHeight {
            battlements.paint(
                row, strip, v - SampleScene.templeHeight, SampleScene.templeHalfWidth,
                SamplePalette.gold, pitch: 100, gap: 0)
        }
        if index > 0, v < SampleScene.merlonHeight {
            battlements.paint(
                row, strip, v, half(index - 1), SamplePalette.storey(index - 1), pitch: 130,
                gap: stairs.cheek(index - 1) + 14)
        } else if index == 0, v < 30 {
            battlements.paint(
                row, strip, v * 2.8, SampleScene.baseHalfWidth, .rgb(150, 112, 108), pitch: 50,
                gap: stairs.cheek(0) + 6)
        }
    }

    private func quay(_ row: SampleRow, _ strip: SampleStrip) {
        let y = Float(row.height)
        let half = SampleScene.baseHalfWidth
        let wet = 0.55 + 0.45 * min(y / 90, 1)
        for column in strip.clamped(row, -half, half) {
            let x = row.x(column)
            let stone = bricks.wall(x * 0.7, y * 0.7, 91)
            strip[column] = SampleLight.lit(.rgb(150, 112, 108) * (stone * wet), x, half)
        }
    }

    private func wall(_ row: SampleRow, _ strip: SampleStrip, _ index: Int, _ v: Float) {
        let half = self.half(index)
        let base = SamplePalette.storey(index)
        let bays = SampleBays(from: stairs.cheek(index), to: half)
        let bits = panels.figureBits(v - 70)
        // Darker at the foot, in the shadow of the battlements, and under the cornice.
        let foot = 0.62 + 0.38 * sampleRamp(0, 190, v)
        let head = v < 590 ? 1 - 0.34 * sampleRamp(500, 590, v) : 1.12
        let shadow = foot * head
        let cornice = base.mixed(SamplePalette.cream, 0.25)
        let down = 590 - v
        // No two storeys say the same.
        let letters = 1_000 &+ UInt32(truncatingIfNeeded: index) &* 2
        let green = down > 0 && down < SampleGarden.length
        for column in strip.clamped(row, -half, half) {
            let x = row.x(column)
            var colour: SampleColour
            if v < 40 {
                colour = SampleOrnament.beads(x, v, base)
            } else if v < 70 {
                colour = SampleOrnament.frieze(x, v - 40, 30, base)
            } else if v < 550 {
                colour = bay(x, v - 70, index, base, bits, bays, letters)
            } else if v < 590 {
                colour = SampleOrnament.frieze(x, v - 550, 40, base)
            } else {
                colour = cornice * bricks.wall(x, v - 590, letters &+ 1)
            }
            colour = colour * shadow
            if green { garden.paint(x, down, index, &colour) }
            strip[column] = SampleLight.lit(colour, x, half)
        }
        if v > 130, v < 470 { lamps(row, strip, v - 300, half, bays) }
    }

    @inline(__always)
    private func bay(
        _ x: Float, _ v: Float, _ storey: Int, _ base: SampleColour, _ bits: SIMD4<UInt32>,
        _ bays: SampleBays, _ letters: UInt32
    ) -> SampleColour {
        let place = bays.place(x)
        let u = place.u
        if u < 0 || u >= SampleBays.panelWidth {
            // A pilaster, round to the light.
            let t = place.across
            return base * (bricks.wall(x, v, letters) * (1.16 - 0.26 * t * t - 0.16 * t))
        }
        let recess = 1 - 0.42 * sampleRamp(26, 0, u) - 0.3 * sampleRamp(448, 480, v)
        switch SamplePanels.kind(place.panel, storey) {
        case .writing:
            return base * (bricks.wall(x, v, letters) * recess * 0.86)
        case .figure:
            let which = Int(SampleNoise.hash(place.panel, storey, 94) & 3)
            let spot = x < 0 ? -1 - place.panel : place.panel
            return panels.figure(u, v, bits[which], spot, storey) * recess
        case .star:
            return panels.star(u, v, base * 0.86, bricks.wall(x, v, letters)) * recess
        case .tower:
            return panels.tower(u, v, x < 0 ? 1 : 0) * recess
        }
    }

    /// The light of a lamp on each pilaster.
    private func lamps(
        _ row: SampleRow, _ strip: SampleStrip, _ dy: Float, _ half: Float, _ bays: SampleBays
    ) {
        for column in strip.clamped(row, -half, half) {
            let x = row.x(column)
            let away = bays.place(x).lamp
            let square = away * away + dy * dy
            if square > 170 * 170 { continue }
            let glow = 1 - square * (1 / 28_900)
            let strength = glow * glow
            strip[column] =
                strip[column] * (1 + 0.4 * strength)
                + SampleColour.rgb(96, 54, 16) * (strength * glow)
            if square < 18 * 18 {
                let star = SampleShapes.star(
                    away * (1 / 18), abs(dy) * (1 / 18), scene.scale / 18)
                strip[column] = strip[column].mixed(.rgb(255, 246, 214), star)
            }
        }
    }
}
