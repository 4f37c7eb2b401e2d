package import ZigguratSystem

/// The meaning of a library's message about a source. The meaning is found by the words of the
/// message, because libraries have no common codes.
///
/// Only these meanings are shown to users. The messages of libraries contain names of functions,
/// memory addresses, and numbers of rows that do not exist.
package enum LibraryReport: String, Hashable, Sendable, CaseIterable {
    /// The file has no image, or no image that Ziggurat can read. These reports decide the reason
    /// of the error.
    case password, noPages, noImageArray, noMatrix, unsupportedKind
    case manyDimensions, longNumbers, mixedSamples, newCompression
    /// Parts of the file are missing.
    case missingData
    case tiffDirectory, tiffFields
    case jpegMarkers, jpegTables, jpegComponents, leftoverBlocks, tooManyScans, missingScans
    case compressedData, checksum
    case boxes, markup, rootElement, attributes, objectTable, chunks, codestream
    case signature, firstChunk, pngHeader, tooManyChunks
    case size, noMemory

    /// Parts of messages and their meanings, in the order of the search.
    private static let marks: [(mark: String, report: LibraryReport)] = [
        // Poppler and libvips.
        ("Document is encrypted", .password), ("pages out of range", .noPages),
        ("PDF document is damaged", .objectTable), ("document catalog", .objectTable),
        // CFITSIO and matio, through libvips.
        ("no HDU found", .noImageArray), ("not an IMAGE extension", .noImageArray),
        ("unsupported class type", .noMatrix), ("unsupported rank", .manyDimensions),
        ("dimensions above 3", .manyDimensions), ("unsupported bitpix 64", .longNumbers),
        ("no matrix variables", .noMatrix),
        // librsvg and libxml2.
        ("<svg> root", .rootElement), ("XML", .markup), ("xmlns", .markup),
        // Failed allocations in all libraries.
        ("out of memory", .noMemory), ("bad_alloc", .noMemory), ("llocate", .noMemory),
        ("Insufficient memory", .noMemory),
        // libjpeg, directly and in libtiff.
        ("more than 200 scans", .tooManyScans), ("scans are missing", .missingScans),
        ("left over behind a scan", .leftoverBlocks),
        ("extraneous bytes", .leftoverBlocks), ("premature end of data segment", .missingData),
        ("Premature end", .missingData), ("bad Huffman code", .compressedData),
        ("arithmetic code", .compressedData), ("Inconsistent progression", .compressedData),
        ("instead of RST", .compressedData), ("uffman", .jpegTables), ("DHT", .jpegTables),
        ("DQT", .jpegTables), ("uantization table", .jpegTables), ("DAC ", .jpegTables),
        ("DNL not supported", .unsupportedKind), ("Unsupported marker", .jpegMarkers),
        ("Bogus marker", .jpegMarkers), ("JPEG file structure", .jpegMarkers),
        ("SOS", .jpegMarkers),
        ("contains no image", .jpegMarkers), ("progressive parameters", .jpegMarkers),
        ("Not a JPEG", .jpegMarkers), ("Bogus sampling", .jpegComponents),
        ("sampling ratio", .jpegComponents), ("subsampling values", .jpegComponents),
        ("component ID", .jpegComponents), ("color components", .jpegComponents),
        // libtiff.
        ("Sanity check on directory", .tiffDirectory), ("Sanity check on size", .tiffFields),
        ("Cannot handle different", .mixedSamples), ("Cannot handle ", .tiffFields),
        ("Incompatible type", .tiffFields),
        ("TIFF directory", .tiffDirectory),
        ("unable to open source for input", .tiffDirectory), ("directory", .tiffDirectory),
        ("Incorrect count", .tiffFields), (" tag", .tiffFields), ("required", .tiffFields),
        ("error during reading of", .tiffFields), ("Uncompressed data", .compressedData),
        ("Using code not yet in table", .compressedData), ("Bad code word", .compressedData),
        ("LZW", .compressedData), ("Decoding error", .compressedData),
        ("Not enough data", .missingData), ("Read error", .missingData),
        // OpenJPEG.
        ("image size", .size), ("tile size", .size), ("prec=", .size), ("SIZ", .size),
        ("inconsistent with stream length", .missingData), ("Stream too short", .missingData),
        ("marker", .codestream), ("SOC", .codestream), ("codeblock", .compressedData),
        // libheif.
        ("Extent in iloc", .missingData), ("box", .boxes), ("item", .boxes),
        ("Not a 'pict'", .boxes),
        ("plugin generated an error", .compressedData),
        // OpenEXR.
        ("Unknown compression type", .newCompression),
        ("header attribute", .attributes), ("image attribute", .attributes),
        ("channel list", .attributes), ("subsampling", .attributes), ("window", .size),
        ("data block", .compressedData),
        // libspng, libnsgif, libwebp and others.
        ("CRC", .checksum), ("hecksum", .checksum), ("frame data", .compressedData),
        ("unable to parse image", .chunks), ("dimensions", .size),
        ("radiance header", .attributes), ("keyword value", .attributes), ("end of", .missingData),
        ("truncated", .missingData),
        ("past end", .missingData), ("short read", .missingData), ("error line", .missingData),
        ("reading from FITS", .missingData), ("element number", .missingData),
        // All other messages about unsupported files.
        ("not supported", .unsupportedKind), ("nsupported", .unsupportedKind),
        ("not configured", .unsupportedKind), ("not implemented", .unsupportedKind),
        ("Sorry, ", .unsupportedKind), ("Cannot take in charge", .unsupportedKind),
        ("orrupt", .compressedData), ("nflate", .compressedData),
        // The decoders of this program.
        ("PNG signature", .signature), ("first PNG chunk", .firstChunk), ("PNG header", .pngHeader),
        ("IHDR", .pngHeader), ("PLTE chunk", .chunks), ("MB of text", .tooManyChunks),
        ("chunks before the pixels", .tooManyChunks),
    ]

    /// Finds the meaning of a message.
    ///
    /// - Returns: `nil` if the message is unknown.
    package init?(_ message: String) {
        // Quoted names of files and fields may contain any words, so they are ignored.
        let parts = message.split(separator: "\"", omittingEmptySubsequences: false)
        let message = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined()
        guard let found = Self.marks.first(where: { message.contains($0.mark) }) else { return nil }
        self = found.report
    }

    /// The reason of the error if the file is not damaged; otherwise `nil`.
    var reason: SourceError? {
        switch self {
        case .password: .needsPassword
        case .noPages: .noImage(.pages)
        case .noImageArray: .noImage(.array)
        case .noMatrix: .noImage(.matrix)
        case .unsupportedKind: .unsupported(.kind)
        case .manyDimensions: .unsupported(.dimensions)
        case .longNumbers: .unsupported(.wholeNumbers(bits: 64))
        case .mixedSamples: .unsupported(.mixedSamples)
        case .newCompression: .unsupported(.newCompression)
        default: nil
        }
    }
}

extension LibraryReport: CustomStringConvertible {
    /// The report of a library, which follows the reason of an error in parentheses.
    package var description: String {
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
        case .missingScans: "scans are missing"
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
        case .tooManyChunks: "too many chunks, or too much text, before the pixels"
        case .size: "invalid size"
        case .noMemory: "too much memory is needed"
        }
    }
}

extension ZigguratError.Cause {
    /// The meaning of a library's message about a source; `nil` if unknown.
    var report: LibraryReport? {
        guard case .library(let message) = self else { return nil }
        return LibraryReport(message)
    }

    /// The text of the cause of an error about image data: an error number, or the meaning of a
    /// library's message. `nil` if the meaning is unknown: the words of the library are not shown.
    package var reportText: String? {
        switch self {
        case .system: description
        case .library: report?.description
        }
    }
}

extension ZigguratError {
    /// Returns the error of a decoder that cannot open a file.
    package static func unopened(_ path: String, _ cause: Cause?) -> ZigguratError {
        // Some loaders decode pixels when they open a file.
        let damage: SourceError =
            cause?.report == .compressedData ? .invalidData(row: nil) : .invalidHeader
        return ZigguratError(cause?.report?.reason ?? damage, path, cause: cause)
    }
}

/// The messages of a library during a failed call.
package struct DecoderMessages: Error {
    /// The messages; empty if the library printed none or they may belong to another image.
    package let lines: [String]

    package init(lines: [String]) {
        self.lines = lines
    }

    /// The last line that states a cause. These lines do not: bare codes, reads after the failed
    /// read, the end of rows, and a decoder's search for the end of a file.
    package var cause: ZigguratError.Cause? {
        let line = lines.last { line in
            line.contains(where: \.isLetter)
                && !["out of order read", "bad seek", "no further rows"]
                    .contains { line.contains($0) }
        }
        return line.map(ZigguratError.Cause.library)
    }

    /// Whether a message states that the file ends early. libvips has no error codes, and some
    /// formats do not mark their end, so only the words of messages show this.
    var reportEnd: Bool {
        let words = [
            "premature", "truncat", "end of", "out of data", "short read", "area too small",
            "read error at", "error reading",
        ]
        return lines.contains { line in
            let line = line.lowercased()
            return words.contains { line.contains($0) }
        }
    }

    /// Whether one of the messages means that memory is lacking.
    package var reportMemory: Bool { lines.contains(where: Self.tellsOfMemory) }

    /// Whether a message means that memory is lacking. Libraries have no common error code for
    /// this.
    package static func tellsOfMemory(_ message: String) -> Bool {
        let message = message.lowercased()
        return [
            "out of memory", "bad_alloc", "failed to allocate", "unable to allocate",
            "cannot allocate", "could not allocate", "memory allocation", "not enough memory",
            "insufficient memory", "temporarily unavailable", "failed to map segment",
        ].contains { message.contains($0) }
    }
}
