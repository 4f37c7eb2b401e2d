internal import ZigguratSystem

/// What becomes of transparency in tile formats that have it.
public enum AlphaRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// Tiles are as transparent as the picture.
    case keep
    /// The picture is flattened on the background before it is cut.
    case flatten
}
