internal import ZigguratSystem

/// What all pixels of one row share.
struct SampleRow: Sendable {
    let y: Int
    /// Height above the water; in the water, the height of what is mirrored there.
    let height: Double
    /// How far below the water's edge the row is, or nil above it.
    let depth: Float?
    /// X of the pixel in column 0.
    let origin: Double
    /// How far sideways the mirror image has slid, in units; 0 above the water.
    let slide: Float
    let scale: Float
    let width: Int

    init(_ y: Int, _ scene: SampleScene) {
        self.y = y
        self.scale = scene.scale
        self.width = scene.width
        let up = scene.skyline - (Double(y) + 0.5) * Double(scene.scale)
        var shift: Float = 0
        if up < 0 {
            let depth = Float(-up)
            // The mirror image is shortened, and every row of it slides a little sideways.
            let wave = SampleNoise.value(depth / 46, 0.5, 71) - 0.5
            let swell = SampleNoise.value(depth / 190, 3.5, 72) - 0.5
            shift = (wave * 34 + swell * 60) * min(depth / 500 + 0.12, 1)
            self.height = -up * 1.45 + Double(wave * min(depth * 0.1, 36))
            self.depth = depth
        } else {
            self.height = up
            self.depth = nil
        }
        self.slide = shift
        self.origin = (0.5 - Double(scene.width) / 2) * Double(scene.scale) + Double(shift)
    }

    @inline(__always)
    func x(_ column: Int) -> Float {
        Float(Double(column) * Double(scale) + origin)
    }

    /// The first column whose pixel lies at `x` or to the right of it.
    func column(_ x: Float) -> Int {
        let place = ((Double(x) - origin) / Double(scale)).rounded(.up)
        return Int(min(max(place, 0), Double(width)))
    }
}
