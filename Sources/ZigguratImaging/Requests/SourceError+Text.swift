internal import ZigguratCore
public import ZigguratSystem

extension SourceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound: "not found"
        case .notAFile: "not a regular file"
        case .empty: "the file is empty"
        case .unreadable: "cannot read the file"
        case .unknownFormat: "unknown format: not an image that libvips reads"
        case .untrustedDecoder(let format):
            "untrusted format: the decoder of \(Self.title(of: format)) is not safe with files from strangers"
        case .missingLoader(let format):
            "unsupported: libvips here cannot read \(Self.title(of: format))"
        case .needsImageMagick(let format):
            "unsupported: \(format) files are read only with ImageMagick"
        case .truncated(let row?, let rows?):
            "truncated: the image data ends at about row \(row) of \(rows)"
        case .truncated: "truncated: the file lacks its end"
        case .invalidHeader: "invalid header"
        case .invalidData(let row?): "invalid image data at row \(row)"
        case .invalidData(nil): "invalid image data at an unknown row"
        case .needsPassword: "needs a password: the document is encrypted"
        case .noImage(let content): "no image: \(content.text)"
        case .complexSamples: "unsupported: the samples are complex numbers"
        case .reducedImage:
            "unsupported: the first image of the file is only a preview of another one"
        case .unsupported(.codec(let name)): "unsupported: libheif here has no decoder for \(name)"
        case .unsupported(let feature): "unsupported: \(feature.text)"
        case .changed: "the file changed while it was read"
        case .tooLarge(let size, let limit):
            "too large: the header says \(size.text), the limit is \(Amount.count(limit)) pixels"
        case .sides(let width, let height): "too large: the header says \(width) × \(height) pixels"
        case .tooManyScans(let limit): "unsupported: a JPEG of more than \(limit) scans"
        case .noSuchPage(let page, let count):
            "page \(page) not found: the file has \(count) page\(count == 1 ? "" : "s")"
        case .noSuchAssociatedImage(let name, _): "associated image “\(name)” not found"
        case .cropOutside(let crop, let size):
            "the region \(crop) is outside the image of \(size.text) pixels"
        case .cannotKeepCMYK: "unsupported: CMYK colours cannot be kept, tiles are RGB or grey"
        case .conversionFailed(let operation):
            "cannot convert the image: libvips' \(operation) failed"
        case .temporaryFile(let folder): "cannot use a temporary file in \(folder)"
        case .unusableLibrary(let name): "cannot load \(name)"
        case .decoder(let end): "\(end)"
        case .mosaic(let error): "\(error)"
        case .archive(let error): "\(error)"
        }
    }

    /// Returns the meaning of a library's message. `nil` if the message is unknown, or if the
    /// description already states the cause.
    public func text(of cause: ZigguratError.Cause) -> String? {
        switch (self, cause) {
        case (.unsupported(.codec), _): cause.reportText
        case (.needsPassword, _), (.noImage, _), (.unsupported, _): nil
        // If the file is truncated, the library's message adds no information.
        case (.truncated, .library): nil
        case (.unusableLibrary, _), (.decoder, _): cause.description
        default: cause.reportText
        }
    }

    /// Names of source formats, by their names in headers and manifests.
    private static let titles = [
        "heif": "HEIC or AVIF", "jp2k": "JPEG 2000", "jxl": "JPEG XL", "openexr": "OpenEXR",
        "openslide": "slides", "rad": "Radiance HDR", "magick": "formats of ImageMagick",
        "webp": "WebP",
    ]

    private static func title(of format: String) -> String {
        titles[format] ?? format.uppercased()
    }
}

extension SourceError.DecoderEnd: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cannotStart: "cannot start the process of its decoder"
        case .crashed: "its decoder crashed"
        case .outOfMemory(let limit):
            "out of memory: its decoder needs more than \(limit / 1_000_000) MB"
        case .timeout(let seconds): "timeout: its decoder delivered nothing for \(seconds) seconds"
        case .processorTime: "timeout: its decoder took too much processor time"
        case .invalidAnswer: "its decoder sent an invalid answer"
        }
    }
}

extension SourceError.MosaicError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .fileName: "the name of a mosaic's list ends in .json"
        case .empty: "the mosaic has no pieces"
        case .invalidSize: "the width or height of the mosaic is out of range"
        case .invalidPlace(let file): "the place of \(file) is out of range"
        case .invalidPart(let file):
            "the offset or length of a piece in \(file) is missing or out of range"
        case .samePlace(let file): "\(file) has the row and the column of another piece"
        case .outsideFolder(let file): "\(file) is not in the folder of the list"
        case .pieceFormat: "unsupported: this format cannot be a piece of a mosaic"
        }
    }
}

extension SourceError.Content {
    fileprivate var text: String {
        switch self {
        case .pages: "the document has no pages"
        case .array: "the FITS file has no array of two dimensions"
        case .matrix: "the MATLAB file has no matrix of numbers"
        }
    }
}

extension SourceError.Feature {
    /// Returns the name of a photometric interpretation in a TIFF file.
    private static func photometric(_ number: Int) -> String {
        switch number {
        case 10: "ITULAB colours in a TIFF"
        case 32_803: "raw samples behind a colour filter in a TIFF"
        case 32_844: "logarithmic luminance in a TIFF (LogL)"
        case 32_845: "logarithmic light in a TIFF without SGILog compression"
        case 34_892: "raw samples of linear light in a TIFF"
        case 51_177: "a depth map in a TIFF"
        case 52_527: "a semantic mask in a TIFF"
        default: "the photometric interpretation \(number) in a TIFF"
        }
    }

    /// Names of colours in TIFF files, by the numbers of photometric interpretations.
    private static let colours = [2: "RGB", 8: "CIELAB", 9: "CIELAB"]

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

    /// The first names of a list, separated by commas.
    private static func list(_ names: [String]) -> String {
        let most = 6
        return names.prefix(most).joined(separator: ", ") + (names.count > most ? ", …" : "")
    }

    fileprivate var text: String {
        switch self {
        case .components(let count): "an image of \(count) components"
        case .channels(let names):
            "an OpenEXR without R, G, B or Y: its channels are \(Self.list(names))"
        case .inks(let count): "\(count) inks in a TIFF, not CMYK"
        case .componentSizes: "components of different sizes"
        case .bitsPerSample(let bits): "\(bits) bits per sample"
        case .wholeNumbers(let bits): "whole numbers of \(bits) bits"
        case .mixedSamples: "samples of different depths or kinds in a pixel"
        case .tiledPlanes: "samples of this kind in tiles of single bands"
        case .dimensions: "an array of more than three dimensions"
        case .colourSpace(let number):
            "\(Self.colourSpaces[number] ?? "colour space \(number)") in a JPEG 2000"
        case .palette: "the palette refers to missing components or columns"
        case .palettePixels: "a palette of 16 bits with further samples in a TIFF"
        case .associatedAlpha: "signed samples of 8 bits with associated alpha in a TIFF"
        case .profile(let space): "a profile for \(space) colours in a JPEG 2000"
        case .ycbcr(_, let bits) where bits != 8: "YCbCr of \(bits) bits per sample in a TIFF"
        case .ycbcr(let samples, _) where samples != 3: "YCbCr with further samples in a TIFF"
        case .ycbcr: "YCbCr in planes of different sizes, or in blocks above 1 GB"
        case .heightAfterRows: "a JPEG that states its height after its rows (DNL)"
        case .mask: "the transparency mask of a TIFF"
        case .photometric(let number): Self.photometric(number)
        case .missingSamples(let photometric, let count):
            "\(Self.colours[photometric] ?? "colour") of \(count) sample\(count == 1 ? "" : "s") "
                + "per pixel in a TIFF"
        case .cielab(let bits) where bits != 8 && bits != 16:
            "CIELAB of \(bits) bits per sample in a TIFF"
        case .cielab: "CIELAB in a TIFF with associated alpha, other samples or large tiles"
        case .directories(let limit): "more than \(limit) directories in a TIFF"
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
