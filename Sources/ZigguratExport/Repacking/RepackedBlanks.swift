internal import Synchronization
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// What becomes of tiles that the old pyramid left out: they are left out again where that can be
/// told, and otherwise written as background.
final class RepackedBlanks: Sendable {
    private struct Kind: Hashable {
        let encoding: TileEncoding
        let size: PixelSize
    }

    private struct State {
        var absent: [Int: [Int]] = [:]
        var tiles: [Kind: [UInt8]] = [:]
    }

    private let bundle: RepackPlan.Bundle
    private let background: RGBColor
    private let isClear: Bool
    private let state = Mutex(State())

    /// - Parameter isClear: whether what was left out is transparent.
    init(of bundle: RepackPlan.Bundle, background: RGBColor, isClear: Bool) {
        self.bundle = bundle
        self.background = background
        self.isClear = isClear
    }

    /// Those that are left out again.
    var absent: AbsentTiles { AbsentTiles(state.withLock { $0.absent }) }

    /// How many tiles were encoded.
    var encodedTiles: Int { state.withLock { $0.tiles.count } }

    /// What is written instead of a tile; `nil` where it is left out again.
    func bytes(insteadOf tile: Tile) throws(ZigguratError) -> [UInt8]? {
        let isMain =
            tile.pyramid.density == bundle.pyramid.density
            && tile.pyramid.shape.rounding == bundle.pyramid.shape.rounding
        if isMain, bundle.description.leavesOutBlanks {
            let number = tile.row * tile.level.columns + tile.column
            state.withLock { $0.absent[tile.level.index, default: []].append(number) }
            return nil
        }
        let kind = Kind(encoding: tile.pyramid.tiling.encoding, size: tile.encodedSize)
        return try state.withLock { state throws(ZigguratError) in
            if let bytes = state.tiles[kind] { return bytes }
            let bytes = try BlankTile.bytes(
                kind.encoding, kind.size, background: background, isClear: isClear)
            state.tiles[kind] = bytes
            return bytes
        }
    }
}
