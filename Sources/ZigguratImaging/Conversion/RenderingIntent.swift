internal import ZigguratSystem

/// How colours outside sRGB are mapped into it.
///
/// Source: ICC.1:2010, 6.2.
public enum RenderingIntent: String, Hashable, Sendable, Codable, CaseIterable {
    case perceptual
    case relative
    case saturation
    case absolute
}
