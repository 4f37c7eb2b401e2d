import ZigguratCore
import ZigguratSystem

@testable import ZigguratPyramid

/// Keeps the tiles of a build in memory.
///
/// The tiles are under a POSIX lock, because the thread sanitizer reports values in Swift's
/// `Mutex`.
final class TileStore: TileSink {
    private let kept = ConditionLocked<[EncodedTile: [UInt8]]>([:])
    /// The number of tiles after which the store fails.
    private let limit: Int
    /// The tiles of an interrupted build.
    private let earlier: [EncodedTile: [UInt8]]

    init(limit: Int = .max, continuing earlier: [EncodedTile: [UInt8]] = [:]) {
        (self.limit, self.earlier) = (limit, earlier)
    }

    var tiles: [EncodedTile: [UInt8]] { kept.withLock { $0 } }

    func accept(_ tile: EncodedTile, _ bytes: RawSpan) throws(ZigguratError) {
        let copy = bytes.withUnsafeBytes { [UInt8]($0) }
        let isNew = kept.withLock { kept in
            guard kept.count < limit else { return false }
            return kept.updateValue(copy, forKey: tile) == nil
        }
        guard isNew else { throw ZigguratError(FileError(.write, .diskFull), "store") }
    }

    func isKept(_ tile: EncodedTile) -> Bool { earlier[tile] != nil }

    func keep(_ tile: EncodedTile) {
        let bytes: [UInt8] = earlier[tile] ?? []
        let old: [UInt8]? = kept.withLock { $0.updateValue(bytes, forKey: tile) }
        let isNew = old == nil
        precondition(isNew, "a tile is kept once")
    }
}
