internal import ZigguratSystem

/// Small shapes that are drawn in several places.
enum SampleShapes {
    /// A star of eight points, four of them long, inside the unit circle.
    ///
    /// - Parameters:
    ///   - x: the distance from the centre sideways, not negative.
    ///   - y: the distance from the centre up or down, not negative.
    ///   - soft: the width of the edge.
    /// - Returns: 1 inside, 0 outside.
    @inline(__always)
    static func star(_ x: Float, _ y: Float, _ soft: Float) -> Float {
        let straight = max(x, y) + 3.2 * min(x, y)
        let a = (x + y) * 0.70711
        let b = abs(x - y) * 0.70711
        let slanting = (max(a, b) + 3.2 * min(a, b)) * 1.45
        let edge = min(straight, slanting)
        return min(max((1 - edge) / (soft + 0.02), 0), 1)
    }

    /// Whether a point lies in a stepped pyramid of `steps` steps.
    ///
    /// - Parameters:
    ///   - x: the distance from the middle line, not negative.
    ///   - y: the height above the base.
    ///   - step: the height and the width of a step.
    @inline(__always)
    static func isPyramid(_ x: Float, _ y: Float, steps: Int, step: Float) -> Bool {
        if y < 0 { return false }
        let level = Int(y / step)
        return level < steps && x < Float(steps - level) * step
    }
}
