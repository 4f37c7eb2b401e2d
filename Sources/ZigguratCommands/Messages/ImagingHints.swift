internal import SampleImage
internal import ZigguratKit

extension SourceError: Hinted {
    var hint: String {
        switch self {
        case .unreadable: "check the file's permissions and its disk"
        case .unknownFormat: "“ziggurat doctor” lists the formats"
        case .untrustedDecoder: "omit --trusted-formats-only if you trust the author of the file"
        case .missingLoader: "install a libvips that reads it; “ziggurat doctor” lists the formats"
        case .needsImageMagick:
            "convert it to TIFF, or add --allow imagemagick if you trust its author"
        case .truncated: Self.copy
        case .invalidHeader, .invalidData: Self.undamaged
        case .needsPassword: "remove the password with another program, for example: qpdf --decrypt"
        case .complexSamples: "convert them to real numbers with another program"
        case .reducedImage:
            "--page 1 exports the preview, --page N a further image; convert raw files"
        case .unsupported(.codec):
            "install one, or convert the file to TIFF or PNG with another program"
        case .unsupported: "convert the file to TIFF or PNG with another program"
        case .changed: "export it again"
        case .tooLarge: "raise the limit with --max-pixels if the image has that size"
        case .sides: "a side is longer than the decoder accepts; divide the image"
        case .tooManyScans: "save it again with fewer scans, for example: jpegtran -progressive"
        case .noSuchPage: "choose another page with --page"
        case .noSuchAssociatedImage(_, let available):
            available.isEmpty
                ? "the file has no associated images"
                : "the slide has \(available.joined(separator: ", "))"
        case .cropOutside: "choose another one with --crop X,Y,W,H"
        case .cannotKeepCMYK: "omit --color keep"
        case .temporaryFile: "free space there, or set TMPDIR to another folder"
        case .unusableLibrary: "install it: apt-get install libvips42"
        case .decoder(let end): end.hint
        case .mosaic(let error): error.hint
        case .archive(let error): error.hint
        default: ""
        }
    }

    /// The hint for damage if the decoder can deliver the other pixels; `nil` for all other
    /// reasons.
    var hintWithFilling: String? {
        switch self {
        case .truncated: Self.copyOrDamaged
        case .invalidData: Self.undamagedOrAllowed
        default: nil
        }
    }

    private static let copy = "get a complete copy of the file"
    private static let copyOrDamaged =
        "get a complete copy of the file, or export it with --allow-damaged"
    private static let undamagedOrAllowed =
        "get an undamaged copy of the file, or export it with --allow-damaged"
    private static let undamaged = "get an undamaged copy of the file"
}

extension SourceError.DecoderEnd: Hinted {
    var hint: String {
        switch self {
        case .crashed, .processorTime, .invalidAnswer: Self.undamaged
        case .outOfMemory: "allow more with --max-memory if you trust the author of the file"
        case .timeout: "allow more with --decoder-timeout if you trust the author of the file"
        default: ""
        }
    }

    private static let undamaged =
        "get an undamaged copy of the file, or convert it to TIFF or PNG with another program"
}

extension SourceError.MosaicError: Hinted {
    var hint: String {
        switch self {
        case .fileName: "rename the file"
        case .invalidPart: "a piece has both, or neither"
        case .outsideFolder: "pieces are in the folder of the list; paths are relative to it"
        case .pieceFormat: "pieces are JPEG, PNG, TIFF or WebP files"
        default: ""
        }
    }
}

extension EncoderError: Hinted {
    var hint: String {
        switch self {
        case .outOfMemory: "use fewer --jobs"
        case .resamplingSixteenBits: "omit --bits, or use only one of the --scales"
        case .rowMemory: "close other programs, or export with smaller tiles"
        case .noThread: "close other programs"
        case .noJob: "report this with the size and the options of the export"
        case .unsupported(let format):
            "use another --format, or install libvips with \(format.name)"
        case .missingLibrary: "install it"
        case .incompatibleLibrary: "run Scripts/bootstrap, then make build"
        default: ""
        }
    }
}

extension LosslessError: Hinted {
    var hint: String { kind.hint }
}

extension LosslessError.Kind: Hinted {
    var hint: String {
        switch self {
        case .notJPEG: "omit --lossless, or choose another --format"
        case .needsColourConversion: "omit --lossless, or keep the colours with --color keep"
        case .hasRange: "omit --lossless or --range"
        case .isReduced: "omit --lossless, or the option that reduces the image"
        case .overlap: "omit --lossless or --overlap"
        case .tileSize(_, let block):
            "choose a --tile-size that is a multiple of \(max(block.width, block.height))"
        case .gridOrigin: "omit --lossless, or choose another layout"
        case .padding: "omit --lossless or --edge pad, or choose another layout"
        case .orientation: "omit --lossless"
        case .crop(let block):
            "omit --lossless, or let --crop begin at a multiple of "
                + "\(max(block.width, block.height)) stored pixels"
        case .noFullResolution: "omit --lossless, or the option that omits the level"
        }
    }
}

extension SampleError: Hinted {
    var hint: String {
        switch self {
        case .size(_, _, let maximum): "use a width and a height from 1 to \(maximum)"
        case .unknownExtension(let known):
            "use one of " + known.map { ".\($0)" }.joined(separator: ", ")
        case .tooLarge: "use a smaller --size, or write a .tif or .png"
        }
    }
}
