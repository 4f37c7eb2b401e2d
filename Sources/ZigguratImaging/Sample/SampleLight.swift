internal import ZigguratSystem

/// The light on whatever is built.
enum SampleLight {
    /// Evening light from the left: warm there, violet on the other side of a building that is
    /// `half` units wide on either side of the middle.
    @inline(__always)
    static func lit(_ colour: SampleColour, _ x: Float, _ half: Float) -> SampleColour {
        let t = min(max((x / half + 1) * 0.5, 0), 1)
        let warm = SampleColour(1.24, 1.10, 0.92, 0)
        let cool = SampleColour(0.58, 0.56, 0.82, 0)
        return colour * warm.mixed(cool, t * t * 0.35 + t * 0.65)
    }
}
