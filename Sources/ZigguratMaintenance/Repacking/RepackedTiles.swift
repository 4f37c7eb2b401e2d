internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

/// Writes the tiles and whole images of one bundle.
struct RepackedTiles: Sendable {
    let bundle: Repacker.Plan.Bundle
    let small: SmallLevel
    let blanks: RepackedBlanks
    let container: any Container

    /// The number of tiles between two progress reports.
    private static let batch = 256

    /// - Parameter progress: called with the number of tiles written since the last call.
    func write(
        threadCount: Int, progress: (Int) throws(ZigguratError) -> Void
    ) throws(ZigguratError) {
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
                    [origins, batch] index in
                    Result { () throws(ZigguratError) in
                        guard let tile = pyramid.tile(at: batch[index]),
                            let origin = origins[tile.level.index]
                        else { return }
                        try write(tile, origin)
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

    private func write(_ tile: Tile, _ origin: Origin) throws(ZigguratError) {
        let paths = bundle.layout.files(of: tile)
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
                throw ZigguratError(RepackFailure.missingTile, source.place(of: oldTile))
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
                    RepackFailure.noLevelForImage(image.level.size), bundle.source.place)
            }
            let tiling = Tiling(
                tileSize: image.level.size,
                encoding: image.encoding ?? bundle.pyramid.tiling.encoding)
            let bytes = try small.tile(image.level.reduction, tiling)
            try write(bytes, to: image.paths, tile: nil)
        }
    }
}
