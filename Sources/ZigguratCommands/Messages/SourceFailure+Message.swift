internal import ZigguratKit

extension SourceFailure: Worded {
    var message: Message {
        switch self {
        case .notFound: Message("not found")
        case .notAFile: Message("not a regular file")
        case .empty: Message("the file is empty")
        case .unreadable:
            Message("cannot read the file", hint: "check the file's permissions and its disk")
        case .unknownFormat:
            Message(
                "unknown format: not an image that libvips reads",
                hint: "“ziggurat doctor” lists the formats")
        case .untrustedDecoder(let format):
            Message(
                "untrusted format: the decoder of \(FormatTitle.of(format)) is not safe with files from strangers",
                hint: "omit --trusted-formats-only if you trust the author of the file")
        case .missingLoader(let format):
            Message(
                "unsupported: libvips here cannot read \(FormatTitle.of(format))",
                hint: "install a libvips that reads it; “ziggurat doctor” lists the formats")
        case .needsImageMagick(let format):
            Message(
                "unsupported: \(format) files are read only with ImageMagick",
                hint: "convert it to TIFF, or add --allow imagemagick if you trust its author")
        case .truncated(let row?, let rows?):
            Message(
                "truncated: the image data ends at about row \(row) of \(rows)",
                hint: Self.copyOrDamaged)
        case .truncated: Message("truncated: the file lacks its end", hint: Self.copy)
        case .invalidHeader: Message("invalid header", hint: Self.undamaged)
        case .invalidData(let row?):
            Message("invalid image data at row \(row)", hint: Self.undamagedOrAllowed)
        case .invalidData(nil):
            Message("invalid image data at an unknown row", hint: Self.undamagedOrAllowed)
        case .needsPassword:
            Message(
                "needs a password: the document is encrypted",
                hint: "remove the password with another program, for example: qpdf --decrypt",
                statesCause: true)
        case .noImage(let content): Message("no image: \(content.text)", statesCause: true)
        case .complexSamples:
            Message(
                "unsupported: the samples are complex numbers",
                hint: "convert them to real numbers with another program")
        case .reducedImage:
            Message(
                "unsupported: the first image of the file is only a preview of another one",
                hint: "--page 1 exports the preview, --page N a further image; convert raw files")
        case .unsupported(.codec(let name)):
            Message(
                "unsupported: libheif here has no decoder for \(name)",
                hint: "install one, or convert the file to TIFF or PNG with another program")
        case .unsupported(let feature):
            Message(
                "unsupported: \(feature.text)",
                hint: "convert the file to TIFF or PNG with another program", statesCause: true)
        case .changed:
            Message("the file changed while it was read", hint: "export it again")
        case .tooLarge(let size, let limit):
            Message(
                "too large: the header says \(size.text), the limit is \(Amount.count(limit)) pixels",
                hint: "raise the limit with --max-pixels if the image has that size")
        case .sides(let width, let height):
            Message(
                "too large: the header says \(width) × \(height) pixels",
                hint: "a side is longer than the decoder accepts; divide the image")
        case .tooManyScans(let limit):
            Message(
                "unsupported: a JPEG of more than \(limit) scans",
                hint: "save it again with fewer scans, for example: jpegtran -progressive")
        case .noSuchPage(let page, let count):
            Message(
                "page \(page) not found: the file has \(count) page\(count == 1 ? "" : "s")",
                hint: "choose another page with --page")
        case .noSuchAssociatedImage(let name, let available):
            Message(
                "associated image “\(name)” not found",
                hint: available.isEmpty
                    ? "the file has no associated images"
                    : "the slide has \(available.joined(separator: ", "))")
        case .cropOutside(let crop, let size):
            Message(
                "the region \(crop) is outside the image of \(size.text) pixels",
                hint: "choose another one with --crop X,Y,W,H")
        case .cannotKeepCMYK:
            Message(
                "unsupported: CMYK colours cannot be kept, tiles are RGB or grey",
                hint: "omit --color keep")
        case .conversionFailed(let operation):
            Message("cannot convert the image: libvips' \(operation) failed")
        case .temporaryFile(let folder):
            Message(
                "cannot use a temporary file in \(folder)",
                hint: "free space there, or set TMPDIR to another folder")
        case .unusableLibrary(let name):
            Message("cannot load \(name)", hint: "install it: apt-get install libvips42")
        case .decoder(let end): end.message
        case .mosaic(let fault): fault.message
        case .archive(let fault): fault.message
        }
    }

    private static let copy = "get a complete copy of the file"
    private static let copyOrDamaged =
        "get a complete copy of the file, or export it with --allow-damaged"
    private static let undamagedOrAllowed =
        "get an undamaged copy of the file, or export it with --allow-damaged"
    private static let undamaged = "get an undamaged copy of the file"
}

extension SourceFailure.MosaicFault {
    fileprivate var message: Message {
        switch self {
        case .fileName:
            Message("the name of a mosaic's list ends in .json", hint: "rename the file")
        case .empty: Message("the mosaic has no pieces")
        case .invalidSize: Message("the width or height of the mosaic is out of range")
        case .invalidPlace(let file): Message("the place of \(file) is out of range")
        case .invalidPart(let file):
            Message(
                "the offset or length of a piece in \(file) is missing or out of range",
                hint: "a piece has both, or neither")
        case .samePlace(let file):
            Message("\(file) has the row and the column of another piece")
        case .outsideFolder(let file):
            Message(
                "\(file) is not in the folder of the list",
                hint: "pieces are in the folder of the list; paths are relative to it")
        case .pieceFormat:
            Message(
                "unsupported: this format cannot be a piece of a mosaic",
                hint: "pieces are JPEG, PNG, TIFF or WebP files")
        }
    }
}

extension SourceFailure.Content {
    fileprivate var text: String {
        switch self {
        case .pages: "the document has no pages"
        case .array: "the FITS file has no array of two dimensions"
        case .matrix: "the MATLAB file has no matrix of numbers"
        }
    }
}

extension SourceFailure.Feature {
    /// Returns the name of a photometric interpretation in a TIFF file.
    private static func photometric(_ number: Int) -> String {
        switch number {
        case 10: "ITULAB colours in a TIFF"
        case 32_803: "raw samples behind a colour filter in a TIFF"
        case 32_844, 32_845: "logarithmic light in a TIFF without SGILog compression"
        case 34_892: "raw samples of linear light in a TIFF"
        case 51_177: "a depth map in a TIFF"
        case 52_527: "a semantic mask in a TIFF"
        default: "the photometric interpretation \(number) in a TIFF"
        }
    }

    /// Names of colour spaces, by their numbers. Source: ITU-T T.801, table M.25.
    private static let colourSpaces = [
        0: "bi-level colours", 1: "YCbCr", 3: "YCbCr", 4: "YCbCr", 9: "PhotoYCC", 11: "CMY",
        13: "YCCK", 14: "CIELAB", 15: "bi-level colours", 19: "CIEJab", 20: "e-sRGB",
        21: "ROMM RGB", 22: "YPbCr", 23: "YPbCr", 24: "e-sYCC",
    ]

    /// Names of compressions in TIFF files, by their numbers. Source: libtiff's tiff.h; DNG 1.7;
    /// tifffile.
    private static let compressions = [
        22_610: "JPEG XR", 33_003: "JPEG 2000", 33_004: "JPEG 2000", 33_005: "JPEG 2000",
        34_661: "JBIG", 34_712: "JPEG 2000", 34_713: "Nikon NEF", 34_887: "LERC", 34_892: "JPEG",
        34_925: "LZMA", 34_926: "Zstandard", 34_927: "WebP", 34_933: "PNG", 34_934: "JPEG XR",
        50_000: "Zstandard", 50_001: "WebP", 50_002: "JPEG XL", 52_546: "JPEG XL",
    ]

    fileprivate var text: String {
        switch self {
        case .components(let count): "an image of \(count) components"
        case .inks(let count): "\(count) inks in a TIFF that are not those of CMYK"
        case .componentSizes: "components of different sizes"
        case .bitsPerSample(let bits): "\(bits) bits per sample"
        case .wholeNumbers(let bits): "whole numbers of \(bits) bits"
        case .mixedSamples: "samples of different depths or kinds in a pixel"
        case .tiledPlanes: "samples of this kind in tiles of single bands"
        case .dimensions: "an array of more than three dimensions"
        case .colourSpace(let number):
            "\(Self.colourSpaces[number] ?? "colour space \(number)") in a JPEG 2000"
        case .palette: "the palette refers to missing components or columns"
        case .ycbcr(_, let bits) where bits != 8: "YCbCr of \(bits) bits per sample in a TIFF"
        case .ycbcr(let samples, _) where samples != 3: "YCbCr with further samples in a TIFF"
        case .ycbcr: "YCbCr in planes of different sizes, or in blocks above 1 GB"
        case .heightAfterRows: "a JPEG that states its height after its rows (DNL)"
        case .mask: "the transparency mask of a TIFF"
        case .photometric(let number): Self.photometric(number)
        case .gridPosition: "an image that begins beyond 2,147,483,647 on its grid"
        case .tiles(let name): "\(name) tiles in an archive"
        case .format(let name): "\(name) files"
        case .compression(let number):
            Self.compressions[number].map { "\($0) compression (\(number))" }
                ?? "compression \(number)"
        case .newCompression: "a compression that the decoder of the format does not know"
        case .predictor(let number): "predictor \(number) in a TIFF"
        case .codec(let name): name
        case .kind: "a kind of file that the decoder of its format does not read"
        case .photoshopMode(7): "a Photoshop document of single channels (multichannel mode)"
        case .photoshopMode(9): "a Photoshop document in Lab"
        case .photoshopMode(let number): "mode \(number) of Photoshop documents"
        case .noComposite: "a Photoshop document of layers without a composite"
        case .magick: "ImageMagick cannot read this kind of file"
        }
    }
}

extension Cancelled: Worded {
    var message: Message { Message("cancelled") }
}
