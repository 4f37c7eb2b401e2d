public import ZigguratCore
public import ZigguratSystem

/// The reason why an image file cannot be read.
///
/// The error's subject is the file. The error's cause is the message of the operating system,
/// libvips or a decoder, if any.
public enum SourceError: ErrorReason, Codable {
    case notFound
    case notAFile
    case empty
    /// The operating system cannot open or read the file.
    case unreadable
    /// No decoder recognises the file.
    case unknownFormat
    /// The format's decoder is not safe with hostile files, and such formats are not allowed.
    case untrustedDecoder(format: String)
    /// libvips supports this format, but the installed libvips lacks the loader.
    case missingLoader(format: String)
    /// Only ImageMagick can read the file, and ImageMagick is not allowed.
    case needsImageMagick(format: String)
    /// The file ends early, at approximately this row. `nil` if the file ends before the first row.
    case truncated(row: Int?, of: Int?)
    case invalidHeader
    /// The image data is damaged at approximately this row; `nil` if unknown.
    case invalidData(row: Int?)
    /// The document is encrypted.
    case needsPassword
    /// The file is undamaged but has no image.
    case noImage(Content)
    /// The samples are complex numbers.
    case complexSamples
    /// The first image of the file is a reduced copy of another image.
    case reducedImage
    /// The image has a feature that its decoder does not support.
    case unsupported(Feature)
    /// The file changed while it was read.
    case changed
    case tooLarge(PixelSize, pixelLimit: Int)
    /// The header states sides that are longer than decoders accept.
    case sides(width: Int, height: Int)
    /// A JPEG has more scans than the limit. Each scan takes as long to decode as any other scan.
    case tooManyScans(limit: Int)
    case noSuchPage(Int, of: Int)
    /// The slide has no associated image of this name, or the image is not a slide.
    case noSuchAssociatedImage(String, available: [String])
    case cropOutside(PixelRegion, of: PixelSize)
    /// The tiles should keep the source's colours, but the source is CMYK.
    case cannotKeepCMYK
    /// An operation of libvips failed.
    case conversionFailed(operation: String)
    /// A temporary file for an image that has to be turned cannot be used in this folder.
    case temporaryFile(folder: String)
    /// A library is missing, or its version differs from the version at build time.
    case unusableLibrary(name: String)
    /// The process that decodes the image ended early or was stopped.
    case decoder(DecoderEnd)
    /// The list of a mosaic is invalid, or one of its pieces; the subject names the file.
    case mosaic(MosaicError)
    /// The file is an archive of tiles that is damaged or unsupported.
    case archive(ArchiveError)

    /// The reason why the process that decodes an image has ended.
    public enum DecoderEnd: Hashable, Sendable, Codable {
        case cannotStart
        case crashed
        /// The process requested more memory than its limit, in bytes.
        case outOfMemory(limit: Int)
        /// The process delivered no rows for this time.
        case timeout(seconds: Int)
        /// The process used more processor time than the limit for an image of this size.
        case processorTime
        case invalidAnswer
    }

    /// A defect in the list of a mosaic.
    public enum MosaicError: Hashable, Sendable, Codable {
        /// The list's name does not end in `.json`.
        case fileName
        /// The list has no pieces.
        case empty
        /// The width or the height of the whole image is invalid.
        case invalidSize
        /// The position of this file is invalid.
        case invalidPlace(String)
        /// The offset or the length of a piece in this file is invalid.
        case invalidPart(String)
        /// This file has the row and the column of another file.
        case samePlace(String)
        /// This file is not in the list's folder.
        case outsideFolder(String)
        /// A piece has a format that another process decodes, or is a list itself.
        case pieceFormat
    }

    /// The content that a file without an image lacks.
    public enum Content: Hashable, Sendable, Codable {
        /// A document has no pages.
        case pages
        /// A FITS file has no array of two dimensions. Tables are not images.
        case array
        /// A MATLAB file has no matrix of numbers.
        case matrix
    }

    /// A feature of an image that its decoder does not support.
    public enum Feature: Hashable, Sendable, Codable {
        /// The image has far more components than colours and alpha need.
        case components(Int)
        /// An OpenEXR has only channels with these names, none of which is a colour.
        case channels([String])
        /// A TIFF has this number of inks, which are not CMYK.
        case inks(Int)
        /// The sizes of components do not match.
        case componentSizes
        case bitsPerSample(Int)
        /// Integers have more bits than the decoder supports.
        case wholeNumbers(bits: Int)
        /// The samples of a pixel have different depths or types.
        case mixedSamples
        /// A TIFF has tiles of one band each, with samples that only libvips reads, such as signed
        /// samples.
        case tiledPlanes
        /// An array has more than three dimensions.
        case dimensions
        /// A JPEG 2000 file has a colour space with this number.
        case colourSpace(Int)
        case palette
        /// A TIFF has a palette of 16 bits, and further samples that libvips reads incorrectly.
        case palettePixels
        /// A TIFF has signed samples of 8 bits that are multiplied by alpha.
        case associatedAlpha
        /// A JPEG 2000 file has an ICC profile for colours of this kind.
        case profile(String)
        /// YCbCr does not have three samples of 8 bits, has planes of different sizes, or has
        /// blocks that are too large to be converted.
        case ycbcr(samples: Int, bits: Int)
        /// The frame of a JPEG does not state the height.
        case heightAfterRows
        /// A transparency mask has strips of a kind that decoders do not support.
        case mask
        /// A TIFF has a photometric interpretation with this number.
        case photometric(Int)
        /// A TIFF has fewer samples per pixel than the photometric interpretation with this number
        /// requires.
        case missingSamples(photometric: Int, samples: Int)
        /// A TIFF has CIELAB that no decoder reads correctly: multiplied by alpha, of whole numbers
        /// with another depth than 8 or 16 bits, or in blocks that are too large to be converted.
        case cielab(bits: Int)
        /// A TIFF has more than `limit` directories.
        case directories(limit: Int)
        /// The image lies outside the coordinates that the decoder supports.
        case gridPosition
        /// An archive has tiles of this kind: vector tiles, or an unsupported format.
        case tiles(String)
        /// The format with this name is unsupported.
        case format(String)
        /// The file has a compression with this number.
        case compression(Int)
        /// The library does not know the compression and does not report its number.
        case newCompression
        /// A TIFF has a predictor with this number.
        case predictor(Int)
        /// The library has no decoder for the compression with this name.
        case codec(String)
        /// The library reports an unsupported feature.
        case kind
        /// A Photoshop document has a colour mode with this number.
        case photoshopMode(Int)
        /// A Photoshop document contains only layers.
        case noComposite
        /// ImageMagick recognises the file, but does not read it, or does not read it correctly.
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
