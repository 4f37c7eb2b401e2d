internal import ZigguratCore
internal import ZigguratSystem

/// Reads the sizes and the pixel formats of the tiles of a PMTiles archive from their headers.
struct PMTilesMeasure {
    private let archive: PMTilesArchive
    private let path: String

    /// The number of bytes to read from the start of a tile for its header.
    private static let headLength = 1 << 16

    init(_ archive: PMTilesArchive, _ path: String) {
        (self.archive, self.path) = (archive, path)
    }

    /// Returns the size of a tile in pixels.
    ///
    /// - Throws: ``SourceFailure/archive(_:)`` if the tile is missing or its compression is
    ///   damaged; ``SourceFailure/invalidData(row:)`` if its header is invalid.
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

    /// Returns a pixel format that can hold the pixels of all tiles of a level.
    ///
    /// - Throws: ``SourceFailure/unreadable`` if a tile cannot be read.
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
