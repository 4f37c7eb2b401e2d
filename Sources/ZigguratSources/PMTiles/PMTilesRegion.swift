internal import Glibc
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The image of a PMTiles archive, or a region of the image. Several threads decode tiles.
final class PMTilesRegion: BlockSource {
    package let size: PixelSize
    package let chunks: BlockChunks
    fileprivate let image: PMTilesImage
    fileprivate let conversion: RowConversion
    /// The part of the image that is read.
    fileprivate let region: PixelRegion

    private static let minimumChunkHeight = 64
    private static let tilesPerPart = 4

    /// - Parameter region: a region within the image; `nil` for the whole image.
    init(_ image: PMTilesImage, _ conversion: RowConversion, _ region: PixelRegion? = nil) {
        (self.image, self.conversion) = (image, conversion)
        let region = region ?? PixelRegion(whole: image.size)
        (self.region, size) = (region, region.size)
        let height = Self.chunkHeight(of: image)
        let columns = image.columns(of: region.columns)
        chunks = BlockChunks(
            height: height, parts: columns.count.dividedRoundingUp(by: Self.tilesPerPart),
            skippedRows: region.y % height)
    }

    /// The height of a chunk in rows of pixels.
    static func chunkHeight(of image: PMTilesImage) -> Int {
        minimumChunkHeight.dividedRoundingUp(by: image.tileSize.height) * image.tileSize.height
    }

    package var bands: Int { conversion.outputBands }
    package var sampleBytes: Int { conversion.outputSampleBytes }
    var division: PixelDivision? { PixelDivision(columnStep: image.tileSize.width) }
    var blockSize: PixelSize { image.tileSize }

    func limited(to columns: Range<Int>) -> any BlockSource {
        PMTilesRegion(
            image, conversion,
            PixelRegion(
                x: region.x + columns.lowerBound, y: region.y, width: columns.count,
                height: region.height))
    }

    package func isEmpty(_ part: PixelRegion) -> Bool {
        let (x, y) = (region.x + part.x, region.y + part.y)
        return image.isEmpty(
            columns: image.columns(of: x..<x + part.width),
            rows: image.rows(of: y..<y + part.height))
    }

    func makeReader() -> any BlockReader { PMTilesBlockReader(self) }

    /// The columns of tiles that a part consists of.
    fileprivate func columns(ofPart part: Int) -> Range<Int> {
        let all = image.columns(of: region.columns)
        let first = all.lowerBound + part * Self.tilesPerPart
        return first..<min(first + Self.tilesPerPart, all.upperBound)
    }
}

extension PMTilesImage {
    /// The columns of tiles that contain columns of pixels.
    fileprivate func columns(of pixels: Range<Int>) -> Range<Int> {
        pixels.lowerBound / tileSize.width..<pixels.upperBound.dividedRoundingUp(by: tileSize.width)
    }

    /// The rows of tiles that contain rows of pixels.
    fileprivate func rows(of pixels: Range<Int>) -> Range<Int> {
        pixels.lowerBound
            / tileSize.height..<pixels.upperBound.dividedRoundingUp(by: tileSize.height)
    }
}

/// Decodes the tiles of parts of a region.
private final class PMTilesBlockReader: BlockReader {
    private let source: PMTilesRegion
    /// A buffer for a row of a tile, as the decoder returns it. `spread` has the bands of the
    /// image.
    private let decoded: UnsafeMutablePointer<UInt8>
    private let spread: UnsafeMutablePointer<UInt8>

    init(_ source: PMTilesRegion) {
        self.source = source
        decoded = .allocate(capacity: 4 * source.image.tileSize.width)
        spread = .allocate(capacity: 4 * source.image.tileSize.width)
    }

    deinit {
        decoded.deallocate()
        spread.deallocate()
    }

    package func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        let (image, region) = (source.image, source.region)
        // The rows in coordinates of the image. The region can begin within a tile.
        let wanted = region.y + rows.lowerBound..<region.y + rows.upperBound
        for row in image.rows(of: wanted) {
            let shownRows = (row * image.tileSize.height..<(row + 1) * image.tileSize.height)
                .clamped(to: wanted)
            let first = shownRows.lowerBound - wanted.lowerBound
            let targets = UnsafeBufferPointer(
                rebasing: addresses[first..<first + shownRows.count])
            for column in source.columns(ofPart: part) {
                let shown = (column * image.tileSize.width..<(column + 1) * image.tileSize.width)
                    .clamped(to: region.columns)
                try draw(
                    column: column, row: row, PixelRegion(columns: shown, rows: shownRows),
                    to: targets)
            }
        }
    }

    /// Draws a part of a tile.
    ///
    /// - Parameter shown: the part, in pixels of the image.
    /// - Throws: ``SourceError/archive(_:)`` if the size of the tile differs from the other
    ///   tiles.
    private func draw(
        column: Int, row: Int, _ shown: PixelRegion,
        to targets: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        let image = source.image
        let bands = image.pixels.bands
        let offset = (shown.x - source.region.x) * source.bytesPerPixel
        guard let (reader, file) = try image.openTile(column: column, row: row) else {
            memset(spread, 0, shown.width * bands)
            for target in targets {
                source.conversion.convert(spread, to: target + offset, count: shown.width)
            }
            return
        }
        let left = shown.x - column * image.tileSize.width
        let top = shown.y - row * image.tileSize.height
        guard reader.size.width <= image.tileSize.width, left + shown.width <= reader.size.width,
            top + shown.height <= reader.size.height
        else { throw ZigguratError(SourceError.archive(.tileSizes), image.path) }
        defer { withExtendedLifetime(file) {} }
        do throws(ZigguratError) {
            if top > 0 { try reader.skip(top) { true } }
            for target in targets {
                try reader.read([decoded][...])
                BandSpreading.spread(
                    decoded + left * reader.bands, reader.bands, over: spread, bands,
                    count: shown.width)
                source.conversion.convert(spread, to: target + offset, count: shown.width)
            }
        } catch {
            // The error names the tile in the archive instead of the in-memory file.
            throw error.ofSource.about(image.place(column: column, row: row))
        }
    }
}
