internal import ZigguratSystem

/// How a storey's wall is divided: whole panels of 440 units between pilasters, from the stairs
/// outwards, the same on both sides.
struct SampleBays: Sendable {
    /// Where the wall begins beside the stairs, and the distance from one bay to the next.
    private let start: Float
    private let pitch: Float
    private let margin: Float

    static let panelWidth: Float = 440

    /// - Parameters:
    ///   - start: the half width of the stairs.
    ///   - end: the half width of the storey.
    init(from start: Float, to end: Float) {
        let room = end - start
        let count = max(Int((room - 30) / 500), 1)
        self.start = start
        pitch = room / Float(count)
        margin = (pitch - Self.panelWidth) * 0.5
    }

    /// A place in the wall.
    struct Place {
        /// The number of the panel from the stairs outwards.
        let panel: Int
        /// The distance from the panel's left edge; outside 0 to 440 on a pilaster.
        let u: Float
        /// On a pilaster, the place across it from -1 to 1.
        let across: Float
        /// The distance from the middle of the nearest pilaster.
        let lamp: Float
    }

    @inline(__always)
    func place(_ x: Float) -> Place {
        let away = max(abs(x) - start, 0)
        let panel = Int(away / pitch)
        let inside = away - Float(panel) * pitch
        let outward = inside - margin
        let pilaster = inside < pitch * 0.5 ? inside : inside - pitch
        // Mirrored, so that light falls from the left on both sides.
        return x < 0
            ? Place(
                panel: panel, u: Self.panelWidth - outward, across: -pilaster / margin,
                lamp: abs(pilaster))
            : Place(
                panel: panel, u: outward, across: pilaster / margin, lamp: abs(pilaster))
    }
}
