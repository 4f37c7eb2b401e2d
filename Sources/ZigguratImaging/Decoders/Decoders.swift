internal import ZigguratCore
internal import ZigguratSystem

/// All decoders.
enum Decoders {
    /// In the order in which they are asked whether they recognise a file.
    static let all: [any SourceDecoder] = [
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
        // TGA has no mark at its beginning.
        TGADecoder(),
        OpenEXRDecoder(),
        OtherDecoder("fits", mark: Array("SIMPLE  =".utf8)),
        TableDecoder(format: "csv"),
        TableDecoder(format: "matrix"),
        TableDecoder(format: "raw"),
    ]

    /// The decoder of a format; one without particulars if none is known.
    static func named(_ format: String) -> any SourceDecoder {
        all.first { $0.format == format } ?? OtherDecoder(format)
    }

    /// The decoder of a loader: `jpegload_source` belongs to `jpeg`.
    static func ofLoader(_ nickname: String) -> any SourceDecoder {
        let end = nickname.firstRange(of: "load")?.lowerBound ?? nickname.endIndex
        return named(String(nickname[..<end]))
    }

    /// The decoder that recognises a file by its first bytes.
    static func recognising(_ file: SourceFile) -> (any SourceDecoder)? {
        recognising(file.bytes(headLength, at: 0))
    }

    static func recognising(_ head: [UInt8]) -> (any SourceDecoder)? {
        all.first { $0.recognises(head) }
    }

    /// Bytes that are enough to recognise a format.
    private static let headLength = 18

    /// The extensions of images that are one file each.
    static let imageExtensions = Set(
        all.filter { $0.traits.readsImages && !$0.traits.hasFurtherFiles }.flatMap(\.extensions))

    /// Opens a file without libvips.
    ///
    /// - Returns: `nil` if libvips has to open it.
    static func open(
        _ path: String, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard let file = try? SourceFile(path: path) else { return nil }
        return recognising(file)?.open(file, request, trust)
    }

    /// The attributes of a source and of all files that it consists of.
    ///
    /// - Returns: `nil` if one of them is missing.
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

    /// Whether a decoder that needs no process of its own knows how the file begins.
    static func isRecognisedHere(_ path: String) -> Bool {
        guard let file = try? SourceFile(path: path) else { return false }
        return recognising(file.bytes(16, at: 0))?.traits.isIsolated == false
    }

    /// Whether a file lacks its end, as far as its format tells.
    static func isTruncated(_ path: String) -> Bool {
        guard let file = try? SourceFile(path: path) else { return false }
        guard let decoder = recognising(file) else { return false }
        return file.byteCount < 16 || decoder.isTruncated(file)
    }

    /// The error of a decoder that stopped within the image data: the format's own rule says whether
    /// the file is truncated, and for formats without a rule, the decoder's messages.
    static func failure(
        _ path: String, row: Int, of rowCount: Int, _ failure: DecoderMessages
    ) -> ZigguratError {
        let damage =
            isTruncated(path) || failure.reportEnd
            ? SourceFailure.truncated(row: row, of: rowCount) : .invalidData(row: row)
        return ZigguratError(
            // Before the first row, a library may say that it cannot read the image.
            row == 0 ? failure.cause?.report?.reason ?? damage : damage, path, cause: failure.cause)
    }

    /// Whether a file is worth trying: libvips recognises an image, or the file's name says that it
    /// is one.
    package static func mayRead(_ path: String) -> Bool {
        if let file = try? SourceFile(path: path), recognising(file)?.traits.readsAll == true {
            return true
        }
        guard (try? VipsRuntime.start()) != nil, let loader = VipsImage.loader(of: path) else {
            // Opening it reports what is wrong.
            let name = path.split(separator: "/").last ?? ""
            guard let dot = name.lastIndex(of: ".") else { return false }
            let ending = name[name.index(after: dot)...].lowercased()
            return all.contains { $0.traits.readsImages && $0.extensions.contains(ending) }
        }
        return ofLoader(loader).traits.readsImages
    }
}
