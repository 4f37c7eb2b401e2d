/// The direction in which the pages of a book follow each other.
public enum ReadingDirection: String, Hashable, Sendable, Codable, CaseIterable {
    /// From left to right.
    case ltr
    /// From right to left, as in Arabic, Hebrew and traditional Japanese books.
    case rtl
    /// From top to bottom, as in scrolls.
    case ttb
    /// From bottom to top.
    case btt
}
