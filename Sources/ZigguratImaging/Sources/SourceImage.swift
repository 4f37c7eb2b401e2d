internal import CVips
internal import Glibc
public import ZigguratCore

/// An image file to be read: opened and understood, not yet decoded.
public final class SourceImage: Sendable {
    public let path: String
    public let header: SourceHeader

    /// Opens a file and reads its header.
    ///
    /// - Throws: ``ZigguratError`` where there is no such file, it is not readable, or no image
    ///   that libvips knows.
    public init(path: String) throws(ZigguratError) {
        try Self.checkFile(path)
        self.path = path
        if let plain = JPEGHeader.plain(path) {
            header = plain
        } else {
            header = try Self.generalHeader(path)
        }
    }

    /// The header as libvips understands it, of every format and kind of picture.
    static func generalHeader(_ path: String) throws(ZigguratError) -> SourceHeader {
        let picture: VipsPicture
        do throws(ZigguratError) {
            picture = try VipsPicture.open(path, sequential: true)
        } catch {
            throw readable(error, path: path)
        }
        return try header(of: picture, path: path)
    }

    /// The picture as a person sees it: upright, in sRGB or grey, 8 bits a sample.
    ///
    /// - Parameters:
    ///   - keepsAlpha: whether transparency stays; else the picture is flattened on the background.
    func makeReading(
        keepsAlpha: Bool, background: RGBColor
    ) throws(ZigguratError) -> PixelReading {
        if let reading = try fastReading(keepsAlpha: keepsAlpha) { return reading }
        return .rows(try makeRowReader(keepsAlpha: keepsAlpha, background: background))
    }

    /// The general way, for every format and kind of picture: through libvips.
    func makeRowReader(
        keepsAlpha: Bool, background: RGBColor
    ) throws(ZigguratError) -> any RowReader {
        do throws(ZigguratError) {
            // Turning a picture on its side needs its rows in another order than the file has them.
            let isSequential = header.orientation <= 2
            let picture = try VipsPicture.open(path, sequential: isSequential)
            let converted = try ColourConversion(
                keepsAlpha: keepsAlpha, background: background
            ).apply(to: try picture.upright())
            return VipsRowReader(converted, path: path)
        } catch {
            throw error.subject.isEmpty ? error.about(path) : error
        }
    }

    /// A way that leaves libvips out, where the file's samples are already what is wanted.
    private func fastReading(keepsAlpha: Bool) throws(ZigguratError) -> PixelReading? {
        guard header.orientation == 1, !header.hasProfile, header.bitsPerSample == 8,
            header.colour == .rgb || header.colour == .grey
        else { return nil }
        return switch header.format {
        case "jpeg": try JPEGRowReader(path: path).map(PixelReading.rows)
        case "png": try PNGRowReader(path: path, keepsAlpha: keepsAlpha).map(PixelReading.rows)
        case "tiff": try TIFFSource(path: path).map(PixelReading.blocks)
        default: nil
        }
    }

    private static func checkFile(_ path: String) throws(ZigguratError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let reason =
                errno == ENOENT || errno == ENOTDIR
                ? "there is no such file" : String(cString: strerror(errno))
            throw ZigguratError(.unreadableSource, path, reason)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ZigguratError(.unreadableSource, path, "it is not a file")
        }
        guard access(path, R_OK) == 0 else {
            throw ZigguratError(
                .unreadableSource, path, "it cannot be read (\(String(cString: strerror(errno))))",
                remedy: "give yourself the right to read it")
        }
        guard status.st_size > 0 else {
            throw ZigguratError(.unreadableSource, path, "the file is empty")
        }
    }

    /// libvips' complaint about a file that it cannot open, for a person.
    private static func readable(_ error: ZigguratError, path: String) -> ZigguratError {
        guard error.code == .unknownFormat else { return error.about(path) }
        if TruncationCheck.endsEarly(path) {
            return ZigguratError(
                .truncatedSource, path, "the file ends before its picture begins",
                remedy: "get a complete copy of it")
        }
        if error.problem.contains("not a known file format") {
            return ZigguratError(
                .unknownFormat, path,
                "it is not an image, or of a format that libvips does not read")
        }
        return ZigguratError(.invalidSource, path, "its header cannot be read (\(error.problem))")
    }

    private static func header(
        of picture: VipsPicture, path: String
    ) throws(ZigguratError) -> SourceHeader {
        let isTurned = picture.orientation >= 5
        let bits: Int
        switch picture.format {
        case VIPS_FORMAT_UCHAR, VIPS_FORMAT_CHAR: bits = 8
        case VIPS_FORMAT_USHORT, VIPS_FORMAT_SHORT: bits = 16
        case VIPS_FORMAT_UINT, VIPS_FORMAT_INT, VIPS_FORMAT_FLOAT: bits = 32
        case VIPS_FORMAT_DOUBLE: bits = 64
        default:
            throw ZigguratError(
                .invalidSource, path, "its samples are complex numbers, not a picture")
        }
        let colour: SourceHeader.Colour
        switch picture.interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: colour = .grey
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16,
            VIPS_INTERPRETATION_scRGB:
            colour = .rgb
        case VIPS_INTERPRETATION_CMYK: colour = .cmyk
        case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABQ, VIPS_INTERPRETATION_LABS:
            colour = .lab
        default: colour = .other
        }
        return SourceHeader(
            format: format(ofLoader: picture.text("vips-loader") ?? "unknown"),
            size: PixelSize(
                width: isTurned ? picture.height : picture.width,
                height: isTurned ? picture.width : picture.height),
            bands: picture.bands, bitsPerSample: bits, colour: colour, hasAlpha: picture.hasAlpha,
            hasProfile: ColourProfile(of: picture)?.changesPixels ?? false,
            orientation: picture.orientation, pages: picture.pages)
    }

    /// `jpegload_source` → `jpeg`.
    private static func format(ofLoader loader: String) -> String {
        guard let end = loader.firstRange(of: "load") else { return loader }
        return String(loader[..<end.lowerBound])
    }
}
