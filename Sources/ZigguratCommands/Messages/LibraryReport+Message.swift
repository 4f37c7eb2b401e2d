internal import ZigguratKit

extension LibraryReport {
    /// The report of a library, which follows the problem in parentheses.
    var words: String {
        switch self {
        case .password: "encrypted"
        case .noPages: "no pages"
        case .noImageArray: "no array of two dimensions"
        case .noMatrix: "no matrix of numbers"
        case .unsupportedKind: "unsupported by the decoder"
        case .manyDimensions: "too many dimensions"
        case .longNumbers: "64 bits"
        case .mixedSamples: "different samples"
        case .newCompression: "unknown compression"
        case .missingData: "data is missing"
        case .tiffDirectory: "the TIFF directory is damaged or missing"
        case .tiffFields: "a field of the TIFF directory is damaged or missing"
        case .jpegMarkers: "JPEG markers are wrong or missing"
        case .jpegTables: "a table of the JPEG is damaged or missing"
        case .jpegComponents: "the JPEG has invalid sampling factors or components"
        case .leftoverBlocks: "data is left over after the last pixel"
        case .tooManyScans: "too many scans"
        case .compressedData: "the compressed data is damaged"
        case .checksum: "checksum mismatch"
        case .boxes: "a box is damaged or missing"
        case .markup: "the XML is invalid"
        case .rootElement: "the root element is not svg"
        case .attributes: "a field of the header is damaged or missing"
        case .objectTable: "the objects of the PDF are damaged or missing"
        case .chunks: "a chunk is damaged or missing"
        case .codestream: "a marker of the codestream is damaged or missing"
        case .signature: "the PNG signature is wrong"
        case .firstChunk: "the first chunk is not IHDR"
        case .pngHeader: "the size, depth or colour type is invalid"
        case .size: "invalid size"
        case .noMemory: "too much memory is needed"
        }
    }
}

extension ZigguratError {
    /// Whether the cause is a library's message about image data. Such a message is never shown in
    /// the library's words.
    private var hasReport: Bool {
        guard case .library = cause else { return false }
        switch reason {
        case SourceFailure.unusableLibrary, SourceFailure.decoder: return false
        default:
            return reason is SourceFailure || reason is TileImageFailure
                || reason is EncodingFailure
        }
    }

    /// The cause as text; `nil` without a cause, and for an unknown message about image data.
    var causeText: String? {
        guard let cause else { return nil }
        guard hasReport else { return cause.description }
        // If the file is truncated, the library's message adds no information.
        if case .truncated? = reason as? SourceFailure { return nil }
        return report?.words
    }

    private var report: LibraryReport? {
        guard case .library(let message) = cause else { return nil }
        return LibraryReport(message)
    }

    /// The advice for a file that may be intact although a library rejects it for an unknown
    /// reason; `nil` for all other errors.
    var adviceForUnknownCause: String? {
        guard hasReport, report == nil, reason as? SourceFailure == .invalidHeader else {
            return nil
        }
        return "if another program shows the image, convert it to TIFF or PNG with that program"
    }
}
