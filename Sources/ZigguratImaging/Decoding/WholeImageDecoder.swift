package import ZigguratCore
package import ZigguratSystem

/// The decoder of a format whose library decodes images as a whole. If libvips has to change an
/// image, libvips gets the decoded rows.
package protocol WholeImageDecoder: SourceDecoder {
    /// Whether libvips trusts its loader of the format for files from strangers.
    var isTrusted: Bool { get }

    /// Opens an image of a file.
    ///
    /// - Parameter page: the index of the image, from 0; `nil` for the primary image.
    /// - Returns: `nil` if libvips has to read the file.
    func image(of file: SourceFile, page: Int?) throws(ZigguratError) -> (any DecodedImage)?

    /// Whether the end of a file is missing.
    func isTruncated(_ file: SourceFile) -> Bool

    /// The bytes that the library holds for an image.
    func heldBytes(of image: MemoryQuestion) -> Int?
}

extension WholeImageDecoder {
    package func open(_ file: SourceFile) -> any OpenedImage { WholeImage(file, self) }
}

/// An open file whose library decodes images as a whole.
private final class WholeImage: OpenedImage {
    let file: SourceFile
    private let decoder: any WholeImageDecoder

    init(_ file: SourceFile, _ decoder: any WholeImageDecoder) {
        (self.file, self.decoder) = (file, decoder)
    }

    /// Opens an image, and checks that its size is readable.
    private func checkedImage(page: Int?) throws(ZigguratError) -> (any DecodedImage)? {
        guard let image = try decoder.image(of: file, page: page) else { return nil }
        do throws(ZigguratError) {
            try image.size.checkReadable()
        } catch {
            throw error.about(file.path)
        }
        return image
    }

    /// - Returns: `nil` if the file is damaged or contains several images.
    func header(_ request: SourceRequest, _ trust: SourceRequest.Trust) -> OpenedSource? {
        guard decoder.isTrusted || trust.readsUntrusted, StoredHeader.supports(request, trust),
            let image = try? checkedImage(page: nil), image.pages == 1
        else { return nil }
        let (pixels, embedded) = (image.pixels, image.embedded)
        let held = MemoryQuestion(
            size: image.size, bands: pixels.bands, bytesPerSample: pixels.sampleBytes,
            isInterlaced: false, file: file, isLossless: image.isLossless)
        return StoredHeader(
            format: decoder.format, size: image.size, pixels: pixels, statedBits: image.bits,
            profile: embedded.profile, hasHighRange: embedded.hasHighRange,
            ignoresColour: embedded.ignoresColour,
            metadata: embedded.metadata, leftOutBytes: embedded.leftOutBytes,
            heldBytes: heldBytes(of: held)
        ).opened(request, trust)
    }

    func ignoresColour(_ settings: DecodePlan.Settings) -> Bool {
        guard let image = try? decoder.image(of: file, page: settings.page) else { return false }
        return image.embedded.ignoresColour
    }

    func read(
        _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let image = try checkedImage(page: plan.settings.page),
            let conversion = try RowConversion(
                image.pixels, profile: image.embedded.profile, target)
        else { return nil }
        try image.decode(isWanted: isWanted)
        return .blocks(DecodedSource(image, conversion, region: plan.storedRegion))
    }

    func image(_ settings: DecodePlan.Settings) throws(ZigguratError) -> VipsImage? {
        guard let decoded = try checkedImage(page: settings.page) else { return nil }
        let image = try VipsImage.rows(of: DecodedRowReader(decoded), decoded.pixels)
        image.describe(
            decoder.format, pages: decoded.pages, statedBits: decoded.bits, decoded.embedded)
        return image
    }

    var isTruncated: Bool { decoder.isTruncated(file) }

    func heldBytes(of image: MemoryQuestion) -> Int? { decoder.heldBytes(of: image) }
}

/// A decoded image, or a region of an image, whose rows any thread can convert.
final class DecodedSource: BlockSource {
    package let size: PixelSize
    package let chunks: BlockChunks
    fileprivate let image: any DecodedImage
    fileprivate let conversion: RowConversion
    /// The column and the row of the image at which the region begins.
    fileprivate let left: Int
    fileprivate let top: Int

    fileprivate static let partWidth = 1024
    private static let chunkHeight = 64

    /// - Parameter region: a region within the image; `nil` for the whole image.
    init(_ image: any DecodedImage, _ conversion: RowConversion, region: PixelRegion?) {
        self.image = image
        self.conversion = conversion
        size = region?.size ?? image.size
        left = region?.x ?? 0
        top = region?.y ?? 0
        chunks = BlockChunks(
            height: Self.chunkHeight, parts: size.width.dividedRoundingUp(by: Self.partWidth))
    }

    package var bands: Int { conversion.outputBands }
    package var sampleBytes: Int { conversion.outputSampleBytes }

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

    package func read(
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

/// An image that a library decodes as a whole, in memory as the library returns it.
package protocol DecodedImage: AnyObject, Sendable {
    var size: PixelSize { get }
    var pixels: StoredPixels { get }
    /// Bits per sample, as the file states them.
    var bits: Int { get }
    /// The number of images in the file.
    var pages: Int { get }
    var embedded: EmbeddedData { get }
    /// Whether the compression is lossless; `nil` if the library does not state it.
    var isLossless: Bool? { get }

    /// Decodes the image.
    ///
    /// - Parameter isWanted: called from time to time, if the library allows it; the answer `false`
    ///   cancels.
    func decode(isWanted: () -> Bool) throws(ZigguratError)

    /// Copies pixels of a row of the decoded image, on any thread.
    ///
    /// - Parameter output: a buffer for as many pixels as there are columns.
    func copy(row: Int, columns: Range<Int>, to output: UnsafeMutablePointer<UInt8>)
}

extension DecodedImage {
    package var isLossless: Bool? { nil }
}

/// Reads the rows of an image that is decoded as a whole before its first row is returned.
final class DecodedRowReader: RowReader {
    package let size: PixelSize
    private let pixels: StoredPixels
    private let image: any DecodedImage
    private var isDecoded = false
    private var rowsRead = 0

    init(_ image: any DecodedImage) {
        self.image = image
        size = image.size
        pixels = image.pixels
    }

    package var bands: Int { pixels.bands }
    package var sampleBytes: Int { pixels.sampleBytes }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        if !isDecoded { try image.decode { true } }
        isDecoded = true
        for row in rows {
            image.copy(row: rowsRead, columns: 0..<size.width, to: row)
            rowsRead += 1
        }
    }
}
