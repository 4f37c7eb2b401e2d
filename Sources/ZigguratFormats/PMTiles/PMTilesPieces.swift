internal import ZigguratCore
internal import ZigguratImaging
package import ZigguratSources
package import ZigguratSystem

/// The tiles of a PMTiles archive as pieces of an image.
package enum PMTilesPieces {
    /// Lists the tiles of the largest level, row by row from the top, with their offsets in the
    /// archive.
    ///
    /// - Parameter file: the archive's path in the list.
    /// - Throws: ``ArchiveError`` if the archive is damaged; ``SourceError/mosaic(_:)`` if its
    ///   tiles have a further compression; ``DescriptorError/vectorTiles``.
    package static func list(
        of path: String, file: String
    ) throws(ZigguratError) -> MosaicList {
        let archive = try PMTilesArchive(path)
        let header = archive.header
        guard header.tileType != PMTilesHeader.vectorType else {
            throw ZigguratError(DescriptorError.vectorTiles, path)
        }
        guard header.tileCompression != .gzip else {
            throw ZigguratError(SourceError.mosaic(.pieceFormat), path)
        }
        let tiles = try tiles(of: archive)
        var ranges = TileRanges()
        for tile in tiles { ranges.add(tile.address) }
        let grid = try ranges.grid(of: path) { tile throws(ZigguratError) in
            try archive.bytes(of: tile)
        }
        let side = grid.first.size
        return MosaicList(
            tiles.map { tile in
                MosaicList.Piece(
                    file: file, x: (tile.address.column - grid.columns.lowerBound) * side.width,
                    y: (tile.address.row - grid.rows.lowerBound) * side.height, bytes: tile.bytes)
            })
    }

    private typealias StoredTile = (address: Tile.Address, bytes: Range<Int>)

    /// Returns the tiles of the largest level, which have the highest numbers.
    private static func tiles(
        of archive: PMTilesArchive
    ) throws(ZigguratError) -> [StoredTile] {
        let place = archive.file.path
        // A directory of a few bytes can claim any number of tiles.
        let limit = max(1 << 20, archive.file.byteCount / 64)
        guard archive.tileCount <= limit else {
            throw ZigguratError(ArchiveError.tooManyEntries(limit: limit), place)
        }
        guard let last = archive.entries.last,
            let zoom = HilbertCurve.tile(of: last.end - 1)?.level
        else { throw ZigguratError(ArchiveError.noTiles, place) }
        var tiles: [StoredTile] = []
        for entry in archive.entries {
            let start = archive.header.tiles.lowerBound + entry.offset
            for number in entry.number..<entry.end {
                guard let address = HilbertCurve.tile(of: number), address.level == zoom else {
                    continue
                }
                tiles.append((address, start..<start + entry.byteCount))
            }
        }
        return tiles.sorted {
            ($0.address.row, $0.address.column) < ($1.address.row, $1.address.column)
        }
    }
}
