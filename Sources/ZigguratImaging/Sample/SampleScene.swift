internal import ZigguratSystem

/// Where things stand in the picture, in units of which a picture of 12,000 × 8,000 pixels has
/// one for each pixel.
///
/// The scene is 12,000 × 8,000 units and fits inside the picture whatever the picture's shape; a
/// wider picture shows more hills, a taller one a tower with more storeys.
/// X is 0 in the middle and grows to the right; Y is 0 at the water's edge and grows upwards.
struct SampleScene: Sendable {
    let width: Int
    let height: Int
    /// Units for one pixel.
    let scale: Float
    /// The height of the sky's upper edge above the water, in units.
    let skyline: Double
    let storeys: Int
    /// How much narrower each storey is than the one below it, at either side.
    let inset: Float

    static let storeyHeight: Float = 640
    static let baseHeight: Float = 120
    static let baseHalfWidth: Float = 4760
    static let firstHalfWidth: Float = 4300
    static let lastHalfWidth: Float = 820
    static let templeHalfWidth: Float = 500
    static let templeHeight: Float = 430
    static let merlonHeight: Float = 84
    static let sun = SIMD2<Float>(-4640, 1560)
    static let moon = SIMD2<Float>(4150, 4780)

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        let scale = max(12_000 / Double(width), 8_000 / Double(height))
        self.scale = Float(scale)
        let tall = Double(height) * scale
        self.skyline = tall - 2_000 - 0.1 * (tall - 8_000)
        self.storeys = max(7, Int((skyline - 1_300) / Double(Self.storeyHeight)))
        self.inset = (Self.firstHalfWidth - Self.lastHalfWidth) / Float(storeys - 1)
    }

    /// The height of the temple's floor.
    var summit: Double {
        Double(Self.baseHeight) + Double(storeys) * Double(Self.storeyHeight)
    }

    /// 1 where something `size` units large can be told apart, 0 where it is below two pixels.
    @inline(__always)
    func visibility(_ size: Float) -> Float {
        min(max(size / scale - 1.5, 0), 1)
    }
}
