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

/// A piece of a row that is being painted: at most `capacity` pixels.
struct SampleStrip {
    static let capacity = 256
    let pixels: UnsafeMutablePointer<SampleColour>
    let columns: Range<Int>

    @inline(__always)
    subscript(_ column: Int) -> SampleColour {
        get { pixels[column - columns.lowerBound] }
        nonmutating set { pixels[column - columns.lowerBound] = newValue }
    }

    func clamped(_ row: SampleRow, _ left: Float, _ right: Float) -> Range<Int> {
        let low = max(row.column(left), columns.lowerBound)
        let high = min(row.column(right), columns.upperBound)
        return low < high ? low..<high : columns.lowerBound..<columns.lowerBound
    }
}
