package import ZigguratCore
package import ZigguratSystem

/// The position of an encoded tile.
package struct EncodedTile: Hashable, Sendable {
    /// The index of the pass in the builder's list.
    package internal(set) var pass: Int
    package let reduction: Int
    package let column: Int
    package let row: Int
    /// The edge rule; `nil` if the image fills the tile, so that the tile is valid under every
    /// rule.
    package let edge: Tiling.Edge?
    /// Whether the tile shows only the background.
    package let isBlank: Bool
}

/// Receives encoded tiles, in any order and from several threads.
package protocol TileSink: AnyObject, Sendable {
    /// Receives a tile.
    ///
    /// - Parameter bytes: the encoded tile, valid only during the call.
    func accept(_ tile: EncodedTile, _ bytes: RawSpan) throws(ZigguratError)
    /// Returns whether to encode a blank tile. Called once for each blank tile.
    func wants(blank tile: EncodedTile) -> Bool
    /// Returns whether an interrupted build has written a tile that is not blank. Such a tile is
    /// not encoded again.
    func isKept(_ tile: EncodedTile) -> Bool
    /// Counts a kept tile as a tile of this build. Called at most once for each tile.
    func keep(_ tile: EncodedTile) throws(ZigguratError)
}

extension TileSink {
    package func wants(blank tile: EncodedTile) -> Bool { true }
    package func isKept(_ tile: EncodedTile) -> Bool { false }
    package func keep(_ tile: EncodedTile) {}
}
