package import ZigguratCore
package import ZigguratSystem

/// An image file that a decoder has opened, and what the decoder knows about the file.
///
/// A decoder may read header and pixels itself. `VipsSource` reads everything that a decoder leaves
/// to libvips. The file is open as long as the image exists. Several threads may use an image.
package protocol OpenedImage: AnyObject, Sendable {
    var file: SourceFile { get }

    // MARK: Header and pixels without libvips

    /// Reads the header without libvips.
    ///
    /// - Returns: `nil` if libvips has to read the header.
    func header(_ request: SourceRequest, _ trust: SourceRequest.Trust) -> OpenedSource?

    /// The memory that ``read(_:_:isWanted:)`` takes besides rows; `nil` if libvips has to read the
    /// pixels.
    ///
    /// - Parameter page: the index of the page, from 0.
    func memory(page: Int) -> DirectMemory?

    /// Starts to read the pixels without libvips.
    ///
    /// - Parameters:
    ///   - plan: a plan that keeps the size. The reading ignores the orientation of the plan. Only
    ///     a reading in blocks is limited to the region of the plan.
    ///   - isWanted: called from time to time; the answer `false` cancels.
    /// - Returns: `nil` if libvips has to read the pixels.
    func read(
        _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading?

    /// Starts to read the samples without conversion, so that the range of their values can be
    /// found.
    ///
    /// - Parameter plan: a plan that keeps the size. Only a reading in blocks is limited to the
    ///   region of the plan.
    /// - Returns: `nil` if libvips has to find the range.
    func samples(_ plan: DecodePlan) throws(ZigguratError) -> StoredSamples?

    /// Whether readers of the file can begin at any row without decoding the rows above.
    var beginsAtAnyRow: Bool { get }

    /// How the decoder reads regions of the image in a separate process.
    func regionAccess(_ header: SourceHeader) -> RegionAccess

    // MARK: Pages and levels

    /// The indices of the images that are pages, from 0, in the order of libvips' loader; `nil` if
    /// all images are pages.
    var pages: [Int]? { get }

    /// Checks a file if the request selects no page, or a page that the file does not have.
    ///
    /// - Throws: an error if pages are missing and damaged files are not allowed, or if the first
    ///   image is only a reduced copy.
    func checkPages(allowsDamaged: Bool) throws(ZigguratError)

    /// Whether the file may have smaller levels, as far as the decoder knows without libvips.
    var mayHaveLevels: Bool { get }

    /// The smaller levels of an image that the file contains, from the largest.
    ///
    /// - Parameters:
    ///   - image: the image at full resolution, opened with `settings`.
    ///   - open: opens another image of the file through libvips.
    func levels(
        of image: VipsImage, _ settings: DecodePlan.Settings,
        open: (DecodePlan.Settings) throws(ZigguratError) -> VipsImage
    ) -> [StoredLevel]

    // MARK: Metadata

    /// The sample value that marks missing pixels; `nil` if the file does not state it.
    ///
    /// - Parameter page: the index of the page, from 0.
    func missingValue(page: Int) -> Double?

    /// The colour space that numbers in the file state. This colour space replaces an embedded
    /// profile that libvips finds; `nil` if the embedded profile applies.
    var statedColour: CodedColour? { get }

    /// The orientation, as an Exif number, that the file states and libvips does not report; `nil`
    /// otherwise.
    var statedOrientation: Int? { get }

    /// Whether an image states its colours by numbers that are not converted. An embedded profile
    /// takes precedence over the numbers.
    func ignoresColour(_ settings: DecodePlan.Settings) -> Bool

    /// The size of the whole image, if the pixels in the file are a part of it or extend beyond it;
    /// `nil` if the pixels are the whole image.
    var wholeSize: PixelSize? { get }

    /// The unit of the coordinates of a page that is drawn, in 1/72 inch.
    ///
    /// - Parameter page: the index of the page, from 0.
    func unit(page: Int) -> Double

    /// The labels of the pages and the table of contents; `nil` if the format has neither.
    var contents: DocumentContents? { get }

    /// The combined attributes of the file and of all files that it refers to: the total of their
    /// bytes, and the latest change; `nil` if a file is missing.
    var attributes: FileAttributes? { get }

    /// Whether the end of the file is missing; `false` if the format does not state where files
    /// end.
    var isTruncated: Bool { get }

    /// Whether the decoder delivers pixels of a file whose end is missing, at an unknown row, if
    /// damaged files are allowed.
    var canBeFilled: Bool { get }

    // MARK: Help for libvips

    /// The properties of images from libvips' loader.
    var loader: LoaderTraits { get }

    /// The error of libvips' loader in reading an image; `nil` if the loader reads the image
    /// correctly.
    func loaderFault(_ settings: DecodePlan.Settings) -> LoaderError?

    /// The cause why libvips' loader cannot open the file, if the loader does not report a cause.
    var openingCause: ZigguratError.Cause? { get }

    /// The image for libvips, if this decoder decodes it in place of libvips.
    ///
    /// - Returns: `nil` if libvips has to decode the file.
    func image(_ settings: DecodePlan.Settings) throws(ZigguratError) -> VipsImage?

    /// The rows of an image that libvips has opened, read by this decoder. This decoder knows which
    /// messages of the format's library mean damage, and at which row.
    ///
    /// - Returns: `nil` if libvips has to read the rows.
    func rows(_ settings: DecodePlan.Settings) throws(ZigguratError) -> StoredRows?

    /// The transparency mask that the file stores apart from an image: rows of one sample per
    /// pixel, 0 where the image is transparent.
    ///
    /// - Parameter image: the image without the mask.
    /// - Returns: `nil` if the file has no mask for the image.
    func mask(
        of image: VipsImage, _ settings: DecodePlan.Settings
    ) throws(ZigguratError) -> (any RowReader)?

    /// The bytes that libvips' loader, and the library below it, hold for an image that they cannot
    /// decode row by row; `nil` if they decode row by row.
    func heldBytes(of image: MemoryQuestion) -> Int?
}

/// A header, and the plan for reading the pixels.
package typealias OpenedSource = (header: SourceHeader, plan: DecodePlan)

/// A reader of rows as the file stores them, from the top, and the description of their samples.
package typealias StoredRows = (reader: any RowReader, pixels: StoredPixels)

/// A reading of 16-bit samples or floating-point numbers without alpha and without conversion, and
/// the description of the samples.
package typealias StoredSamples = (reading: PixelReading, pixels: StoredPixels)

/// A smaller level of an image.
package struct StoredLevel {
    /// The decoder settings that select this level.
    package let settings: DecodePlan.Settings
    package let size: PixelSize

    package init(settings: DecodePlan.Settings, size: PixelSize) {
        (self.settings, self.size) = (settings, size)
    }
}

/// How a decoder reads a region of an image in a separate process.
package enum RegionAccess {
    /// The decoder cannot read regions: their pixels would differ from the pixels of the whole
    /// image.
    case none
    /// The decoder decodes whole rows.
    case rows
    /// The decoder decodes few pixels outside a region that begins and ends at multiples of this
    /// size.
    case cells(PixelSize)
}

extension OpenedImage {
    package func header(
        _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? { nil }

    package func memory(page: Int) -> DirectMemory? { DirectMemory() }

    package func read(
        _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? { nil }

    package func samples(_ plan: DecodePlan) throws(ZigguratError) -> StoredSamples? { nil }

    package var beginsAtAnyRow: Bool { false }
    package func regionAccess(_ header: SourceHeader) -> RegionAccess { .rows }

    package var pages: [Int]? { nil }
    package func checkPages(allowsDamaged: Bool) throws(ZigguratError) {}
    package var mayHaveLevels: Bool { true }

    package func levels(
        of image: VipsImage, _ settings: DecodePlan.Settings,
        open: (DecodePlan.Settings) throws(ZigguratError) -> VipsImage
    ) -> [StoredLevel] { [] }

    package func missingValue(page: Int) -> Double? { nil }
    package var statedColour: CodedColour? { nil }
    package var statedOrientation: Int? { nil }
    package func ignoresColour(_ settings: DecodePlan.Settings) -> Bool { false }
    package var wholeSize: PixelSize? { nil }
    package func unit(page: Int) -> Double { 1 }
    package var contents: DocumentContents? { nil }
    package var attributes: FileAttributes? { FileSystem.attributes(of: file.path) }
    package var isTruncated: Bool { false }
    package var canBeFilled: Bool { false }

    package var loader: LoaderTraits { LoaderTraits() }
    package func loaderFault(_ settings: DecodePlan.Settings) -> LoaderError? { nil }
    package var openingCause: ZigguratError.Cause? { nil }

    package func image(_ settings: DecodePlan.Settings) throws(ZigguratError) -> VipsImage? { nil }

    package func rows(_ settings: DecodePlan.Settings) throws(ZigguratError) -> StoredRows? { nil }

    package func mask(
        of image: VipsImage, _ settings: DecodePlan.Settings
    ) throws(ZigguratError) -> (any RowReader)? { nil }

    package func heldBytes(of image: MemoryQuestion) -> Int? { nil }

    /// Whether the end of the file is missing, as far as the format tells. No image has fewer bytes
    /// than 16.
    package var endIsMissing: Bool { file.byteCount < 16 || isTruncated }
}
