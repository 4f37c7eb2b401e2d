internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// A TIFF of 8 or 16 bits a sample, grey, RGB or CMYK, in tiles or strips. Each thread decodes them
/// with its own libtiff handle, and converts them; libvips decodes one at a time.
final class TIFFSource: BlockSource {
    let size: PixelSize
    let chunks: BlockChunks
    fileprivate let conversion: RowConversion
    fileprivate let path: String
    fileprivate let blockSize: PixelSize
    fileprivate let isTiled: Bool
    /// Whether missing blocks are black instead of an error.
    fileprivate let fillsMissing: Bool

    /// Libvips reads taller blocks: row buffers would have to hold two of them.
    private static let maximumBlockHeight = 512
    /// Strips of fewer rows are joined to chunks of at least so many.
    private static let minimumChunkHeight = 64
    private static let blocksPerPart = 4

    /// - Parameter ofSlide: whether blocks have to be RGB of 8 bits, and none of them missing.
    /// - Returns: `nil` if the file is a TIFF of a kind that libvips has to read.
    init?(
        path: String, _ target: ReadingTarget = ReadingTarget(), fillsMissing: Bool = false,
        ofSlide: Bool = false
    ) throws(ZigguratError) {
        let file = try TIFFHandle(path: path)
        guard let image = file.describe(), image.block_height <= Self.maximumBlockHeight,
            let colours = StoredPixels.Colours(rawValue: Int(image.colours)),
            let conversion = try RowConversion(
                StoredPixels(
                    colours: colours, hasAlpha: image.has_alpha != 0,
                    sampleBytes: Int(image.sample_bytes)),
                profile: image.profile.map {
                    Array(UnsafeBufferPointer(start: $0, count: Int(image.profile_length)))
                }, target),
            !ofSlide || conversion.pixels == StoredPixels(colours: .rgb) && file.isComplete
        else { return nil }
        self.conversion = conversion
        self.path = path
        size = PixelSize(width: Int(image.width), height: Int(image.height))
        blockSize = PixelSize(width: Int(image.block_width), height: Int(image.block_height))
        isTiled = image.is_tiled != 0
        self.fillsMissing = fillsMissing
        let across = (size.width + blockSize.width - 1) / blockSize.width
        let down = (Self.minimumChunkHeight + blockSize.height - 1) / blockSize.height
        chunks = BlockChunks(
            height: down * blockSize.height,
            parts: (across + Self.blocksPerPart - 1) / Self.blocksPerPart)
    }

    var bands: Int { conversion.outputBands }

    fileprivate var blocksAcross: Int { (size.width + blockSize.width - 1) / blockSize.width }

    /// The columns of blocks that belong to a part.
    fileprivate func columns(ofPart part: Int) -> Range<Int> {
        part * Self.blocksPerPart..<min((part + 1) * Self.blocksPerPart, blocksAcross)
    }

    func makeReader() throws(ZigguratError) -> any BlockReader {
        try TIFFBlockReader(self)
    }
}

/// Decodes blocks with its own handle, and copies them into rows.
private final class TIFFBlockReader: BlockReader {
    private let source: TIFFSource
    private let file: TIFFHandle
    private let block: UnsafeMutableRawBufferPointer

    init(_ source: TIFFSource) throws(ZigguratError) {
        self.source = source
        file = try TIFFHandle(path: source.path)
        // Also sets up this handle's conversion of JPEG blocks to RGB.
        guard file.describe() != nil else {
            throw ZigguratError(SourceFailure.changed, source.path)
        }
        let size = source.blockSize
        block = .allocate(
            byteCount: size.pixelCount * source.conversion.pixels.bytesPerPixel, alignment: 64)
    }

    deinit {
        block.deallocate()
    }

    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        let height = source.blockSize.height
        for top in stride(from: rows.lowerBound, to: rows.upperBound, by: height) {
            let shown = top..<min(top + height, rows.upperBound)
            for column in source.columns(ofPart: part) {
                try decode(top / height * source.blocksAcross + column, rows: shown)
                copy(
                    column, rows: shown,
                    to: UnsafeBufferPointer(
                        rebasing: addresses[(top - rows.lowerBound)..<addresses.count]))
            }
        }
    }

    private func decode(_ number: Int, rows: Range<Int>) throws(ZigguratError) {
        let needed =
            rows.count * source.blockSize.width * source.conversion.pixels.bytesPerPixel
        let count = zig_tiff_read(
            file.pointer, source.isTiled ? 1 : 0, UInt32(number), block.baseAddress, block.count)
        guard count >= needed else {
            if source.fillsMissing {
                _ = block.initializeMemory(as: UInt8.self, repeating: 0)
                return
            }
            throw Decoders.failure(
                source.path, row: rows.lowerBound, of: source.size.height,
                DecoderMessages(lines: count < 0 ? [file.lastMessage] : []))
        }
    }

    private func copy(
        _ column: Int, rows: Range<Int>,
        to addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) {
        let conversion = source.conversion
        let width = source.blockSize.width
        let left = column * width
        let count = min(width, source.size.width - left)
        // A block has at least one pixel, so that there is an address.
        let bytes = block.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        for y in 0..<rows.count {
            conversion.convert(
                bytes + y * width * conversion.pixels.bytesPerPixel,
                to: addresses[y] + left * source.bands, count: count)
        }
    }
}
