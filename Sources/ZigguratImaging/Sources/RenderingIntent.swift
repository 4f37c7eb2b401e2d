internal import ZigguratSystem

/// How colours that sRGB does not have become some that it has.
///
/// Source: ICC.1:2010, 6.2.
public enum RenderingIntent: String, Hashable, Sendable, Codable, CaseIterable {
    case perceptual
    case relative
    case saturation
    case absolute
}
