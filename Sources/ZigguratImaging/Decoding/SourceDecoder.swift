package import ZigguratCore
package import ZigguratSystem

/// The decoder of one source format.
///
/// A decoder describes the properties of its format, and may read header and pixels itself.
/// `VipsSource` reads everything that a decoder leaves to libvips. To add a decoder, write a folder
/// in `ZigguratDecoders` and add one line to `Decoders.all`.
package protocol SourceDecoder: Sendable {
    /// The format's name in headers and manifests, which is also the name of libvips' loader.
    var format: String { get }
    /// The file name extensions of the format, in lower case.
    var extensions: [String] { get }

    /// Whether a file begins like a file of this format.
    ///
    /// - Parameter head: the file's first 18 bytes, or all of a smaller file.
    func recognises(_ head: [UInt8]) -> Bool

    /// Whether a file has this format. Called if neither the first bytes nor libvips identify the
    /// format.
    func recognises(_ file: SourceFile) -> Bool

    /// Reads the header without libvips.
    ///
    /// - Returns: `nil` if libvips has to read the header.
    func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource?

    /// Starts to read the pixels without libvips.
    ///
    /// - Parameters:
    ///   - plan: a plan that keeps the size. The reading ignores the orientation of the plan. Only
    ///     a reading in blocks is limited to the region of the plan.
    ///   - isWanted: called from time to time; the answer `false` cancels.
    /// - Returns: `nil` if libvips has to read the pixels.
    func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading?

    /// The error of libvips' loader in reading an image; `nil` if the loader reads the image
    /// correctly.
    func loaderFault(_ path: String, _ settings: DecoderSettings) -> LoaderFault?

    /// The cause why libvips' loader cannot open a file, if the loader does not report a cause.
    func openingCause(_ path: String) -> ZigguratError.Cause?

    /// The colour space that numbers in the file state. It replaces an embedded profile that
    /// libvips finds.
    ///
    /// - Returns: `nil` if the embedded profile applies.
    func statedColour(_ path: String) -> CodedColour?

    /// The size of the whole image, if the pixels in the file are a part of it or extend beyond it;
    /// `nil` if the pixels are the whole image.
    func wholeSize(_ path: String) -> PixelSize?

    /// Whether an image states its colours by numbers that are not converted. An embedded profile
    /// takes precedence over the numbers.
    func ignoresColour(_ path: String, _ settings: DecoderSettings) -> Bool

    /// The indices of the images that are pages, from 0, in the order of libvips' loader.
    ///
    /// - Returns: `nil` if all images are pages.
    func pages(_ path: String) -> [Int]?

    /// Throws if the first image in the file is only a reduced copy, and the request selects no
    /// page.
    func checkFirstImage(_ path: String) throws(ZigguratError)

    /// The sample value that marks missing pixels; `nil` if the file does not state it.
    ///
    /// - Parameter page: the index of the page, from 0.
    func missingValue(_ path: String, page: Int) -> Double?

    /// Opens a file that this decoder decodes in place of libvips, as an image for libvips.
    ///
    /// - Returns: `nil` if libvips has to decode the file.
    func image(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> VipsImage?

    /// The transparency mask that the file stores apart from an image: rows of one sample per
    /// pixel, 0 where the image is transparent.
    ///
    /// - Parameter image: the image without the mask.
    /// - Returns: `nil` if the file has no mask for the image.
    func mask(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> (any RowReader)?

    /// The smaller levels of an image that the file contains, from the largest.
    ///
    /// - Parameters:
    ///   - image: the image at full resolution, opened with `settings`.
    ///   - open: opens another image of the file through libvips.
    func levels(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings,
        open: (DecoderSettings) throws(ZigguratError) -> VipsImage
    ) -> [StoredLevel]

    /// Whether a file may have smaller levels, as far as the decoder knows without libvips.
    func mayHaveLevels(_ path: String) -> Bool

    /// The unit of the coordinates of a page that is drawn, in 1/72 inch.
    ///
    /// - Parameter page: the index of the page, from 0.
    func unit(_ path: String, page: Int) -> Double

    /// The labels of the pages and the table of contents; `nil` if the format has neither.
    func contents(_ path: String) -> DocumentContents?

    /// The combined attributes of a file and of all files that it refers to: the total of their
    /// bytes, and the latest change.
    ///
    /// - Returns: `nil` if a file is missing.
    func attributes(_ file: SourceFile) -> FileAttributes?

    /// Whether the end of the file is missing; `false` if the format does not state where files
    /// end.
    func isTruncated(_ file: SourceFile) -> Bool

    /// The rows of an image that libvips has opened, read by this decoder. This decoder knows which
    /// messages of the format's library mean damage, and at which row.
    ///
    /// - Returns: `nil` if libvips has to read the rows.
    func rows(_ path: String, _ settings: DecoderSettings) throws(ZigguratError) -> StoredRows?

    /// The bytes that libvips' loader, and the library below it, hold for an image that they cannot
    /// decode row by row; `nil` if they decode row by row.
    func heldBytes(of image: MemoryQuestion) -> Int?

    /// Whether readers of the file can begin at any row without decoding the rows above.
    func beginsAtAnyRow(_ path: String) -> Bool

    /// How the decoder reads regions of an image in a separate process.
    func regionAccess(_ path: String, _ header: SourceHeader) -> RegionAccess

    /// The memory that ``read(_:_:_:isWanted:)`` takes besides rows; `nil` if libvips has to read
    /// the pixels.
    ///
    /// - Parameter page: the index of the page, from 0.
    func directMemory(_ path: String, page: Int) -> DirectMemory?

    /// The properties of the format and of its loader.
    var traits: LoaderTraits { get }
}

/// A header, and the plan for reading the pixels.
package typealias OpenedSource = (header: SourceHeader, plan: DecodePlan)

/// A reader of rows as the file stores them, from the top, and the description of their samples.
package typealias StoredRows = (reader: any RowReader, pixels: StoredPixels)

/// A smaller level of an image.
package struct StoredLevel {
    /// The decoder settings that select this level.
    package let settings: DecoderSettings
    package let size: PixelSize

    package init(settings: DecoderSettings, size: PixelSize) {
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

extension SourceDecoder {
    package var extensions: [String] { [format] }
    package var traits: LoaderTraits { LoaderTraits() }

    package func recognises(_ head: [UInt8]) -> Bool { false }

    package func recognises(_ file: SourceFile) -> Bool { false }

    package func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? { nil }

    package func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? { nil }

    package func beginsAtAnyRow(_ path: String) -> Bool { traits.beginsAtAnyRow }

    package func regionAccess(_ path: String, _ header: SourceHeader) -> RegionAccess { .rows }

    package func loaderFault(_ path: String, _ settings: DecoderSettings) -> LoaderFault? { nil }

    package func openingCause(_ path: String) -> ZigguratError.Cause? { nil }

    package func statedColour(_ path: String) -> CodedColour? { nil }

    package func wholeSize(_ path: String) -> PixelSize? { nil }

    package func checkFirstImage(_ path: String) throws(ZigguratError) {}

    package func missingValue(_ path: String, page: Int) -> Double? { nil }

    package func image(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> VipsImage? { nil }

    package func levels(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings,
        open: (DecoderSettings) throws(ZigguratError) -> VipsImage
    ) -> [StoredLevel] { [] }

    package func pages(_ path: String) -> [Int]? { nil }

    package func ignoresColour(_ path: String, _ settings: DecoderSettings) -> Bool { false }

    package func mask(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> (any RowReader)? { nil }

    package func mayHaveLevels(_ path: String) -> Bool { true }

    package func unit(_ path: String, page: Int) -> Double { 1 }

    package func contents(_ path: String) -> DocumentContents? { nil }

    package func attributes(_ file: SourceFile) -> FileAttributes? {
        FileSystem.attributes(of: file.path)
    }

    package func isTruncated(_ file: SourceFile) -> Bool { false }

    package func rows(_ path: String, _ settings: DecoderSettings) throws(ZigguratError)
        -> StoredRows?
    {
        nil
    }

    package func heldBytes(of image: MemoryQuestion) -> Int? { nil }

    package func directMemory(_ path: String, page: Int) -> DirectMemory? { DirectMemory() }
}

extension SourceDecoder {
    /// Whether the end of a file of this format is missing.
    package func endIsMissing(_ file: SourceFile) -> Bool {
        file.byteCount < 16 || isTruncated(file)
    }

    /// The error of a decoder that stopped within the image data: “truncated” if the format's own
    /// rule or the decoder's messages indicate it, else “invalid data”.
    package func failure(
        _ path: String, row: Int, of rowCount: Int, _ failure: DecoderMessages
    ) -> ZigguratError {
        let isTruncated = (try? SourceFile(path: path)).map(endIsMissing) ?? false
        let damage =
            isTruncated || failure.reportEnd
            ? SourceFailure.truncated(row: row, of: rowCount) : .invalidData(row: row)
        return ZigguratError(
            // Before the first row, the library may report that it cannot read the image.
            row == 0 ? failure.cause?.report?.reason ?? damage : damage, path, cause: failure.cause)
    }
}
