internal import Synchronization
internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratStore
internal import ZigguratSystem

/// Handles the tiles that the source of a repack skips.
///
/// If clients can be told which tiles are missing, these tiles are skipped again. Otherwise they
/// are written as background.
final class RepackedBlanks: Sendable {
    private struct Kind: Hashable {
        package let encoding: TileEncoding
        package let size: PixelSize
    }

    private struct State {
        var absent: [Int: [Int]] = [:]
        var tiles: [Kind: [UInt8]] = [:]
    }

    /// The most pixels of a blank tile that is written.
    private static let largestBlank = 1 << 26

    private let bundle: Repacker.Plan.Bundle
    private let background: RGBColor
    private let isClear: Bool
    private let state = Mutex(State())

    /// - Parameter isClear: whether skipped tiles are transparent.
    init(of bundle: Repacker.Plan.Bundle, background: RGBColor, isClear: Bool) {
        self.bundle = bundle
        self.background = background
        self.isClear = isClear
    }

    var absent: AbsentTiles { AbsentTiles(state.withLock { $0.absent }) }

    var encodedTiles: Int { state.withLock { $0.tiles.count } }

    /// Returns the bytes of a background tile; returns `nil` if the tile is skipped again.
    package func bytes(insteadOf tile: Tile) throws(ZigguratError) -> [UInt8]? {
        let isMain =
            tile.pyramid.density == bundle.pyramid.density
            && tile.pyramid.shape.rounding == bundle.pyramid.shape.rounding
        if isMain, bundle.description.leavesOutBlanks {
            let number = tile.row * tile.level.columns + tile.column
            state.withLock { $0.absent[tile.level.index, default: []].append(number) }
            return nil
        }
        let kind = Kind(encoding: tile.pyramid.tiling.encoding, size: tile.encodedSize)
        // The source has no file that limits the size of a skipped tile, so the size is checked.
        guard kind.size.pixelCount <= Self.largestBlank else {
            throw ZigguratError(RepackFailure.blankTooLarge(kind.size), bundle.source.place)
        }
        return try state.withLock { state throws(ZigguratError) in
            if let bytes = state.tiles[kind] { return bytes }
            let bytes = try BlankTile.bytes(
                kind.encoding, kind.size, background: background, isClear: isClear)
            state.tiles[kind] = bytes
            return bytes
        }
    }
}
