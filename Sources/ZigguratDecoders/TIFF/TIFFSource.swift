internal import CPixels
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A tiled or striped TIFF image with up to 16 bits per sample in grey, RGB or CMYK, or a region of
/// the image. Each thread has its own libtiff handle, and decodes and converts blocks; libvips
/// decodes one block at a time.
final class TIFFSource: BlockSource {
    package let size: PixelSize
    package let chunks: BlockChunks
    package let image: TIFFBlocks
    /// The transparency mask, divided into blocks like the image; `nil` without a mask.
    let mask: TIFFBlocks?
    let conversion: RowConversion
    /// The part of the image that is read.
    package let region: PixelRegion
    /// Whether missing blocks become black instead of an error.
    let fillsMissing: Bool

    /// The minimum height of a chunk. Lower strips are joined to chunks.
    private static let minimumChunkHeight = 64
    private static let blocksPerPart = 4

    /// - Parameters:
    ///   - region: a region within the image; `nil` for the whole image.
    ///   - readsLarge: whether blocks may be large. One thread reads large blocks.
    /// - Returns: `nil` if libvips has to read the image, or the image and its mask have different
    ///   blocks.
    init?(
        _ file: SourceFile, _ place: TIFFPlace = TIFFPlace(),
        target: ReadingTarget = ReadingTarget(),
        region: PixelRegion? = nil, fillsMissing: Bool = false, readsLarge: Bool = false
    ) throws(ZigguratError) {
        guard let image = try TIFFBlocks(file, offset: place.offset),
            image.areSmall || readsLarge
        else { return nil }
        var pixels = image.unpacking.pixels
        if let mask = TIFFMask(file, place, image.size, hasAlpha: pixels.hasAlpha) {
            guard let blocks = try mask.blocks(), blocks.matches(image) else { return nil }
            self.mask = blocks
            pixels.hasAlpha = true
        } else {
            mask = nil
        }
        guard let conversion = try RowConversion(pixels, profile: image.profile, target)
        else { return nil }
        self.conversion = conversion
        self.image = image
        self.fillsMissing = fillsMissing
        let region = region ?? PixelRegion(whole: image.size)
        self.region = region
        size = region.size
        chunks = Self.chunks(of: region, image.blockSize)
    }

    private init(_ whole: TIFFSource, _ region: PixelRegion) {
        (image, mask, conversion) = (whole.image, whole.mask, whole.conversion)
        fillsMissing = whole.fillsMissing
        (self.region, size) = (region, region.size)
        chunks = Self.chunks(of: region, whole.blockSize)
    }

    var blockSize: PixelSize { image.blockSize }

    var division: PixelDivision? {
        PixelDivision(columnStep: image.isTiled ? blockSize.width : nil)
    }

    func limited(to columns: Range<Int>) -> any BlockSource {
        let region = PixelRegion(
            x: region.x + columns.lowerBound, y: region.y, width: columns.count,
            height: region.height)
        return TIFFSource(self, region)
    }

    /// Returns a source for a region of this source.
    func limited(to part: PixelRegion) -> TIFFSource { TIFFSource(self, placed(part)) }

    /// Whether the file contains no block of a part of the region.
    package func isEmpty(_ part: PixelRegion) -> Bool {
        image.isEmpty(placed(part)) && mask?.isEmpty(placed(part)) ?? true
    }

    /// Converts a part of the region to coordinates of the image.
    private func placed(_ part: PixelRegion) -> PixelRegion {
        PixelRegion(
            x: region.x + part.x, y: region.y + part.y, width: part.width, height: part.height)
    }

    private static func chunks(of region: PixelRegion, _ blockSize: PixelSize) -> BlockChunks {
        let columnCount = (region.maxX - 1) / blockSize.width - region.x / blockSize.width + 1
        return BlockChunks(
            height: chunkHeight(blockSize.height), parts: parts(columnCount),
            skippedRows: region.y % blockSize.height)
    }

    /// The number of parts of a chunk with `columnCount` columns of blocks.
    package static func parts(_ columnCount: Int) -> Int {
        columnCount.dividedRoundingUp(by: blocksPerPart)
    }

    /// The height of a chunk in rows.
    package static func chunkHeight(_ blockHeight: Int) -> Int {
        minimumChunkHeight.dividedRoundingUp(by: blockHeight) * blockHeight
    }

    package var bands: Int { conversion.outputBands }
    package var sampleBytes: Int { conversion.outputSampleBytes }

    /// The bytes of a row of a block, including the alpha from a mask.
    var joinedBytes: Int { blockSize.width * conversion.pixels.bytesPerPixel }

    /// The columns of blocks that a part consists of.
    func columns(ofPart part: Int) -> Range<Int> {
        let first = region.x / blockSize.width + part * Self.blocksPerPart
        return first..<min(first + Self.blocksPerPart, (region.maxX - 1) / blockSize.width + 1)
    }

    func makeReader() throws(ZigguratError) -> any BlockReader {
        try TIFFBlockReader(self)
    }
}

/// Decodes blocks of a TIFF image and of its transparency mask, and converts the blocks to rows.
final class TIFFBlockReader: BlockReader {
    private let source: TIFFSource
    private let image: TIFFBlockDecoder
    private let mask: TIFFBlockDecoder?
    /// A buffer for a row of a block, joined with the alpha from the mask.
    private let joined: UnsafeMutablePointer<UInt8>?

    init(_ source: TIFFSource) throws(ZigguratError) {
        self.source = source
        image = try TIFFBlockDecoder(source.image, fillsMissing: source.fillsMissing)
        guard let blocks = source.mask else {
            (mask, joined) = (nil, nil)
            return
        }
        mask = try TIFFBlockDecoder(blocks, fillsMissing: source.fillsMissing)
        joined = .allocate(capacity: source.joinedBytes)
    }

    deinit { joined?.deallocate() }

    package func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        // The rows in coordinates of the image. The region may begin within a block.
        let offset = source.region.y
        let end = rows.upperBound + offset
        let height = source.blockSize.height
        var next = rows.lowerBound + offset
        while next < end {
            let top = next / height * height
            let shown = next..<min(top + height, end)
            for column in source.columns(ofPart: part) {
                let number = top / height * source.image.across + column
                try image.decode(number, rows: shown, of: source.region.maxY)
                try mask?.decode(number, rows: shown, of: source.region.maxY)
                copy(
                    column, rows: shown.lowerBound - top..<shown.upperBound - top,
                    to: UnsafeBufferPointer(
                        rebasing: addresses[
                            (next - rows.lowerBound - offset)..<addresses.count]))
            }
            next = shown.upperBound
        }
    }

    /// - Parameter rows: the rows of the block.
    private func copy(
        _ column: Int, rows: Range<Int>,
        to addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) {
        let width = source.blockSize.width
        let left = max(source.region.x, column * width)
        let right = min(source.region.maxX, (column + 1) * width)
        let columns = left - column * width..<right - column * width
        let offset = (left - source.region.x) * source.bytesPerPixel
        for (index, y) in rows.enumerated() {
            source.conversion.convert(
                pixels(columns, row: y), to: addresses[index] + offset, count: columns.count)
        }
    }

    private func pixels(_ columns: Range<Int>, row y: Int) -> UnsafePointer<UInt8> {
        let colours = image.pixels(columns, row: y)
        guard let mask, let joined else { return colours }
        let pixels = source.image.unpacking.pixels
        zig_join_mask(
            colours, mask.pixels(columns, row: y), joined, Int32(columns.count),
            Int32(pixels.bytesPerPixel), Int32(pixels.sampleBytes))
        return UnsafePointer(joined)
    }
}
