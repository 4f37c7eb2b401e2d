/// A width and a height in pixels. Images and tiles are at least one pixel wide and high.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public init(square side: Int) { self.init(width: side, height: side) }

    /// The largest side of an image; products of two sides fit into an `Int`.
    package static let maximumSide = Int(Int32.max)

    /// Whether an image can have this size: both sides from 1 to ``maximumSide``.
    package var isValid: Bool { min(width, height) >= 1 && longSide <= Self.maximumSide }

    public var longSide: Int { max(width, height) }

    public var pixelCount: Int { width * height }

    /// Returns the size after reduction by a scale factor, rounded up: ⌈width / s⌉ × ⌈height / s⌉.
    public func reduced(by scaleFactor: Int) -> PixelSize {
        reduced(by: scaleFactor, rounding: .up)
    }

    /// Returns the size after reduction by a scale factor with a rounding mode. Rounded down, a
    /// side may be 0.
    package func reduced(by scaleFactor: Int, rounding: LevelRounding) -> PixelSize {
        PixelSize(
            width: width.divided(by: scaleFactor, rounding),
            height: height.divided(by: scaleFactor, rounding))
    }

    public var description: String { "\(width)×\(height)" }

    /// The size for messages and results: `4096 × 2304`.
    package var text: String { "\(width) × \(height)" }
}

extension Int {
    /// Returns self / divisor with a rounding mode.
    func divided(by divisor: Int, _ rounding: LevelRounding) -> Int {
        rounding == .up ? dividedRoundingUp(by: divisor) : self / divisor
    }

    /// Returns ⌈self / divisor⌉ for a positive divisor and a non-negative self.
    package func dividedRoundingUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }

    /// Returns the least common multiple of two positive numbers.
    package func leastCommonMultiple(with other: Int) -> Int {
        var (a, b) = (self, other)
        while b > 0 { (a, b) = (b, a % b) }
        return self / a * other
    }
}

extension PixelSize: Codable {
    private enum CodingKeys: CodingKey { case width, height }

    /// - Throws: `DecodingError` if the size is not valid for an image.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        width = try fields.decode(Int.self, forKey: .width)
        height = try fields.decode(Int.self, forKey: .height)
        guard isValid else { throw DecodingError.invalid("size \(self)", in: decoder) }
    }
}

extension DecodingError {
    static func invalid(_ value: String, in decoder: any Decoder) -> DecodingError {
        .dataCorrupted(
            Context(codingPath: decoder.codingPath, debugDescription: "invalid \(value)"))
    }
}

/// The rounding of sizes when a level is reduced.
package enum LevelRounding: String, Hashable, Sendable, Codable, CaseIterable {
    /// Up: ⌈W / s⌉, as in almost every format.
    case up = "ceil"
    /// Down: ⌊W / s⌋, as in the original Zoomify.
    case down = "floor"

    package var other: LevelRounding { self == .down ? .up : .down }
}

/// A rectangle in pixels of a level or of the image; the name of the variable states which pixels.
public struct PixelRegion: Hashable, Sendable, Codable, CustomStringConvertible {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates the region of a whole level or image.
    package init(whole size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// The first column to the right of the region.
    public var maxX: Int { x + width }

    /// The first row below the region.
    public var maxY: Int { y + height }

    package init(columns: Range<Int>, rows: Range<Int>) {
        self.init(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    package var columns: Range<Int> { x..<maxX }

    package var rows: Range<Int> { y..<maxY }

    public var description: String { "\(x),\(y),\(width),\(height)" }
}
