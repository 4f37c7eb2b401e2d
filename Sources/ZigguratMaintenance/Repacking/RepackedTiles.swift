internal import Synchronization
internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratStore
internal import ZigguratSystem

/// Writes the tiles and whole images of one bundle.
struct RepackedTiles: Sendable {
    let bundle: Repacker.Plan.Bundle
    let small: LevelImageFile
    let blanks: RepackedBlanks
    let container: any Container

    /// The number of tiles between two progress reports.
    private static let batch = 256

    /// - Parameter progress: called with the number of tiles written since the last call.
    func write(
        threadCount: Int, progress: (Int) throws(ZigguratError) -> Void
    ) throws(ZigguratError) {
        let paths = TilePaths(of: bundle.layout)
        for pyramid in bundle.pyramids {
            var origins: [Int: Origin] = [:]
            for level in pyramid.levels {
                origins[level.index] = try origin(of: level, in: pyramid)
            }
            // Archives store tiles in this order, so few tiles have to wait for others.
            var addresses = TileOrder(of: pyramid).tiles.makeIterator()
            while true {
                var batch: [Tile.Address] = []
                while batch.count < Self.batch, let address = addresses.next() {
                    batch.append(address)
                }
                guard !batch.isEmpty else { break }
                let results = ConcurrentWork.map(below: batch.count, threads: threadCount) {
                    [origins, batch, paths] index in
                    Result { () throws(ZigguratError) in
                        guard let tile = pyramid.tile(at: batch[index]),
                            let origin = origins[tile.level.index]
                        else { return }
                        try write(tile, to: paths.files(of: tile), origin)
                    }
                }
                for result in results { try result.get() }
                try progress(batch.count)
            }
        }
    }

    /// The origin of a level's tiles.
    private enum Origin: Sendable {
        case source(pyramid: Pyramid, level: Level)
        /// The tiles are encoded again, because the source lacks the level.
        case made([Tile.Address: [UInt8]])
    }

    private func origin(of level: Level, in pyramid: Pyramid) throws(ZigguratError) -> Origin {
        if let (pyramid, level) = bundle.sourceLevel(of: level, in: pyramid) {
            return .source(pyramid: pyramid, level: level)
        }
        return .made(try small.tiles(level.reduction, pyramid.tiling))
    }

    private func write(
        _ tile: Tile, to paths: [String], _ origin: Origin
    ) throws(ZigguratError) {
        guard !paths.isEmpty else { return container.omit(tile.address) }
        let bytes: [UInt8]?
        switch origin {
        case .source(let pyramid, let level):
            let source = bundle.source
            let oldTile = pyramid.tile(level, column: tile.column, row: tile.row)
            if let found = try source.isLeftOut(oldTile) ? nil : source.bytes(of: oldTile) {
                bytes = found
            } else if source.isSparse || source.isLeftOut(oldTile) {
                bytes = try blanks.bytes(insteadOf: tile)
            } else {
                throw ZigguratError(RepackError.missingTile, source.place(of: oldTile))
            }
        case .made(let tiles):
            bytes = tiles[Tile.Address(level: 0, column: tile.column, row: tile.row)]
        }
        guard let bytes else { return container.omit(tile.address) }
        try write(bytes, to: paths, tile: tile.address)
    }

    private func write(
        _ bytes: [UInt8], to paths: [String], tile: Tile.Address?
    ) throws(ZigguratError) {
        var twin: StoredFile?
        for (index, path) in paths.enumerated() {
            // `unsafe`: the container uses the span only during the call.
            twin =
                try unsafe container.write(
                    path, tile: index == 0 ? tile : nil, bytes.span.bytes, twin: twin) ?? twin
        }
    }

    func writeWholeImages() throws(ZigguratError) {
        for image in bundle.wholeImages {
            guard image.level.reduction >= small.reduction else {
                throw ZigguratError(
                    RepackError.noLevelForImage(image.level.size), bundle.source.place)
            }
            let tiling = Tiling(
                tileSize: image.level.size,
                encoding: image.encoding ?? bundle.pyramid.tiling.encoding)
            let bytes = try small.tile(image.level.reduction, tiling)
            try write(bytes, to: image.paths, tile: nil)
        }
    }
}

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
            throw ZigguratError(RepackError.blankTooLarge(kind.size), bundle.source.place)
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
