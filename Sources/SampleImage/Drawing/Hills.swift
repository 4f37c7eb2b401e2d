/// Ranges of hills with trees. The ridges are computed once for each column.
struct Hills: Sendable {
    private static let colours: [Colour] = [
        .rgb(206, 130, 128), .rgb(150, 90, 118), .rgb(98, 62, 98), .rgb(58, 44, 72),
    ]
    private static let heights: [Float] = [980, 720, 470, 230]

    /// The heights of the ridges in each pixel column.
    private let ridges: [Float]
    private let scene: Scene

    init(_ scene: Scene) {
        self.scene = scene
        ridges = (0..<scene.width).flatMap { column in
            let x = (Float(column) + 0.5 - Float(scene.width) / 2) * scene.scale
            return Self.heights.indices.map { Self.ridge($0, x) }
        }
    }

    private static func ridge(_ range: Int, _ x: Float) -> Float {
        let salt = UInt32(40 + 10 * range)
        let width: Float = 2_600 - 480 * Float(range)
        let hill = Noise.fractal(x / width, 0.5, octaves: 8, salt)
        let ridge = heights[range] * (0.35 + 1.3 * hill)
        guard range > 1 else { return ridge }
        // Cypresses, at most one every 46 units.
        let (cell, offset) = Noise.cell(x, 46)
        let random = Noise.hash(cell, range, 61)
        let side = abs(offset - 23) / (7 + Float((random >> 8) & 7))
        guard random & 3 != 0, side < 1 else { return ridge }
        return ridge + (50 + Float((random >> 2) & 63)) * (1 - side * side)
    }

    /// Returns the colour of a point: the hills that cover it, or the sky.
    @inline(__always)
    func colour(_ column: Int, _ x: Float, _ height: Float, sky: () -> Colour) -> Colour {
        guard height < 1_700 else { return sky() }
        let cover = { (range: Int) in (ridges[4 * column + range] - height) / scene.scale + 0.5 }
        let first = (0..<4).last { cover($0) >= 1 }
        var colour = first == nil ? sky() : Colour()
        for range in (first ?? 0)..<4 where cover(range) > 0 {
            let depth = Float(range) / 3
            let texture = Noise.fractal(x / 60, height / 22, octaves: 3, 71) - 0.5
            let mist = 0.32 * (1 - depth) + 0.26 * ramp(260, 0, height)
            let hill = (Self.colours[range] * (1 + texture * (0.2 + 0.5 * depth)))
                .mixed(.rgb(255, 190, 140), mist)
            colour = colour.mixed(hill, min(cover(range), 1))
        }
        return colour
    }
}
