internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The image in the tiles of one level of a PMTiles archive.
///
/// The image has the size that Ziggurat writes into the metadata. Without such metadata, the image
/// extends from the first to the last column and row with tiles. Missing tiles are transparent.
final class PMTilesImage: Sendable {
    package let path: String
    package let size: PixelSize
    let tileSize: PixelSize
    let pixels: StoredPixels
    /// The smaller levels of the image, each as the number of times that both sides are halved.
    let reductions: [Int]
    private let archive: PMTilesArchive
    private let cells: PMTilesCells
    /// Whether libvips decodes tiles from memory.
    private let usesVips: Bool

    /// The longest side of a tile, in pixels. The limit bounds the memory of each thread.
    private static let longestTile = 4096

    /// - Parameters:
    ///   - reduction: the number of times that both sides are halved; 0 is the largest level.
    ///   - usesVips: `true` decodes tiles with libvips, for decoder processes, which cannot write
    ///     files. `false` writes each tile to an in-memory file and decodes it with the decoder of
    ///     its format.
    /// - Throws: ``SourceError/archive(_:)`` if the archive is damaged, its tile type is unknown,
    ///   or its tiles are too large or have different sizes. ``SourceError/unsupported(_:)`` for
    ///   vector tiles and formats other than JPEG, PNG and WebP.
    ///   ``SourceError/invalidData(row:)`` if a tile has no valid header.
    init(
        _ path: String, reduction: Int = 0, usesVips: Bool = false
    ) throws(ZigguratError) {
        (self.path, self.usesVips) = (path, usesVips)
        let archive: PMTilesArchive
        let stored: PMTilesCells
        do throws(ZigguratError) {
            archive = try PMTilesArchive(path)
            try Self.checkFormat(of: archive)
            stored = try PMTilesCells(ofLargestLevel: archive)
        } catch {
            throw error.ofSource
        }
        let measure = PMTilesMeasure(archive, path)
        let (top, whole): (PMTilesCells, PixelSize)
        if let note = PMTilesNote(archive), let cells = note.cells(stored) {
            (top, whole, tileSize) = (cells, note.size, note.tileSize)
        } else {
            tileSize = try measure.size(ofTileAt: stored.firstInside(archive))
            (top, whole) = (stored, try Self.size(of: stored, tileSize, archive, measure))
        }
        guard tileSize.longSide <= Self.longestTile else {
            throw ZigguratError(SourceError.archive(.tileSizes), path)
        }
        guard whole.isValid else { throw ZigguratError(SourceError.archive(.outOfBounds), path) }
        reductions = (0...top.zoom).filter { $0 > 0 && top.reduced(by: $0, in: archive) != nil }
        guard let cells = reduction == 0 ? top : top.reduced(by: reduction, in: archive) else {
            throw ZigguratError(SourceError.archive(.noTiles), path)
        }
        (self.archive, self.cells) = (archive, cells)
        size = whole.reduced(by: 1 << reduction)
        pixels = try measure.pixels(of: cells)
    }

    private static func checkFormat(of archive: PMTilesArchive) throws(ZigguratError) {
        let type = archive.header.tileType
        guard type != PMTilesHeader.vectorType else {
            throw ZigguratError(SourceError.unsupported(.tiles("vector")), archive.file.path)
        }
        guard let format = archive.header.tileFormat else {
            throw ZigguratError(ArchiveError.unsupportedTileType(Int(type)), archive.file.path)
        }
        // The decoders of these formats run in this process.
        guard [.jpeg, .png, .webp].contains(format) else {
            throw ZigguratError(
                SourceError.unsupported(.tiles(format.traits.title)), archive.file.path)
        }
    }

    /// Returns the size of the image, computed from the tiles of the last column and row.
    private static func size(
        of top: PMTilesCells, _ tile: PixelSize, _ archive: PMTilesArchive,
        _ measure: PMTilesMeasure
    ) throws(ZigguratError) -> PixelSize {
        let right = try measure.size(ofTileAt: top.first(archive) { $0.column == top.columns.last })
        let bottom = try measure.size(ofTileAt: top.first(archive) { $0.row == top.rows.last })
        guard right.width <= tile.width, bottom.height <= tile.height else {
            throw ZigguratError(SourceError.archive(.tileSizes), archive.file.path)
        }
        return PixelSize(
            width: (top.columns.count - 1) * tile.width + right.width,
            height: (top.rows.count - 1) * tile.height + bottom.height)
    }

    /// Whether the archive has no tile in some columns and rows of tiles of the image.
    package func isEmpty(columns: Range<Int>, rows: Range<Int>) -> Bool {
        guard cells.hasGaps else { return false }
        let (left, top) = (cells.columns.lowerBound, cells.rows.lowerBound)
        return !cells.hasTiles(
            in: archive, left + columns.lowerBound..<left + columns.upperBound,
            top + rows.lowerBound..<top + rows.upperBound)
    }

    /// Opens a tile.
    ///
    /// - Returns: a reader of the rows of the tile, and the in-memory file of the reader, which
    ///   must exist as long as the reader; `nil` if the archive does not have the tile.
    /// - Throws: ``SourceError`` about the tile.
    func openTile(
        column: Int, row: Int
    ) throws(ZigguratError) -> (reader: any RowReader, file: PieceFile?)? {
        let address = address(column: column, row: row)
        let place = place(column: column, row: row)
        do throws(ZigguratError) {
            guard let bytes = try archive.bytes(of: address) else { return nil }
            if usesVips { return (PixelBlockReader(try block(of: bytes)), nil) }
            let file = try PieceFile(bytes, of: place)
            let source = try PieceOpener.source(file.path, bits: 8)
            // The size limits the memory, because a decoder can hold a whole tile.
            guard source.header.size.width <= tileSize.width,
                source.header.size.height <= tileSize.height
            else { throw ZigguratError(ArchiveError.tileSizes) }
            let reading = try source.makeReading(keepsAlpha: pixels.hasAlpha, background: .white)
            return (try reading.makeRowReader(), file)
        } catch {
            throw error.ofSource.about(place)
        }
    }

    /// The place of a tile for error messages.
    package func place(column: Int, row: Int) -> String {
        address(column: column, row: row).place(in: path)
    }

    private func block(of tile: [UInt8]) throws(ZigguratError) -> PixelBlock {
        try VipsRuntime.start()
        return try TileImage.withImage(tile, isStrict: true) { stored throws(ZigguratError) in
            let image = try ColourConversion(keepsAlpha: pixels.hasAlpha, background: .white)
                .apply(to: stored)
            let block = try PixelBlock(image.size, bands: image.bands, sampleBytes: 1)
            do throws(DecoderMessages) {
                try image.withSamples { samples in
                    for y in 0..<block.size.height {
                        let row = samples[y * block.rowBytes..<(y + 1) * block.rowBytes]
                        UnsafeMutableRawBufferPointer(start: block.row(y), count: row.count)
                            .copyMemory(from: UnsafeRawBufferPointer(rebasing: row))
                    }
                }
            } catch {
                throw ZigguratError(SourceError.invalidData(row: nil), cause: error.cause)
            }
            return block
        }
    }

    private func address(column: Int, row: Int) -> Tile.Address {
        Tile.Address(
            level: cells.zoom, column: cells.columns.lowerBound + column,
            row: cells.rows.lowerBound + row)
    }
}

extension ZigguratError {
    /// Converts the error to a ``SourceError``, for an archive that is a source.
    var ofSource: ZigguratError {
        if let fault = reason as? ArchiveError {
            return ZigguratError(SourceError.archive(fault), subject, cause: cause)
        }
        guard reason as? SourceError == .mosaic(.pieceFormat) else { return self }
        return ZigguratError(SourceError.invalidData(row: nil), subject)
    }
}

/// The sizes of the image and of its tiles that Ziggurat writes into the metadata of an archive.
struct PMTilesNote {
    /// The size of the image in pixels.
    package let size: PixelSize
    let tileSize: PixelSize
    /// Whether background tiles are skipped.
    private let isSparse: Bool

    /// - Returns: `nil` if the metadata do not contain the sizes, as in archives of other programs.
    init?(_ archive: PMTilesArchive) {
        guard let members = archive.members.map({ JSONValue.object($0) }),
            let width = members["image_width"].integer,
            let height = members["image_height"].integer,
            let side = members["tile_size"].integer
        else { return nil }
        (size, tileSize) = (PixelSize(width: width, height: height), PixelSize(square: side))
        isSparse = members["blank_tiles"].string == "left out"
        guard size.isValid, tileSize.isValid else { return nil }
    }

    /// Returns the cells of the largest level, including the cells of skipped tiles.
    ///
    /// - Returns: `nil` if the tiles of the archive do not match the stated sizes.
    func cells(_ stored: PMTilesCells) -> PMTilesCells? {
        let columns = 0..<size.width.dividedRoundingUp(by: tileSize.width)
        let rows = 0..<size.height.dividedRoundingUp(by: tileSize.height)
        let isWhole = columns == stored.columns && rows == stored.rows
        guard isWhole || isSparse, stored.columns.upperBound <= columns.upperBound,
            stored.rows.upperBound <= rows.upperBound
        else { return nil }
        return isWhole ? stored : stored.extended(to: columns, rows)
    }
}
