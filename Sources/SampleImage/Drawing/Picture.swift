/// The image as a function of the pixel's position: the same pixels on any thread.
struct Picture: Sendable {
    let scene: Scene
    private let sky: Sky
    private let hills: Hills
    private let tower: Tower
    /// Samples per pixel: reduced images are smoothed.
    private let samples: Int

    init(width: Int, height: Int) {
        scene = Scene(width: width, height: height)
        samples = scene.scale > 1.5 ? 2 : 1
        sky = Sky(scene: scene)
        hills = Hills(scene, samples: samples)
        tower = Tower(scene)
    }

    /// Draws some columns of row `y` as red, green and blue bytes.
    ///
    /// - Parameter bytes: room for three bytes per column.
    func draw(row y: Int, columns: Range<Int>, into bytes: UnsafeMutablePointer<UInt8>) {
        let rows = (0..<samples).map { sample in
            row(scene.top - (Float(y) + (Float(sample) + 0.5) / Float(samples)) * scene.scale)
        }
        let weight = 255 / Float(samples)
        for column in columns {
            var sum = Colour()
            // The samples lie on the pixel's diagonal.
            for sample in 0..<samples { sum += colour(rows[sample], column * samples + sample) }
            // A grain of one step keeps gradients from banding.
            let grain = Noise.unit(column, y, 201)
            let value = (sum * weight + grain)
                .clamped(lowerBound: Colour(), upperBound: Colour(repeating: 255))
            let pixel = bytes + 3 * (column - columns.lowerBound)
            pixel[0] = UInt8(value.x)
            pixel[1] = UInt8(value.y)
            pixel[2] = UInt8(value.z)
        }
        Legend.paint(row: y, of: scene, columns: columns, into: bytes)
    }

    /// What all samples of a row share.
    private struct Row {
        /// Above the water; of the mirrored point for rows in the water.
        let height: Float
        /// Below the water's edge; `nil` above it.
        let depth: Float?
        /// How far waves shift the mirrored image to the right.
        let shift: Float
        /// The vertical coordinate of the waves, which are larger in front.
        let ripple: Float
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
            height: mirrored, depth: depth, shift: shift,
            ripple: 3.2 * max(-height, 0).squareRoot(), gradient: sky.gradient(mirrored),
            slice: tower.slice(mirrored))
    }

    @inline(__always)
    private func colour(_ row: Row, _ sample: Int) -> Colour {
        let place = (Float(sample) + 0.5) / Float(samples) - Float(scene.width) / 2
        let x = place * scene.scale + row.shift
        var colour = row.gradient
        let isHidden = row.slice.map { abs(x) < $0.half && $0.storey < scene.storeys } ?? false
        if !isHidden {
            let moved = sample + Noise.floor(row.shift / scene.scale * Float(samples))
            let inside = min(max(moved, 0), scene.width * samples - 1)
            colour = hills.colour(inside, x, row.height) {
                sky.colour(x, row.height, row.gradient)
            }
        }
        if let slice = row.slice { tower.paint(slice, x, &colour) }
        guard let depth = row.depth else { return colour }
        return water(colour, x - row.shift, depth, row.ripple)
    }

    /// Darkens the mirrored image with the distance and adds glints on the waves.
    @inline(__always)
    private func water(
        _ mirrored: Colour, _ x: Float, _ depth: Float, _ ripple: Float
    ) -> Colour {
        let colour = mirrored.mixed(.rgb(22, 34, 82), 0.3 + 0.3 * ramp(0, 2_000, depth))
        let glint = Noise.fractal(x / 130, ripple, octaves: 3, 221)
        return colour * (0.82 + 0.36 * glint)
            + .rgb(255, 196, 140) * (0.5 * ramp(0.68, 0.86, glint))
    }
}
