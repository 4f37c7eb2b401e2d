internal import ZigguratSystem

/// The land behind the tower: four ranges of stepped hills, the nearer two with lit windows.
struct SampleHills: Sendable {
    /// The height of each range, farthest first, for each column of the picture and a margin on
    /// either side for the sideways slide of the mirror image.
    private let heights: [SIMD4<Float>]
    private let scene: SampleScene
    private let highest: Float
    private static let margin = 128

    init(_ scene: SampleScene) {
        self.scene = scene
        let row = SampleRow(0, scene)
        var heights: [SIMD4<Float>] = []
        heights.reserveCapacity(scene.width + 2 * Self.margin)
        var ranges = (
            Range(width: 96, rise: 40, base: 660, relief: 980, salt: 51),
            Range(width: 72, rise: 30, base: 380, relief: 760, salt: 52),
            Range(width: 84, rise: 42, base: 210, relief: 520, salt: 53),
            Range(width: 56, rise: 28, base: 60, relief: 330, salt: 54)
        )
        for column in -Self.margin..<scene.width + Self.margin {
            let x = row.x(column)
            heights.append(
                SIMD4(
                    max(ranges.0.height(x), Self.distantTower(x)), ranges.1.height(x),
                    ranges.2.height(x), ranges.3.height(x)))
        }
        self.heights = heights
        self.highest = heights.reduce(0) { max($0, $1.max()) }
    }

    /// The outline of a range, cut into steps of `width` × `rise`.
    private struct Range {
        let width: Float
        let rise: Float
        let base: Float
        let relief: Float
        let salt: UInt32
        /// The step that was asked for last, and its height: many columns share one.
        private var step = Int.min
        private var last: Float = 0

        init(width: Float, rise: Float, base: Float, relief: Float, salt: UInt32) {
            self.width = width
            self.rise = rise
            self.base = base
            self.relief = relief
            self.salt = salt
        }

        mutating func height(_ x: Float) -> Float {
            let step = SampleNoise.floor(x / width)
            if step == self.step { return last }
            let place = Float(step) * width
            let noise = SampleNoise.fractal(place / (relief * 2.2), 0.5, octaves: 5, salt)
            self.step = step
            last = Float(Int(max(base + relief * noise - relief * 0.28, 0) / rise)) * rise
            return last
        }
    }

    private static func distantTower(_ x: Float) -> Float {
        let pitch: Float = 2_300
        let place = x + 350
        let index = SampleNoise.floor(place / pitch)
        let away = abs(place - (Float(index) + 0.5) * pitch)
        let size = 600 + 380 * SampleNoise.unit(index, 7, 55)
        let steps = Float(Int(away / 62))
        let height = 480 + size - steps * 84
        return away < 62 * 9 ? height : 0
    }

    func paint(_ row: SampleRow, _ strip: SampleStrip) {
        let y = Float(row.height)
        if y > highest { return }
        let line = SampleNoise.floor(y / 21)
        let inside = y - Float(line) * 21
        let lamps = scene.visibility(9)
        // The mirror image looks the heights up where it has slid to.
        let slide = Int((row.slide / scene.scale).rounded())
        let shift = Self.margin + min(max(slide, -Self.margin), Self.margin)
        heights.withUnsafeBufferPointer { heights in
            for column in strip.columns {
                let tops = heights[column + shift]
                let x = row.x(column)
                if y < tops.w {
                    strip[column] = town(x, y, tops.w, line, inside, lamps, 0.10, 61, near: true)
                } else if y < tops.z {
                    strip[column] = town(x, y, tops.z, line, inside, lamps, 0.06, 62, near: false)
                } else if y < tops.y {
                    strip[column] = slope(x, y, tops.y, .rgb(150, 74, 104), .rgb(236, 142, 112))
                } else if y < tops.x {
                    strip[column] = slope(x, y, tops.x, .rgb(206, 112, 112), .rgb(250, 178, 122))
                }
            }
        }
    }

    @inline(__always)
    private func slope(
        _ x: Float, _ y: Float, _ top: Float, _ far: SampleColour, _ lit: SampleColour
    ) -> SampleColour {
        let dx = (x - SampleScene.sun.x) * (1 / 3_400)
        let sunny = 1 / (1 + dx * dx)
        let strata = y * (1 / 10)
        let band = Float(SampleNoise.hash(Int(strata), Int(top), 63) & 15) * (1 / 15) - 0.5
        let haze = max(1 - y * (1 / 900), 0)
        let rim: Float = top - y < 5 ? 0.12 : 0
        let body = far.mixed(lit, min(sunny * 0.7 + haze * 0.35, 1))
        // Terraces of little houses, here and there a dark door.
        let line = Int(strata)
        let place = (x + Float(line & 3) * 11) * (1 / 30)
        let house = SampleNoise.floor(place)
        let random = SampleNoise.hash(house, line, 64)
        let u = (place - Float(house)) * 30
        let v = y - Float(line) * 10
        let fine = scene.visibility(6)
        let wall = (Float(random & 15) * (1 / 15) - 0.5) * 0.05
        let door: Float = random & 0x300 == 0 && u > 12 && u < 17 && v < 6 ? -0.16 : 0
        let roof: Float = v > 8.8 || u < 1.2 ? -0.035 : 0
        return body
            * (1 + band * 0.045 * scene.visibility(10) + rim + (wall + door + roof) * fine)
    }

    @inline(__always)
    private func town(
        _ x: Float, _ y: Float, _ top: Float, _ line: Int, _ inside: Float, _ lamps: Float,
        _ share: Float, _ salt: UInt32, near: Bool
    ) -> SampleColour {
        let dx = (x - SampleScene.sun.x) * (1 / 2_600)
        let sunny = 1 / (1 + dx * dx)
        let dark: SampleColour = near ? .rgb(54, 30, 72) : .rgb(98, 48, 92)
        let warm: SampleColour = near ? .rgb(122, 60, 78) : .rgb(190, 98, 96)
        var colour = dark.mixed(warm, sunny) * (1.12 - 0.2 * (top - y) * (1 / 300))
        if top - y < 4 { colour = colour.mixed(SamplePalette.lamp, 0.35 * sunny + 0.08) }
        let cell = SampleNoise.floor(x * (1 / 14))
        let across = x - Float(cell) * 14
        if top - y > 12, across > 4, across < 10, inside > 5, inside < 15 {
            let kind = SampleNoise.unit(cell, line, salt)
            if kind < share {
                // A stepped arch, brighter below.
                let arch = inside < 11 || abs(across - 7) < 2
                if arch {
                    colour = colour.mixed(
                        SamplePalette.lamp, lamps * (0.55 + 0.4 * (15 - inside) * 0.1))
                }
            } else {
                colour *= 1 - 0.16 * lamps
            }
        }
        return colour
    }
}
