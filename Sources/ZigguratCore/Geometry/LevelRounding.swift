internal import ZigguratSystem

/// What becomes of half a pixel when a size is halved.
public enum LevelRounding: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is a whole one: ⌈W / s⌉, as in nearly every format.
    case up = "ceil"
    /// It is dropped: ⌊W / s⌋, as the original Zoomify does it.
    case down = "floor"
}
