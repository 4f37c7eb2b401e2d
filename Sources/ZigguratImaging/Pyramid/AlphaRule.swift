/// How transparent images are encoded in formats with alpha.
public enum AlphaRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// Tiles keep the transparency of the image.
    case keep
    /// The image is flattened on the background.
    case flatten
}
