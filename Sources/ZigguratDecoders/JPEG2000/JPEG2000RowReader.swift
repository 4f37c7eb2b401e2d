internal import CImageFormats
internal import CSystem
package import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// Reads the rows of a JPEG 2000 image at one of its resolutions. OpenJPEG decodes one band of rows
/// at a time, on all processors.
///
/// A band is a row of tiles. An image that consists of one tile, or of tall tiles, is decoded in
/// strips: only the code-blocks of a strip are decoded. A reader of some columns decodes only the
/// tiles or code-blocks of these columns.
package final class JPEG2000RowReader: RowReader {
    package let size: PixelSize
    let channels: JPEG2000Channels
    let embedded: EmbeddedData
    /// The columns of the image that are read.
    let columns: Range<Int>
    let codestream: JPEG2000Codestream
    let fillsMissing: Bool
    /// The first column and row of the image, in pixels from the origin of the grid.
    let left: Int
    package let top: Int
    let rowLength: Int
    /// The current row of tiles.
    private(set) var tileRow = 0
    var missingTiles = 0
    /// The pixels of the current band; ``waitingRows`` are the rows that are not read yet.
    private(set) var band: UnsafeMutableRawBufferPointer
    private let path: String
    private var rowsDecoded = 0
    private var waitingRows = 0..<0

    /// The limits of the height of a strip. Lower strips take longer, because the edges of each
    /// strip are transformed twice.
    private static let stripHeights = 256...1024
    /// The maximum size of the samples of a strip, in bytes. A sample has four bytes.
    private static let stripSize = 24 << 20
    /// The columns at which parts of a strip should begin are multiples of this number.
    private static let stripColumns = 1024

    /// - Parameters:
    ///   - reduction: the number of times that both sides are halved.
    ///   - fillsMissing: whether rows after the end of the data are filled.
    init(
        _ file: SourceFile, reduction: Int = 0, fillsMissing: Bool = false
    ) throws(ZigguratError) {
        let path = file.path
        let boxes = JPEG2000Boxes(file)
        guard let bytes = boxes.codestream else {
            throw ZigguratError(
                SourceError.invalidHeader, path, cause: .library("missing jp2c box"))
        }
        let codestream = try JPEG2000Codestream(
            file, bytes, reduction: reduction, fillsMissing: fillsMissing,
            threadCount: Int(zig_processor_count()))
        do throws(ZigguratError) {
            channels = try JPEG2000Channels(codestream.components, boxes)
        } catch {
            throw error.about(path)
        }
        self.path = path
        self.codestream = codestream
        self.fillsMissing = fillsMissing
        embedded = EmbeddedData(profile: boxes.profile, xmp: boxes.xmp)
        let frame = codestream.frame
        left = codestream.samples(Int(frame.left), step: channels.stepX)
        top = codestream.samples(Int(frame.top), step: channels.stepY)
        size = codestream.size(stepX: channels.stepX, stepY: channels.stepY)
        guard size.width > 0, size.height > 0 else {
            throw ZigguratError(SourceError.invalidHeader, path)
        }
        guard size.isReadable else {
            throw ZigguratError(SourceError.sides(width: size.width, height: size.height), path)
        }
        // OpenJPEG takes the bounds of a region as signed 32-bit numbers.
        guard max(frame.right, frame.bottom) <= UInt32(Int32.max) else {
            throw ZigguratError(SourceError.unsupported(.gridPosition), path)
        }
        columns = 0..<size.width
        rowLength = size.width * channels.pixels.bytesPerPixel
        band = .allocate(byteCount: 0, alignment: 64)
    }

    /// Creates a reader of some columns of another reader, starting at the top row. The two readers
    /// share a codestream and take turns in decoding.
    private init(_ whole: JPEG2000RowReader, columns: Range<Int>) {
        (path, codestream, fillsMissing) = (whole.path, whole.codestream, whole.fillsMissing)
        (channels, embedded) = (whole.channels, whole.embedded)
        (left, top) = (whole.left, whole.top)
        self.columns =
            whole.columns.lowerBound + columns.lowerBound..<whole.columns.lowerBound
            + columns.upperBound
        size = PixelSize(width: columns.count, height: whole.size.height)
        rowLength = size.width * channels.pixels.bytesPerPixel
        band = .allocate(byteCount: 0, alignment: 64)
    }

    deinit {
        band.deallocate()
    }

    package var pixels: StoredPixels { channels.pixels }
    package var bands: Int { pixels.bands }
    package var sampleBytes: Int { pixels.sampleBytes }

    /// The number of resolutions in the file, including full resolution.
    var resolutionCount: Int { max(1, Int(codestream.frame.resolutions)) }

    package func size(reducedBy reduction: Int) -> PixelSize {
        codestream.size(stepX: channels.stepX, stepY: channels.stepY, reduction: reduction)
    }

    /// The memory for a band, in bytes: its pixels, and two or three copies of the samples that are
    /// decoded at once. For a strip, OpenJPEG also holds the data and a description of each
    /// code-block of the strip's tiles. The sizes are measured.
    package var heldBytes: Int {
        let tile = PixelSize(
            width: min(size.width, tileSize.width), height: min(size.height, tileSize.height))
        let height = usesTiles ? tile.height : min(size.height, stripHeight)
        let decoded = (usesTiles ? tile.width : size.width) * height
        let bytesPerSample = usesTiles || sampleBytes == 1 ? 10 : 13
        var sum = height * rowLength + bytesPerSample * codestream.components.count * decoded
        if !usesTiles {
            let samples = codestream.components.count * size.width * tile.height
            // The product of the file size and the tile height could overflow.
            let share = Double(tile.height) / Double(size.height)
            sum += samples * 3 / 4 + Int(Double(codestream.byteCount) * share)
        }
        return sum
    }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for row in rows {
            if waitingRows.isEmpty { try decodeBand() }
            UnsafeMutableRawBufferPointer(start: row, count: rowLength)
                .copyMemory(
                    from: UnsafeRawBufferPointer(
                        rebasing: band[(waitingRows.lowerBound * rowLength)...].prefix(rowLength)))
            waitingRows = waitingRows.dropFirst()
        }
    }

    /// Columns cannot be divided if tiles are decoded as a whole and are as wide as the image.
    package var division: PixelDivision? {
        guard usesTiles else { return PixelDivision(columnStep: Self.stripColumns) }
        return PixelDivision(columnStep: tileSize.width < size.width ? tileSize.width : nil)
    }

    package func limited(to columns: Range<Int>) -> any RowReader {
        JPEG2000RowReader(self, columns: columns)
    }

    /// Skips rows. Rows of tiles, or strips, that lie entirely above the next row are not decoded.
    package func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        let waiting = min(count, waitingRows.count)
        waitingRows = waitingRows.dropFirst(waiting)
        let row = rowsDecoded + count - waiting
        guard count > waiting, row < size.height else { return }
        while usesTiles, endOfTiles <= row {
            rowsDecoded = max(rowsDecoded, endOfTiles)
            tileRow += 1
        }
        while !usesTiles, endOfStrip <= row { rowsDecoded = endOfStrip }
        let skipped = row - rowsDecoded
        guard skipped > 0 else { return }
        try decodeBand()
        waitingRows = waitingRows.dropFirst(skipped)
    }

    private func decodeBand() throws(ZigguratError) {
        // Tiles may have no rows at a low resolution.
        while usesTiles, endOfTiles <= rowsDecoded { tileRow += 1 }
        let rows = rowsDecoded..<(usesTiles ? endOfTiles : endOfStrip)
        let byteCount = rows.count * rowLength
        if band.count < byteCount {
            band.deallocate()
            band = .allocate(byteCount: byteCount, alignment: 64)
        }
        if fillsMissing { _ = band.initializeMemory(as: UInt8.self, repeating: 0) }
        do throws(DecoderMessages) {
            try codestream.exclusively { () throws(DecoderMessages) in
                defer { codestream.releaseParts() }
                try usesTiles ? decodeTiles(rows) : decodeStrip(rows)
            }
        } catch {
            // Missing rows stay black.
            guard fillsMissing else {
                throw JPEG2000Decoder().failure(path, row: rowsDecoded, of: size.height, error)
            }
        }
        waitingRows = 0..<rows.count
        rowsDecoded = rows.upperBound
    }
}

// Columns and rows count pixels from the origin of the grid, or from the image if they begin at 0.
extension JPEG2000RowReader {
    private var frame: zig_jp2_frame { codestream.frame }

    /// The size of a tile in pixels.
    private var tileSize: PixelSize {
        PixelSize(
            width: codestream.samples(Int(frame.tile_width), step: channels.stepX),
            height: codestream.samples(Int(frame.tile_height), step: channels.stepY))
    }

    private var usesTiles: Bool {
        codestream.needsWholeTiles
            || Int(frame.tiles_across) * Int(frame.tiles_down) > 1
                && tileSize.height <= Self.stripHeights.upperBound
    }

    private var stripHeight: Int {
        let rowSize = size.width * codestream.components.count * MemoryLayout<Int32>.stride
        let height = Self.stripSize / rowSize / 64 * 64
        return min(max(height, Self.stripHeights.lowerBound), Self.stripHeights.upperBound)
    }

    /// The row of the image at which the next strip ends. On the grid, strips end at multiples of
    /// their height, and so between samples of each component.
    private var endOfStrip: Int {
        min(size.height, ((top + rowsDecoded) / stripHeight + 1) * stripHeight - top)
    }

    /// The row of the image at which the current row of tiles ends.
    private var endOfTiles: Int {
        let end = Int(frame.tile_top) + (tileRow + 1) * Int(frame.tile_height)
        return codestream.samples(min(end, Int(frame.bottom)), step: channels.stepY) - top
    }
}
