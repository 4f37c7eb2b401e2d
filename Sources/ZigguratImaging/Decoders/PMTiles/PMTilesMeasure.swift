internal import ZigguratCore
internal import ZigguratSystem

/// What the tiles of a PMTiles archive say about themselves.
struct PMTilesMeasure {
    private let archive: PMTilesArchive
    private let path: String

    /// The bytes in which a tile says what its pixels are.
    private static let headLength = 1 << 16

    init(_ archive: PMTilesArchive, _ path: String) {
        (self.archive, self.path) = (archive, path)
    }

    /// The size of a tile in pixels.
    func size(ofTileAt address: Tile.Address?) throws(ZigguratError) -> PixelSize {
        guard let address else { throw ZigguratError(SourceFailure.archive(.noTiles), path) }
        let bytes: [UInt8]?
        do throws(ZigguratError) {
            bytes = try archive.bytes(of: address)
        } catch {
            throw error.ofSource
        }
        guard let size = TileHead(bytes ?? []).size, size.isValid else {
            throw ZigguratError(SourceFailure.invalidData(row: nil), address.place(in: path))
        }
        return size
    }

    /// The pixels that can hold those of all tiles.
    func pixels(of cells: PMTilesCells) throws(ZigguratError) -> StoredPixels {
        let isOpaque = archive.header.tileFormat?.keepsAlpha == false
        let isPacked = archive.header.tileCompression == .gzip
        var (isGrey, hasAlpha) = (!isPacked, cells.hasGaps || isPacked && !isOpaque)
        for entry in cells.contents(of: archive) {
            guard isGrey || !(hasAlpha || isOpaque) else { break }
            let head: [UInt8]
            do throws(ZigguratError) {
                head = try archive.file.bytes(
                    min(entry.byteCount, Self.headLength),
                    at: archive.header.tiles.lowerBound + entry.offset)
            } catch {
                throw ZigguratError(SourceFailure.unreadable, path, cause: error.cause)
            }
            let tile = TileHead(head)
            isGrey = isGrey && tile.isGrey
            hasAlpha = hasAlpha || tile.hasAlpha
        }
        return StoredPixels(colours: isGrey ? .grey : .rgb, hasAlpha: hasAlpha)
    }
}
