public import ZigguratCore
public import ZigguratSystem

/// The position of an encoded tile.
public struct EncodedTile: Hashable, Sendable {
    /// The index of the pass in the list of the builder.
    public let pass: Int
    public let reduction: Int
    public let column: Int
    public let row: Int
    /// The edge rule; `nil` if the image fills the tile, which then serves every rule.
    public let edge: EdgeRule?
    /// Whether the tile shows only the background.
    public let isBlank: Bool
}

/// Receives encoded tiles, in any order and from several threads.
public protocol TileSink: AnyObject, Sendable {
    /// - Parameter bytes: the encoded tile, valid during the call.
    func accept(_ tile: EncodedTile, _ bytes: RawSpan) throws(ZigguratError)
    /// Whether to encode a blank tile. Called once for each.
    func wants(blank tile: EncodedTile) -> Bool
}

extension TileSink {
    public func wants(blank tile: EncodedTile) -> Bool { true }
}
