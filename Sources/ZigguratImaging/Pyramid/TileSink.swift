public import ZigguratCore
public import ZigguratSystem

/// Which tile it is that was encoded.
public struct EncodedTile: Hashable, Sendable {
    /// The number of the cut in the list that was asked for.
    public let cut: Int
    public let reduction: Int
    public let column: Int
    public let row: Int
    /// The edge rule that it follows; `nil` where the picture fills the tile, which serves every
    /// rule.
    public let edge: EdgeRule?
    /// Whether nothing but the background is to be seen on it.
    public let isBlank: Bool
}

/// Takes the tiles of a pyramid as they are done, in no particular order, from several threads.
public protocol TileSink: AnyObject, Sendable {
    /// - Parameter bytes: the encoded tile; they last as long as the call.
    func accept(_ tile: EncodedTile, _ bytes: RawSpan) throws(ZigguratError)
    /// Whether a tile without a picture is wanted; one that is not is not encoded. Asked once of
    /// each such tile.
    func wants(blank tile: EncodedTile) -> Bool
}

extension TileSink {
    public func wants(blank tile: EncodedTile) -> Bool { true }
}
