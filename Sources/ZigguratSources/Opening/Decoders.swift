internal import CVips
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

    private static func recognising(path: String) -> (any SourceDecoder)? {
        (try? SourceFile(path: path)).flatMap { recognising($0) }
    }

    static func recognising(_ head: [UInt8]) -> (any SourceDecoder)? {
        all.first { $0.recognises(head) }
    }

    /// The number of bytes that are enough to recognise a format.
    private static let headLength = 18

    /// The file name extensions of formats whose images consist of a single file.
    static let imageExtensions = Set(
        all.filter { $0.traits.readsImages && !$0.traits.hasFurtherFiles }.flatMap(\.extensions))

    /// The combined attributes of all files of a source.
    ///
    /// - Returns: `nil` if a file is missing.
    static func attributes(of path: String) -> FileAttributes? {
        for decoder in all where decoder.traits.hasFurtherFiles {
            guard decoder.extensions.contains(where: { path.hasSuffix(".\($0)") }),
                let file = try? SourceFile(path: path),
                decoder.recognises(file.bytes(headLength, at: 0))
            else { continue }
            return decoder.open(file).attributes
        }
        return FileSystem.attributes(of: path)
    }

    /// Whether the first bytes of the file are recognised by a decoder that runs in this process.
    static func isRecognisedHere(_ path: String) -> Bool {
        recognising(path: path)?.traits.isIsolated == false
    }

    /// Whether the decoder of a damaged file can deliver the other pixels if damaged files are
    /// allowed.
    ///
    /// - Returns: if the format is unknown, whether the row of the damage is known.
    package static func fillDamage(_ damage: SourceError, of path: String) -> Bool {
        let isAfterHeader =
            if case .truncated(nil, _) = damage { false } else { true }
        guard let file = try? SourceFile(path: path), let decoder = recognising(file) else {
            return isAfterHeader
        }
        return decoder.traits.fillsDamage && (isAfterHeader || decoder.open(file).canBeFilled)
    }

    /// Whether the end of a file is missing, as far as the format of the file tells.
    static func isTruncated(_ file: SourceFile) -> Bool {
        recognising(file)?.open(file).endIsMissing ?? false
    }

    /// The error of a decoder that stopped within the image data.
    static func failure(
        _ path: String, row: Int, of rowCount: Int, _ failure: DecoderMessages
    ) -> ZigguratError {
        let decoder = recognising(path: path) ?? OtherDecoder("unknown")
        return decoder.failure(path, row: row, of: rowCount, failure)
    }

    /// Whether a file may be an image: a decoder or libvips recognises its content, or the file
    /// name has the extension of an image format.
    static func mayRead(_ path: String) -> Bool {
        if recognising(path: path)?.traits.readsAll == true { return true }
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

extension Decoders {
    /// An open file with its decoder, and the libvips loader that opens the file.
    struct Choice {
        package let decoder: any SourceDecoder
        package let image: any OpenedImage
        /// The nickname of libvips' loader; `nil` if the decoder does not need libvips.
        let loader: String?

        fileprivate init(_ decoder: any SourceDecoder, _ file: SourceFile, loader: String?) {
            (self.decoder, self.loader) = (decoder, loader)
            image = decoder.open(file)
        }

        /// Whether the loader is trusted for files from strangers.
        var isTrusted: Bool { loader.map { zig_loader_is_trusted($0) != 0 } ?? true }
    }

    /// Chooses the decoder of a file.
    ///
    /// If no other loader accepts a file, libvips tries ImageMagick. ImageMagick would get damaged
    /// files, and SVG files with a long comment at the beginning, from which ImageMagick reads
    /// other files. Therefore ImageMagick gets only formats that no other decoder reads.
    ///
    /// - Precondition: libvips is started.
    static func choice(_ file: SourceFile) throws(ZigguratError) -> Choice {
        let known = recognising(file)
        if let known, known.traits.readsAll { return Choice(known, file, loader: nil) }
        // A loader for tables of numbers is ignored: the header of another format can look like a
        // table.
        let loader = VipsImage.loader(of: file.path).flatMap {
            ofLoader($0).traits.readsImages ? $0 : nil
        }
        if let loader, !loader.hasPrefix("magick") {
            return Choice(ofLoader(loader), file, loader: loader)
        }
        if let name = ForeignFormat.name(file) {
            throw ZigguratError(SourceError.unsupported(.format(name)), file.path)
        }
        if let known = known ?? all.first(where: { $0.recognises(file) }) {
            return Choice(known, file, loader: known.format + "load")
        }
        let magick = MagickDecoder()
        let magickLoader = loader ?? (VipsImage.hasLoader(of: magick.format) ? nil : "magickload")
        guard let magickLoader, MagickDecoder.name(file) != nil else {
            throw ZigguratError(SourceError.unknownFormat, file.path)
        }
        return Choice(magick, file, loader: magickLoader)
    }
}

/// Unsupported formats that are recognised only to name them in errors.
private enum ForeignFormat {
    private static let marks: [(mark: [UInt8], name: String)] = [
        (Array("%!PS".utf8), "PostScript"), ([0xC5, 0xD0, 0xD3, 0xC6], "PostScript"),
        (Array("icns".utf8), "ICNS"), (Array("IIU\0".utf8), "camera raw"),
        ([0x49, 0x49, 0xBC, 1], "JPEG XR"),
        (Array("IIRO".utf8), "camera raw"), (Array("IIRS".utf8), "camera raw"),
        (Array("MMOR".utf8), "camera raw"), (Array("FUJIFILMCCD-RAW".utf8), "camera raw"),
        (Array("\0MRM".utf8), "camera raw"), (Array("FOVb".utf8), "camera raw"),
        (Array("id=ImageMagick".utf8), "MIFF"), (Array("push graphic-context".utf8), "MVG"),
        ([0x1A, 0x45, 0xDF, 0xA3], "video"), (Array("OggS".utf8), "video"),
        ([0x89] + Array("HDF".utf8), "HDF5"), ([0x0E, 3, 0x13, 1], "HDF4"),
        (Array("CDF".utf8) + [1], "NetCDF"), (Array("CDF".utf8) + [2], "NetCDF"),
        (Array("MATLAB 7.3".utf8), "MATLAB 7.3"), ([0, 0, 1, 0xBA], "video"),
        ([0, 0, 1, 0xB3], "video"),
    ]
    /// Prefixes of the ISO media brands of unsupported formats.
    private static let brands: [(mark: String, name: String)] =
        [("crx ", "camera raw"), ("avis", "AVIF sequence"), ("msf1", "HEIF sequence")]
        + ["isom", "iso2", "mp4", "M4V", "avc1", "3g", "qt  ", "MSNV", "dash"].map { ($0, "video") }
    /// Prefixes of the contents of unsupported RIFF files.
    private static let riffs: [(mark: String, name: String)] = [
        ("AVI ", "video"), ("ACON", "animated cursor"),
    ]
    private static let markLength = 24

    package static func name(_ file: SourceFile) -> String? {
        let head = file.bytes(markLength, at: 0)
        if head.starts(with: "RIFF".utf8) {
            return riffs.first { head.dropFirst(8).starts(with: $0.mark.utf8) }?.name
        }
        if file.bytes(4, at: 128).elementsEqual("DICM".utf8) { return "DICOM" }
        if head.dropFirst(4).starts(with: "ftyp".utf8) {
            return brands.first { head.dropFirst(8).starts(with: $0.mark.utf8) }?.name
        }
        return marks.first { head.starts(with: $0.mark) }?.name
    }
}
