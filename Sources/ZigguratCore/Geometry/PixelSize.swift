internal import ZigguratSystem

/// A width and a height in pixels; both at least 1 in everything that can be cut into tiles.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public init(square side: Int) {
        self.init(width: side, height: side)
    }

    public var longSide: Int { max(width, height) }

    public var pixelCount: Int { width * height }

    /// The size after reduction by a scale factor, rounded up: ⌈width / s⌉ × ⌈height / s⌉.
    public func reduced(by scaleFactor: Int) -> PixelSize {
        PixelSize(
            width: width.dividedRoundingUp(by: scaleFactor),
            height: height.dividedRoundingUp(by: scaleFactor))
    }

    /// The size after reduction by a scale factor, rounded as asked; rounded down it may have no
    /// pixels.
    public func reduced(by scaleFactor: Int, rounding: LevelRounding) -> PixelSize {
        switch rounding {
        case .up: reduced(by: scaleFactor)
        case .down: PixelSize(width: width / scaleFactor, height: height / scaleFactor)
        }
    }

    public var description: String { "\(width)×\(height)" }
}

extension Int {
    /// self / divisor, rounded as asked.
    func divided(by divisor: Int, _ rounding: LevelRounding) -> Int {
        rounding == .up ? dividedRoundingUp(by: divisor) : self / divisor
    }

    /// ⌈self / divisor⌉ for a positive divisor and a self that is not negative.
    package func dividedRoundingUp(by divisor: Int) -> Int {
        (self + divisor - 1) / divisor
    }
}
