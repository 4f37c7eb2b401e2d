internal import ZigguratSystem

/// Red, green and blue, 0 to 1 as they are stored (sRGB); the fourth lane is not used.
typealias SampleColour = SIMD4<Float>

extension SIMD4<Float> {
    @inline(__always)
    static func rgb(_ red: Float, _ green: Float, _ blue: Float) -> SampleColour {
        SampleColour(red, green, blue, 0) * (1 / 255)
    }

    /// This colour, moved by `amount` (0 to 1) towards another.
    @inline(__always)
    func mixed(_ other: SampleColour, _ amount: Float) -> SampleColour {
        self + (other - self) * amount
    }
}

/// 0 up to `low`, 1 from `high`, smooth between.
@inline(__always)
func sampleRamp(_ low: Float, _ high: Float, _ x: Float) -> Float {
    let t = min(max((x - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
}

/// Colours that several parts of the picture use.
enum SamplePalette {
    static let night = SampleColour.rgb(14, 17, 52)
    static let gold = SampleColour.rgb(246, 196, 92)
    static let lapis = SampleColour.rgb(28, 62, 138)
    static let cream = SampleColour.rgb(250, 232, 200)
    static let shade = SampleColour.rgb(34, 20, 58)
    static let lamp = SampleColour.rgb(255, 176, 84)

    /// The seven colours of the seven storeys, from the lowest up.
    @inline(__always)
    static func storey(_ index: Int) -> SampleColour {
        switch index % 7 {
        case 0: .rgb(84, 66, 96)
        case 1: .rgb(196, 104, 58)
        case 2: .rgb(176, 52, 62)
        case 3: .rgb(222, 168, 78)
        case 4: .rgb(42, 138, 140)
        case 5: .rgb(48, 84, 176)
        default: .rgb(206, 208, 222)
        }
    }
}
