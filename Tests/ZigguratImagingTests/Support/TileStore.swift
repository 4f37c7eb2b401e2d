import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@testable import ZigguratImaging

/// Keeps the tiles of a build in memory.
///
/// Under a POSIX lock: the thread sanitizer does not know Swift's `Mutex`, and reports its value.
final class TileStore: TileSink {
    private let kept = ConditionLocked<[EncodedTile: [UInt8]]>([:])
    /// Fails after so many tiles.
    private let limit: Int

    init(limit: Int = .max) {
        self.limit = limit
    }

    var tiles: [EncodedTile: [UInt8]] { kept.withLock { $0 } }

    func accept(_ tile: EncodedTile, _ bytes: RawSpan) throws(ZigguratError) {
        let copy = bytes.withUnsafeBytes { [UInt8]($0) }
        let isNew = kept.withLock { kept in
            guard kept.count < limit else { return false }
            return kept.updateValue(copy, forKey: tile) == nil
        }
        guard isNew else { throw ZigguratError(FileFailure(.write, .diskFull), "store") }
    }
}
