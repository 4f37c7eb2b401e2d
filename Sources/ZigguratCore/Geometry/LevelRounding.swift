/// How sizes are rounded when a level is reduced.
package enum LevelRounding: String, Hashable, Sendable, Codable, CaseIterable {
    /// Up: ⌈W / s⌉, as in almost every format.
    case up = "ceil"
    /// Down: ⌊W / s⌋, as in the original Zoomify.
    case down = "floor"
}
