internal import ZigguratCore
internal import ZigguratSystem

/// A decoded image, or a region of it, that all threads convert.
final class DecodedSource: BlockSource {
    let size: PixelSize
    let chunks: BlockChunks
    fileprivate let image: any DecodedImage
    fileprivate let conversion: RowConversion
    /// The first column and row.
    fileprivate let left: Int
    fileprivate let top: Int

    fileprivate static let partWidth = 1024
    private static let chunkHeight = 64

    /// - Parameter region: within the image; `nil` is the whole image.
    init(_ image: any DecodedImage, _ conversion: RowConversion, region: PixelRegion?) {
        self.image = image
        self.conversion = conversion
        size = region?.size ?? image.size
        left = region?.x ?? 0
        top = region?.y ?? 0
        chunks = BlockChunks(
            height: Self.chunkHeight, parts: size.width.dividedRoundingUp(by: Self.partWidth))
    }

    var bands: Int { conversion.outputBands }
    var sampleBytes: Int { conversion.outputSampleBytes }

    func makeReader() -> any BlockReader { DecodedBlockReader(self) }
}

private final class DecodedBlockReader: BlockReader {
    private let source: DecodedSource
    private let stored: UnsafeMutablePointer<UInt8>

    init(_ source: DecodedSource) {
        self.source = source
        stored = .allocate(capacity: DecodedSource.partWidth * source.image.pixels.bytesPerPixel)
    }

    deinit {
        stored.deallocate()
    }

    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        let first = part * DecodedSource.partWidth
        let count = min(DecodedSource.partWidth, source.size.width - first)
        let columns = source.left + first..<source.left + first + count
        for (index, row) in rows.enumerated() {
            let output = addresses[index] + first * source.bytesPerPixel
            let isConverted = !source.conversion.isEmpty
            source.image.copy(
                row: source.top + row, columns: columns, to: isConverted ? stored : output)
            if isConverted { source.conversion.convert(stored, to: output, count: count) }
        }
    }
}
