internal import ZigguratSystem

/// What becomes of tiles without a picture where they are to be left out.
public enum BlankRule: Hashable, Sendable {
    /// Left out: a document of the bundle, or the directory of what it lies in, says which tiles
    /// there are.
    case described
    /// Left out where the bundle has a page, whose table says it. The format itself cannot: other
    /// clients take a tile that is missing for an empty one.
    case page
    /// Written, since clients ask for every tile: all of the same size are the same bytes, which
    /// take room once.
    case written
}
