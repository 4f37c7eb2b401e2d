internal import ZigguratCore
internal import ZigguratDecoders
package import ZigguratImaging
internal import ZigguratSystem

/// All decoders, and the functions that select the decoder of a file.
package enum Decoders {
    /// All decoders, in search order: the first decoder that recognises a file decodes it.
    package static let all: [any SourceDecoder] = [
        JPEGDecoder(),
        PNGDecoder(),
        TIFFDecoder(),
        GIFDecoder(),
        WebPDecoder(),
        HEIFDecoder(),
        JPEG2000Decoder(),
        JPEGXLDecoder(),
        PDFDecoder(),
        SVGDecoder(),
        SlideDecoder(),
        RadianceDecoder(),
        MagickDecoder(),
        PNMDecoder(),
        BMPDecoder(),
        PSDDecoder(),
        QOIDecoder(),
        IconDecoder(),
        MosaicDecoder(),
        PMTilesDecoder(),
        // A TGA file has no signature at its beginning, so decoders for signatures come first.
        TGADecoder(),
        OpenEXRDecoder(),
        OtherDecoder("fits", mark: Array("SIMPLE  =".utf8)),
        TableDecoder(format: "csv"),
        TableDecoder(format: "matrix"),
        TableDecoder(format: "raw"),
    ]

    /// The decoder of a format; ``OtherDecoder`` if the format is unknown.
    static func named(_ format: String) -> any SourceDecoder {
        all.first { $0.format == format } ?? OtherDecoder(format)
    }

    /// The decoder of a libvips loader: `jpegload_source` belongs to `jpeg`.
    static func ofLoader(_ nickname: String) -> any SourceDecoder {
        let end = nickname.firstRange(of: "load")?.lowerBound ?? nickname.endIndex
        return named(String(nickname[..<end]))
    }

    /// The decoder that recognises a file by its first bytes.
    package static func recognising(_ file: SourceFile) -> (any SourceDecoder)? {
        recognising(file.bytes(headLength, at: 0))
    }

    static func recognising(_ head: [UInt8]) -> (any SourceDecoder)? {
        all.first { $0.recognises(head) }
    }

    /// The number of bytes that are enough to recognise a format.
    private static let headLength = 18

    /// The file name extensions of formats whose images consist of a single file.
    static let imageExtensions = Set(
        all.filter { $0.traits.readsImages && !$0.traits.hasFurtherFiles }.flatMap(\.extensions))

    /// Opens a file without libvips.
    ///
    /// - Returns: `nil` if libvips has to open the file.
    package static func open(
        _ path: String, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard let file = try? SourceFile(path: path) else { return nil }
        return recognising(file)?.open(file, request, trust)
    }

    /// The combined attributes of all files of a source.
    ///
    /// - Returns: `nil` if a file is missing.
    static func attributes(of path: String) -> FileAttributes? {
        for decoder in all where decoder.traits.hasFurtherFiles {
            guard decoder.extensions.contains(where: { path.hasSuffix(".\($0)") }),
                let file = try? SourceFile(path: path),
                decoder.recognises(file.bytes(headLength, at: 0))
            else { continue }
            return decoder.attributes(file)
        }
        return FileSystem.attributes(of: path)
    }

    /// Whether the first bytes of the file are recognised by a decoder that runs in this process.
    static func isRecognisedHere(_ path: String) -> Bool {
        guard let file = try? SourceFile(path: path) else { return false }
        return recognising(file.bytes(16, at: 0))?.traits.isIsolated == false
    }

    /// Whether the end of a file is missing, as far as the format of the file tells.
    static func isTruncated(_ path: String) -> Bool {
        guard let file = try? SourceFile(path: path) else { return false }
        return recognising(file)?.endIsMissing(file) ?? false
    }

    /// The error of a decoder that stopped within the image data.
    static func failure(
        _ path: String, row: Int, of rowCount: Int, _ failure: DecoderMessages
    ) -> ZigguratError {
        let decoder = (try? SourceFile(path: path)).flatMap(recognising) ?? OtherDecoder("unknown")
        return decoder.failure(path, row: row, of: rowCount, failure)
    }

    /// Whether a file may be an image: a decoder or libvips recognises its content, or the file
    /// name has the extension of an image format.
    package static func mayRead(_ path: String) -> Bool {
        if let file = try? SourceFile(path: path), recognising(file)?.traits.readsAll == true {
            return true
        }
        guard (try? VipsRuntime.start()) != nil, let loader = VipsImage.loader(of: path) else {
            // If the file has an image extension, opening it reports the error in its content.
            let name = path.split(separator: "/").last ?? ""
            guard let dot = name.lastIndex(of: ".") else { return false }
            let ending = name[name.index(after: dot)...].lowercased()
            return all.contains { $0.traits.readsImages && $0.extensions.contains(ending) }
        }
        return ofLoader(loader).traits.readsImages
    }
}
