internal import ZigguratSystem

extension SourceRequest {
    /// How colours outside sRGB are mapped into it.
    ///
    /// Source: ICC.1:2010, 6.2.
    public enum Intent: String, Hashable, Sendable, Codable, CaseIterable {
        case perceptual
        case relative
        case saturation
        case absolute
    }
}
