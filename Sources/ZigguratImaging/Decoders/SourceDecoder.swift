internal import ZigguratCore
internal import ZigguratSystem

/// A file format of sources.
///
/// A decoder says what is special about its format, and may read header and pixels itself.
/// Everything that it leaves to libvips is read through ``VipsSource``. To add a decoder, write one
/// file in this folder and add one line to ``Decoders/all``.
protocol SourceDecoder: Sendable {
    /// The format's name in headers and manifests, which is also the name of libvips' loader.
    var format: String { get }
    /// The file name extensions of the format, in lower case.
    var extensions: [String] { get }

    /// Whether a file begins like this format.
    ///
    /// - Parameter head: the file's first 18 bytes, or all of a smaller file.
    func recognises(_ head: [UInt8]) -> Bool

    /// Whether a file is of this format, if its beginning does not tell and libvips does not know it.
    func recognises(_ file: SourceFile) -> Bool

    /// Reads the header without libvips.
    ///
    /// - Returns: `nil` if libvips has to read it.
    func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource?

    /// Starts to read the pixels without libvips.
    ///
    /// - Parameters:
    ///   - plan: keeps the size. The reading does not turn the image. Only a reading in blocks is one
    ///     of the region, if there is one.
    ///   - isWanted: asked now and then; an answer of `false` cancels.
    /// - Returns: `nil` if libvips has to read them.
    func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading?

    /// What libvips' loader gets wrong about an image.
    func loaderFault(_ path: String, _ settings: DecoderSettings) -> LoaderFault?

    /// Why libvips' loader cannot open a file, if the loader does not say it.
    func openingCause(_ path: String) -> ZigguratError.Cause?

    /// The colours that numbers in the file state, in place of an embedded profile that libvips finds.
    ///
    /// - Returns: `nil` if they are those of the embedded profile.
    func statedColour(_ path: String) -> CodedColour?

    /// The size that the file states for a whole of which its pixels are a part, or which is a part of
    /// them; `nil` if its pixels are the whole.
    func wholeSize(_ path: String) -> PixelSize?

    /// Whether an image states colours by numbers that are not converted, unless it has a profile.
    func ignoresColour(_ path: String, _ settings: DecoderSettings) -> Bool

    /// The numbers of the images that are pages, as libvips' loader counts them, from 0.
    ///
    /// - Returns: `nil` if all are pages.
    func pages(_ path: String) -> [Int]?

    /// Throws if the image that the file has first is not the one that a person expects, and no page is
    /// asked for.
    func checkFirstImage(_ path: String) throws(ZigguratError)

    /// The value by which an image marks pixels without one; `nil` if the file does not say it.
    ///
    /// - Parameter page: from 0.
    func missingValue(_ path: String, page: Int) -> Double?

    /// An image for libvips of a file that libvips does not decode itself.
    ///
    /// - Returns: `nil` if libvips has to decode it.
    func image(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> VipsImage?

    /// The transparency of an image that the file has apart: rows of one sample, 0 where the image is
    /// transparent.
    ///
    /// - Parameter image: without that transparency.
    /// - Returns: `nil` without one.
    func mask(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> (any RowReader)?

    /// The smaller levels of an image that the file has, from the largest.
    ///
    /// - Parameter image: at full resolution, opened with these settings.
    func levels(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings
    ) -> [StoredLevel]

    /// Whether a file may have smaller levels, as far as that is known without libvips.
    func mayHaveLevels(_ path: String) -> Bool

    /// The unit of the coordinates of a page that is drawn, in 1/72 inch.
    ///
    /// - Parameter page: from 0.
    func unit(_ path: String, page: Int) -> Double

    /// The labels of the pages and the table of contents; `nil` if the format has none.
    func contents(_ path: String) -> DocumentContents?

    /// The attributes of a file and of all others that it consists of: their bytes, and the last change.
    ///
    /// - Returns: `nil` if one of them is missing.
    func attributes(_ file: SourceFile) -> FileAttributes?

    /// Whether the file lacks its end. `false` if the format does not say where files end.
    func isTruncated(_ file: SourceFile) -> Bool

    /// The rows of an image that libvips has opened: the format's own decoder knows which of its
    /// library's messages mean damage, and at which row.
    ///
    /// - Returns: `nil` if libvips has to read them.
    func rows(_ path: String, _ settings: DecoderSettings) throws(ZigguratError) -> StoredRows?

    /// How many bytes libvips' loader, and the library below it, hold of an image that they cannot
    /// decode row by row; `nil` if they can.
    func heldBytes(of image: StoredImage) -> Int?

    /// Whether readers of the file can begin at any row: the rows above it are not decoded.
    func beginsAtAnyRow(_ path: String) -> Bool

    /// How the decoder reads regions of an image in a process of its own.
    func regionAccess(_ path: String, _ header: SourceHeader) -> RegionAccess

    /// What ``read(_:_:_:isWanted:)`` takes besides rows; `nil` if libvips has to read the pixels.
    ///
    /// - Parameter page: from 0.
    func directMemory(_ path: String, page: Int) -> DirectMemory?

    /// How libvips' loader has to be used.
    var traits: LoaderTraits { get }
}

/// A header, and how the pixels are read.
typealias OpenedSource = (header: SourceHeader, plan: DecodePlan)

/// Rows as a file stores them, from the top, and what their samples mean.
typealias StoredRows = (reader: any RowReader, pixels: StoredPixels)

/// A smaller level of an image.
struct StoredLevel {
    /// With which it is opened.
    let settings: DecoderSettings
    let size: PixelSize
}

/// How a decoder reads a region of an image in a process of its own.
enum RegionAccess {
    /// It cannot: the pixels of a region would differ from those of the whole image.
    case none
    /// It decodes whole rows.
    case rows
    /// It decodes few other pixels if the region begins and ends at multiples of this size.
    case cells(PixelSize)
}

/// What a loader has to know of an image to say how much of it is held in memory.
struct StoredImage {
    let size: PixelSize
    let bands: Int
    let bytesPerSample: Int
    let isInterlaced: Bool
    let file: SourceFile
    /// Whether the compression is lossless, for decoders whose memory depends on it; `nil` if
    /// unknown.
    var isLossless: Bool?
    /// Whether a decoder that reads pixels itself does so for this request.
    var isReadDirectly = true
    /// The level that is read, where 0 is full resolution.
    var level = 0

    var pixelCount: Int { size.pixelCount }
    /// The decoded image.
    var byteCount: Int { pixelCount * bands * bytesPerSample }

    /// What a drawing takes: libvips renders large RGBA squares and holds two rows of them, and the
    /// renderer a tenth of that; as measured.
    func drawnBytes(squareSide: Int) -> Int {
        44 * size.width * Swift.min(size.height, 2 * squareSide) / 10
    }
}

/// What a decoder takes for an image that it reads itself, besides rows.
struct DirectMemory {
    /// Rows of the chunks that threads decode at once; `nil` if one thread reads rows.
    var chunkHeight: Int?
    /// The bytes that each thread holds that decodes.
    var threadBytes = 0
    /// The most threads that decode.
    var mostThreads = Int.max
}

/// What a loader of libvips gets wrong.
enum LoaderFault {
    /// Only the first bands are colours, and only one of the others is alpha, or none.
    case surplusBands(colours: Int, alpha: Int?)
    /// Red, green and blue are CIELAB in the encoding of ICC.
    case encodedLab
    /// Grey of signed samples, the least of which is white.
    case whiteIsZero
    /// The pixels are wrong.
    case unsupported(SourceFailure)
}

/// In what a loader of libvips differs from the others.
struct LoaderTraits {
    /// Whether it runs in a process of its own, if there is one: a hostile file may crash it.
    var isIsolated = true
    /// Whether it reads through libvips in all cases.
    var needsVips = true
    /// Whether it reads every file of its format, so that libvips has no part in opening one.
    var readsAll = false
    /// Whether its images consist of other images. These cannot be of a composite format.
    var isComposite = false
    /// Whether its files refer to others. Such a file has one of the extensions of the format.
    var hasFurtherFiles = false
    /// The memory that its library reserves and does not use, in bytes for each pixel.
    var reservedBytesPerPixel = 0
    /// Whether it reads images. Tables of numbers are files that libvips reads as well.
    var readsImages = true
    /// Whether the alpha that it delivers is part of the image.
    var hasAlpha = true
    /// The alpha of opaque pixels, if it delivers floating-point colours that are multiplied by alpha.
    var premultipliedOpacity: Double?
    /// Whether each warning about pixels that the loader gives means that some are missing or invented.
    var warningsAreDamage = false
    /// Whether it reads any page without libvips.
    var readsPages = false
    /// Whether the resolution that a file states was measured.
    var statesScanResolution = false
    /// Dots an inch at which it draws by default; `nil` if it does not draw.
    var defaultDensity: Double?
    /// Whether its images have a size on paper, and so a scale.
    var hasPaperSize = false
    /// Whether it reads whole slides.
    var readsSlides = false
    /// Whether readers of all its files can begin at any row.
    var beginsAtAnyRow = false
    /// The processor time to decode a megapixel, in seconds; see `Benchmarks/shards costs`.
    var secondsPerMegapixel = 0.016
}

extension SourceDecoder {
    var extensions: [String] { [format] }
    var traits: LoaderTraits { LoaderTraits() }

    func recognises(_ head: [UInt8]) -> Bool { false }

    func recognises(_ file: SourceFile) -> Bool { false }

    func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? { nil }

    func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? { nil }

    func beginsAtAnyRow(_ path: String) -> Bool { traits.beginsAtAnyRow }

    func regionAccess(_ path: String, _ header: SourceHeader) -> RegionAccess { .rows }

    func loaderFault(_ path: String, _ settings: DecoderSettings) -> LoaderFault? { nil }

    func openingCause(_ path: String) -> ZigguratError.Cause? { nil }

    func statedColour(_ path: String) -> CodedColour? { nil }

    func wholeSize(_ path: String) -> PixelSize? { nil }

    func checkFirstImage(_ path: String) throws(ZigguratError) {}

    func missingValue(_ path: String, page: Int) -> Double? { nil }

    func image(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> VipsImage? { nil }

    func levels(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings
    ) -> [StoredLevel] { [] }

    func pages(_ path: String) -> [Int]? { nil }

    func ignoresColour(_ path: String, _ settings: DecoderSettings) -> Bool { false }

    func mask(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> (any RowReader)? { nil }

    func mayHaveLevels(_ path: String) -> Bool { true }

    func unit(_ path: String, page: Int) -> Double { 1 }

    func contents(_ path: String) -> DocumentContents? { nil }

    func attributes(_ file: SourceFile) -> FileAttributes? {
        FileSystem.attributes(of: file.path)
    }

    func isTruncated(_ file: SourceFile) -> Bool { false }

    func rows(_ path: String, _ settings: DecoderSettings) throws(ZigguratError) -> StoredRows? {
        nil
    }

    func heldBytes(of image: StoredImage) -> Int? { nil }

    func directMemory(_ path: String, page: Int) -> DirectMemory? { DirectMemory() }
}
