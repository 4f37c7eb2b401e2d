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
