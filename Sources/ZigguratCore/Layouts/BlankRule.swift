/// What happens to blank tiles that are to be skipped.
public enum BlankRule: Hashable, Sendable {
    /// Skipped: a descriptor, or the directory of the container, lists the existing tiles.
    case described
    /// Skipped if the bundle has a page, which lists them. The format itself cannot: other clients
    /// take a missing tile for an empty one.
    case page
    /// Written, since clients request every tile. Blank tiles of one size are stored once.
    case written
}
