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

    public var description: String { "\(width)×\(height)" }
}

extension Int {
    /// ⌈self / divisor⌉ for a positive divisor and a self that is not negative.
    func dividedRoundingUp(by divisor: Int) -> Int {
        (self + divisor - 1) / divisor
    }
}
