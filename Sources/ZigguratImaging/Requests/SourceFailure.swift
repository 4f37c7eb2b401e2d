public import ZigguratCore
public import ZigguratSystem

/// Why an image file cannot be read.
///
/// The error's subject is the file; its cause is what the operating system, libvips or a
/// decoder said, if anything.
public enum SourceFailure: FailureReason, Codable {
    case notFound
    case notAFile
    case empty
    /// The operating system cannot open or read the file.
    case unreadable
    /// No decoder recognises the file.
    case unknownFormat
    /// The decoder of this format is not safe with hostile files, and such formats are not allowed.
    case untrustedDecoder(format: String)
    /// libvips reads this format, but the installed one lacks the loader.
    case missingLoader(format: String)
    /// Only ImageMagick reads the file, which is not allowed.
    case needsImageMagick(format: String)
    /// The file ends early: this row is the first missing one, roughly. `nil` if the file has too
    /// little for any row.
    case truncated(row: Int?, of: Int?)
    case invalidHeader
    /// The image data is damaged at this row, roughly; `nil` if it is unknown.
    case invalidData(row: Int?)
    /// The document is encrypted.
    case needsPassword
    /// The file is whole, and has no image.
    case noImage(Content)
    /// The samples are complex numbers.
    case complexSamples
    /// The first image of the file is a reduced copy of another one.
    case reducedImage
    /// The image has a feature that its decoder does not support.
    case unsupported(Feature)
    /// The file was changed while it was read.
    case changed
    case tooLarge(PixelSize, pixelLimit: Int)
    /// The sides that the header states are longer than a decoder accepts.
    case sides(width: Int, height: Int)
    /// A JPEG has more scans than are decoded: each one costs as much as all others.
    case tooManyScans(limit: Int)
    case noSuchPage(Int, of: Int)
    /// The slide has no associated image of this name, or the image is not a slide.
    case noSuchAssociatedImage(String, available: [String])
    case cropOutside(PixelRegion, of: PixelSize)
    /// Tiles in the source's own colours were asked for, and the source is CMYK.
    case cannotKeepCMYK
    /// An operation of libvips failed.
    case conversionFailed(operation: String)
    /// A temporary file, in this folder, for an image that is turned.
    case temporaryFile(folder: String)
    /// A library is missing, or has another version than the one that Ziggurat was built with.
    case unusableLibrary(name: String)
    /// The process that decodes the image ended early, or was ended.
    case decoder(DecoderEnd)
    /// The list of a mosaic is wrong, or one of its pieces, which the subject names.
    case mosaic(MosaicFault)
    /// The file is an archive of tiles that is damaged or unsupported.
    case archive(ArchiveFault)

    /// Why the process that decodes an image has ended.
    public enum DecoderEnd: Hashable, Sendable, Codable {
        case cannotStart
        case crashed
        /// It asked for more memory than it may take, in bytes.
        case outOfMemory(limit: Int)
        /// It delivered nothing for this time.
        case timeout(seconds: Int)
        /// It took more processor time than an image of this size may take.
        case processorTime
        case invalidAnswer
    }

    /// What is wrong with a list of pieces.
    public enum MosaicFault: Hashable, Sendable, Codable {
        /// The list's name does not end in `.json`.
        case fileName
        /// The list has no pieces.
        case empty
        /// The width or height of the whole image.
        case invalidSize
        /// The place of this file.
        case invalidPlace(String)
        /// The offset and length of a piece in this file.
        case invalidPart(String)
        /// This file has the row and the column of another one.
        case samePlace(String)
        /// This file is not in the list's folder.
        case outsideFolder(String)
        /// A piece is of a format that is decoded in another process, or a list itself.
        case pieceFormat
    }

    /// What a file without an image lacks.
    public enum Content: Hashable, Sendable, Codable {
        /// Pages, in a document.
        case pages
        /// An array of two dimensions, in a FITS file. Tables are no images.
        case array
        /// A matrix of numbers, in a file of MATLAB.
        case matrix
    }

    /// A feature of an image that its decoder does not support.
    public enum Feature: Hashable, Sendable, Codable {
        /// More components than colours and alpha need by far.
        case components(Int)
        /// The number of inks of a TIFF that are not those of CMYK.
        case inks(Int)
        /// Components whose sizes do not fit each other.
        case componentSizes
        case bitsPerSample(Int)
        /// Whole numbers that are longer than a decoder reads.
        case wholeNumbers(bits: Int)
        /// The samples of a pixel have different depths or kinds.
        case mixedSamples
        /// Samples that only libvips reads, such as signed ones, in tiles of which each has one band.
        case tiledPlanes
        /// An array of more than three dimensions.
        case dimensions
        /// A colour space by its number in JPEG 2000.
        case colourSpace(Int)
        case palette
        /// YCbCr of other than three samples or 8 bits, in planes of different sizes, or in blocks that
        /// are too large to be converted.
        case ycbcr(samples: Int, bits: Int)
        /// A JPEG whose frame does not state the height.
        case heightAfterRows
        /// A transparency mask in strips of a kind that no decoder reads.
        case mask
        /// What the samples of a TIFF mean, by the number of its photometric interpretation.
        case photometric(Int)
        /// The image lies beyond the coordinates that the decoder can address on its grid.
        case gridPosition
        /// An archive with tiles of this kind: vector tiles, or a format that is not read.
        case tiles(String)
        /// A whole format, by its name.
        case format(String)
        /// A compression by its number in the file.
        case compression(Int)
        /// A compression that a library does not know, and whose number it does not tell.
        case newCompression
        /// A predictor by its number in a TIFF.
        case predictor(Int)
        /// A compression by its name, for which a library has no decoder here.
        case codec(String)
        /// What a library calls unsupported.
        case kind
        /// A colour mode by its number in Photoshop's documents.
        case photoshopMode(Int)
        /// A Photoshop document has only layers.
        case noComposite
        /// A file that ImageMagick recognises, but does not read or does not read rightly.
        case magick
    }

    public var code: ZigguratError.Code {
        switch self {
        case .notFound, .notAFile, .empty, .unreadable, .unusableLibrary, .missingLoader,
            .decoder(.cannotStart):
            .unreadableSource
        case .unknownFormat: .unknownFormat
        case .untrustedDecoder, .needsImageMagick: .untrustedSource
        case .truncated: .truncatedSource
        case .invalidHeader, .invalidData, .complexSamples, .unsupported, .needsPassword, .noImage,
            .reducedImage, .changed, .tooLarge, .sides, .tooManyScans, .conversionFailed, .decoder,
            .mosaic, .archive:
            .invalidSource
        case .noSuchPage, .noSuchAssociatedImage, .cropOutside, .cannotKeepCMYK: .invalidOptions
        case .temporaryFile: .unwritable
        }
    }
}
