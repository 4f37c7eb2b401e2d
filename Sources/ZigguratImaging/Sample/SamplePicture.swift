internal import ZigguratSystem

/// The picture as a function of the pixel's place: no state, no chance, the same on any thread.
struct SamplePicture: Sendable {
    let width: Int
    let height: Int
    private let scene: SampleScene
    private let sky: SampleSky
    private let birds: SampleBirds
    private let hills: SampleHills
    private let tower: SampleTower
    private let water: SampleWater
    private let boats: SampleBoats
    private let legend = SampleLegend()

    init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a picture has at least one pixel")
        self.width = width
        self.height = height
        scene = SampleScene(width: width, height: height)
        sky = SampleSky(scene: scene)
        birds = SampleBirds(scene)
        hills = SampleHills(scene)
        tower = SampleTower(scene)
        water = SampleWater(scene: scene)
        boats = SampleBoats(scene)
    }

    /// Draws `columns` of row `y` as red, green and blue bytes.
    ///
    /// - Parameter bytes: room for three bytes for each column.
    func draw(row y: Int, columns: Range<Int>, into bytes: UnsafeMutablePointer<UInt8>) {
        precondition(
            (0..<height).contains(y) && columns.lowerBound >= 0 && columns.upperBound <= width,
            "a row within the picture")
        let row = SampleRow(y, scene)
        withUnsafeTemporaryAllocation(of: SampleColour.self, capacity: SampleStrip.capacity) {
            guard let pixels = $0.baseAddress else { return }
            var start = columns.lowerBound
            while start < columns.upperBound {
                let end = min(start + SampleStrip.capacity, columns.upperBound)
                let strip = SampleStrip(pixels: pixels, columns: start..<end)
                paint(row, strip)
                store(row, strip, bytes + 3 * (start - columns.lowerBound))
                start = end
            }
        }
    }

    /// Red, green and blue of one pixel.
    func pixel(x: Int, y: Int) -> SIMD3<UInt8> {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3) { bytes in
            guard let first = bytes.baseAddress else { return SIMD3() }
            draw(row: y, columns: x..<x + 1, into: first)
            return SIMD3(bytes[0], bytes[1], bytes[2])
        }
    }

    private func paint(_ row: SampleRow, _ strip: SampleStrip) {
        let half = tower.halfWidth(row.height)
        let hidden = half > 0 ? strip.clamped(row, -half, half) : strip.columns.prefix(0)
        if hidden != strip.columns {
            sky.paint(row, strip)
            birds.paint(row, strip)
            hills.paint(row, strip)
        }
        tower.paint(row, strip)
        if let depth = row.depth {
            water.paint(row, strip, depth)
            boats.paint(row, strip, depth)
        }
        legend.paint(row, strip)
    }

    /// Rounds to bytes with a grain of a quarter of a percent, which keeps gradients from banding.
    private func store(
        _ row: SampleRow, _ strip: SampleStrip, _ bytes: UnsafeMutablePointer<UInt8>
    ) {
        var out = bytes
        for column in strip.columns {
            let random = SampleNoise.hash(column, row.y, 121)
            let grain = Float(random & 0xFFFF) * (1 / 65_536) - 0.5
            let value = (strip[column] * 255 + (0.5 + grain * 1.2))
                .clamped(
                    lowerBound: SampleColour(repeating: 0), upperBound: SampleColour(repeating: 255)
                )
            out[0] = UInt8(value.x)
            out[1] = UInt8(value.y)
            out[2] = UInt8(value.z)
            out += 3
        }
    }
}
