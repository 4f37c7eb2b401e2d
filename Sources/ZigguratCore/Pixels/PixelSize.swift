/// A width and a height in pixels. Images and tiles have at least one pixel.
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

    /// The size after reduction by a scale factor, rounded up: ⌈width / s⌉ × ⌈height / s⌉.
    public func reduced(by scaleFactor: Int) -> PixelSize {
        reduced(by: scaleFactor, rounding: .up)
    }

    /// The size after reduction by a scale factor, rounded as asked; rounded down it may have no
    /// pixels.
    package func reduced(by scaleFactor: Int, rounding: LevelRounding) -> PixelSize {
        PixelSize(
            width: width.divided(by: scaleFactor, rounding),
            height: height.divided(by: scaleFactor, rounding))
    }

    public var description: String { "\(width)×\(height)" }
}

extension Int {
    /// self / divisor, rounded as asked.
    func divided(by divisor: Int, _ rounding: LevelRounding) -> Int {
        rounding == .up ? dividedRoundingUp(by: divisor) : self / divisor
    }

    /// ⌈self / divisor⌉ for a positive divisor and a self that is not negative.
    package func dividedRoundingUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }

    /// The smallest number that is a multiple of two positive numbers.
    package func leastCommonMultiple(with other: Int) -> Int {
        var (a, b) = (self, other)
        while b > 0 { (a, b) = (b, a % b) }
        return self / a * other
    }
}

extension PixelSize: Codable {
    private enum CodingKeys: CodingKey { case width, height }

    /// - Throws: `DecodingError` if no image can have the size.
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

/// How sizes are rounded when a level is reduced.
package enum LevelRounding: String, Hashable, Sendable, Codable, CaseIterable {
    /// Up: ⌈W / s⌉, as in almost every format.
    case up = "ceil"
    /// Down: ⌊W / s⌋, as in the original Zoomify.
    case down = "floor"

    package var other: LevelRounding { self == .down ? .up : .down }
}
