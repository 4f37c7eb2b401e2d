internal import Synchronization
internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

/// Handles the tiles that the source of a repack leaves out: they are left out again if clients
/// can be told, and are written as background otherwise.
final class RepackedBlanks: Sendable {
    private struct Kind: Hashable {
        package let encoding: TileEncoding
        package let size: PixelSize
    }

    private struct State {
        var absent: [Int: [Int]] = [:]
        var tiles: [Kind: [UInt8]] = [:]
    }

    /// Pixels of the largest tile that is made.
    private static let largestBlank = 1 << 26

    private let bundle: Repacker.Plan.Bundle
    private let background: RGBColor
    private let isClear: Bool
    private let state = Mutex(State())

    /// - Parameter isClear: whether tiles that are left out are transparent.
    init(of bundle: Repacker.Plan.Bundle, background: RGBColor, isClear: Bool) {
        self.bundle = bundle
        self.background = background
        self.isClear = isClear
    }

    var absent: AbsentTiles { AbsentTiles(state.withLock { $0.absent }) }

    var encodedTiles: Int { state.withLock { $0.tiles.count } }

    /// Returns the background for a tile; `nil` if the tile is left out again.
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
        // No file shows how large the tile is.
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
