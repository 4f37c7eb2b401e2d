/// The image as a function of the pixel's position. Every thread draws equal pixels.
struct Picture: Sendable {
    let scene: Scene
    private let sky: Sky
    private let hills: Hills
    private let tower: Tower

    init(width: Int, height: Int) {
        scene = Scene(width: width, height: height)
        sky = Sky(scene: scene)
        hills = Hills(scene)
        tower = Tower(scene)
    }

    /// Draws some columns of row `y` as bytes of red, green and blue.
    ///
    /// - Parameter bytes: room for three bytes per column.
    func draw(row y: Int, columns: Range<Int>, into bytes: UnsafeMutablePointer<UInt8>) {
        let row = row(scene.top - (Float(y) + 0.5) * scene.scale)
        for column in columns {
            // A grain of one step prevents banding in gradients.
            let grain = Noise.unit(column, y, 201)
            let value = (colour(row, column) * 255 + grain)
                .clamped(lowerBound: Colour(), upperBound: Colour(repeating: 255))
            let pixel = bytes + 3 * (column - columns.lowerBound)
            pixel[0] = UInt8(value.x)
            pixel[1] = UInt8(value.y)
            pixel[2] = UInt8(value.z)
        }
    }

    /// The values that all pixels of a row share.
    private struct Row {
        /// The height above the water; in the water, the height of the mirrored point.
        let height: Float
        /// The depth below the water's edge; `nil` above the edge.
        let depth: Float?
        /// The distance by which waves shift the mirrored image to the right.
        let shift: Float
        let gradient: Colour
        let slice: Tower.Slice?
    }

    private func row(_ height: Float) -> Row {
        var (mirrored, shift, depth): (Float, Float, Float?) = (height, 0, nil)
        if height < 0 {
            depth = -height
            let wave = Noise.value(-height / 46, 0.5, 211) - 0.5
            let swell = Noise.value(-height / 190, 3.5, 212) - 0.5
            shift = (wave * 40 + swell * 70) * min(-height / 500 + 0.12, 1)
            mirrored = -height * 1.45 + wave * min(-height * 0.1, 36)
        }
        return Row(
            height: mirrored, depth: depth, shift: shift, gradient: sky.gradient(mirrored),
            slice: tower.slice(mirrored))
    }

    @inline(__always)
    private func colour(_ row: Row, _ column: Int) -> Colour {
        let place = Float(column) + 0.5 - Float(scene.width) / 2
        let x = place * scene.scale + row.shift
        var colour = row.gradient
        let isHidden = row.slice.map { abs(x) < $0.half && $0.storey < scene.storeys } ?? false
        if !isHidden {
            let moved = column + Noise.floor(row.shift / scene.scale)
            let inside = min(max(moved, 0), scene.width - 1)
            colour = hills.colour(inside, x, row.height) {
                sky.colour(x, row.height, row.gradient)
            }
        }
        if let slice = row.slice { tower.paint(slice, x, &colour) }
        guard let depth = row.depth else { return colour }
        return water(colour, x - row.shift, depth)
    }

    /// Darkens the mirrored image with increasing distance, and adds glints on the waves.
    @inline(__always)
    private func water(_ mirrored: Colour, _ x: Float, _ depth: Float) -> Colour {
        let colour = mirrored.mixed(.rgb(22, 34, 82), 0.3 + 0.3 * ramp(0, 2_000, depth))
        // The waves are larger in the foreground.
        let glint = Noise.fractal(x / 130, 3.2 * depth.squareRoot(), octaves: 3, 221)
        return colour * (0.82 + 0.36 * glint)
            + .rgb(255, 196, 140) * (0.5 * ramp(0.68, 0.86, glint))
    }
}

/// The positions of objects, in units. In an image of 12,000 × 8,000 pixels, a unit is a pixel.
///
/// The scene of 12,000 × 8,000 units fits into an image of any shape: a wider image shows more
/// hills, and a taller image shows a tower with more storeys. X is 0 in the middle and grows to the
/// right. Heights are 0 at the water's edge and grow upwards.
struct Scene: Sendable {
    let width: Int
    let height: Int
    /// The number of units per pixel.
    let scale: Float
    /// The height of the image's upper edge.
    let top: Float
    let storeys: Int
    /// The distance by which each storey is narrower than the storey below it, on either side.
    let inset: Float
    /// 1 for images in which details of five units are visible; 0 for images in which they would
    /// flicker.
    let detail: Float

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        let scale = max(12_000 / Double(width), 8_000 / Double(height))
        let total = Double(height) * scale
        let top = total - 2_000 - 0.1 * (total - 8_000)
        self.scale = Float(scale)
        self.top = Float(top)
        storeys = max(7, Int((top - 1_300) / Double(Tower.storeyHeight)))
        inset = 3_480 / Float(storeys - 1)
        detail = min(max(5 / self.scale - 1.5, 0), 1)
    }
}

/// Red, green and blue from 0 to 1, in sRGB encoding; the fourth lane is unused.
typealias Colour = SIMD4<Float>

extension SIMD4<Float> {
    static func rgb(_ red: Float, _ green: Float, _ blue: Float) -> Colour {
        Colour(red, green, blue, 0) * (1 / 255)
    }

    /// Returns this colour, moved by `amount` (0 to 1) towards another colour.
    func mixed(_ other: Colour, _ amount: Float) -> Colour { self + (other - self) * amount }
}

/// Returns 0 up to `low`, 1 from `high` on, and a smooth transition between.
func ramp(_ low: Float, _ high: Float, _ x: Float) -> Float {
    let t = min(max((x - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
}
