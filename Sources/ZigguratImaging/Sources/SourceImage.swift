internal import CVips
internal import Glibc
internal import ZigguratCore
public import ZigguratSystem

/// An image file to be read: opened and understood, not yet decoded.
public final class SourceImage: Sendable {
    public let path: String
    public let request: SourceRequest
    public let trust: SourceTrust
    public let header: SourceHeader
    let recipe: ReadingRecipe

    /// Where temporary files are made, for pictures that have to be turned.
    public static var temporaryFolder: String { TemporaryFile.folder }

    /// Opens a file and reads its header.
    ///
    /// - Throws: ``ZigguratError`` where there is no such file, it is not readable, no image that
    ///   libvips knows, not trusted, or does not have what is asked for.
    public init(
        path: String, request: SourceRequest = SourceRequest(), trust: SourceTrust = SourceTrust()
    ) throws(ZigguratError) {
        try Self.checkFile(path)
        self.path = path
        self.request = request
        self.trust = trust
        if let plain = try JPEGHeader.plain(path, request, trust) {
            (header, recipe) = plain
        } else {
            (header, recipe) = try Self.understood(path, request, trust)
        }
        if header.format == "tiff", recipe.isFilled,
            try fastReading(keepsAlpha: true, isWanted: { true }) == nil
        {
            throw ZigguratError(
                .truncatedSource, path,
                "the file ends early, and nothing fills what is missing of such a TIFF",
                remedy: "get a complete copy of it")
        }
    }

    /// The header as libvips understands it, of every format and kind of picture.
    static func understood(
        _ path: String, _ request: SourceRequest = SourceRequest(),
        _ trust: SourceTrust = SourceTrust()
    ) throws(ZigguratError) -> (header: SourceHeader, recipe: ReadingRecipe) {
        let opening: SourceOpening
        do throws(ZigguratError) {
            opening = try SourceOpening(path, request, trust)
        } catch {
            throw readable(error, path: path)
        }
        do throws(ZigguratError) {
            let recipe = try opening.recipe()
            return (try opening.header(recipe), recipe)
        } catch {
            throw error.about(path)
        }
    }

    /// The picture as a person sees it: upright, in sRGB or grey, or in the colours of its profile
    /// where they are kept, of as many bits a sample as the request says.
    ///
    /// - Parameters:
    ///   - keepsAlpha: whether transparency stays; else the picture is flattened on the background.
    ///   - limits: which values become black and white; see ``lookAtValues(isWanted:)``.
    ///   - isWanted: asked now and then where the picture has to be decoded before its first row
    ///     is known; an answer of `false` cancels.
    func makeReading(
        keepsAlpha: Bool, background: RGBColor, limits: ClosedRange<Double>? = nil,
        isWanted: () -> Bool = { true }
    ) throws(ZigguratError) -> PixelReading {
        do throws(ZigguratError) {
            switch try fastReading(keepsAlpha: keepsAlpha, isWanted: isWanted) {
            case .rows(let reader): return .rows(try turned(reader, isWanted: isWanted))
            case .blocks(let source): return .blocks(source)
            case nil: break
            }
        } catch {
            throw error.orAbout(path)
        }
        return .rows(
            try makeRowReader(
                keepsAlpha: keepsAlpha, background: background, limits: limits,
                isWanted: isWanted))
    }

    /// The general way, for every format and kind of picture: through libvips.
    func makeRowReader(
        keepsAlpha: Bool, background: RGBColor, limits: ClosedRange<Double>? = nil,
        isWanted: () -> Bool = { true }
    ) throws(ZigguratError) -> any RowReader {
        do throws(ZigguratError) {
            let conversion = ColourConversion(
                keepsAlpha: keepsAlpha, background: background, intent: request.intent,
                limits: limits, bits: request.sampleBits, keepsProfile: request.colour == .keep)
            let reader = try generalReader(conversion, isWanted: isWanted)
            return try turned(reader, isWanted: isWanted)
        } catch {
            throw error.orAbout(path)
        }
    }

    /// As it lies in the file, but cut out and reduced.
    private func generalReader(
        _ conversion: ColourConversion, isWanted: () -> Bool
    ) throws(ZigguratError) -> any RowReader {
        var picture = try conversion.apply(to: storedPart(isWanted: isWanted))
        if let size = recipe.reducedSize { picture = try picture.resized(to: size) }
        return VipsRowReader(picture, path: path)
    }

    /// Finds out which values are black and white where the header does not say it: reads the
    /// picture once for that, or its first rows where they tell.
    ///
    /// - Parameter isWanted: asked now and then; an answer of `false` cancels.
    func lookAtValues(
        isWanted: () -> Bool = { true }
    ) throws(ZigguratError) -> SampleProbe.Finding {
        if request.range == .stored, header.bitsPerSample == 8 { return SampleProbe.Finding() }
        do throws(ZigguratError) {
            return try SampleProbe.finding(
                storedPart(isWanted: isWanted), request.range, isWanted: isWanted)
        } catch {
            throw error.orAbout(path)
        }
    }

    /// The colour profile that every tile carries; empty where none does.
    func keptProfile() throws(ZigguratError) -> [UInt8] {
        guard header.profileBytes != nil else { return [] }
        let picture = try VipsImage.open(path, recipe.loading, sequential: true)
        return ColourProfile(of: picture)?.data ?? []
    }

    /// The part that is exported, as it is stored.
    private func storedPart(isWanted: () -> Bool) throws(ZigguratError) -> VipsImage {
        let picture = try VipsImage.open(path, recipe.loading, sequential: true)
        if header.decoderBytes != nil { try picture.decode(isWanted: isWanted) }
        guard let region = recipe.storedRegion else { return picture }
        return try picture.cropped(to: region)
    }

    /// A way that leaves libvips out, where the file's samples are already what is wanted.
    private func fastReading(
        keepsAlpha: Bool, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard recipe.isWhole, request.range == .stored, request.sampleBits == 8,
            !header.hasProfile || request.colour == .keep, header.bitsPerSample == 8,
            header.colour == .rgb || header.colour == .grey
        else { return nil }
        switch header.format {
        case "jpeg":
            let reader = try JPEGRowReader(path: path)
            if header.decoderBytes != nil { try reader?.start(isWanted: isWanted) }
            return reader.map(PixelReading.rows)
        case "png":
            return try PNGRowReader(path: path, keepsAlpha: keepsAlpha).map(PixelReading.rows)
        case "tiff" where recipe.orientation == .upright:
            return try TIFFSource(path: path, fillsMissing: recipe.isFilled)
                .map(PixelReading.blocks)
        default: return nil
        }
    }

    /// Turning a picture on its side needs its rows in another order than the file has them.
    private func turned(
        _ reader: any RowReader, isWanted: () -> Bool
    ) throws(ZigguratError) -> any RowReader {
        let orientation = recipe.orientation
        if orientation == .upright { return reader }
        if orientation.keepsRowOrder { return MirroredRowReader(reader) }
        return try TurnedRowReader(reader, orientation, isWanted: isWanted)
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
        guard [.unknownFormat, .untrustedSource].contains(error.code) else {
            return error.about(path)
        }
        if TruncationCheck.endsEarly(path) {
            return ZigguratError(
                .truncatedSource, path, "the file ends too early for anything of it to be shown",
                remedy: "get a complete copy of it")
        }
        if error.code == .untrustedSource { return error }
        if error.problem.contains("not a known file format") {
            return ZigguratError(
                .unknownFormat, path,
                "it is not an image, or of a format that libvips does not read")
        }
        return ZigguratError(.invalidSource, path, "its header cannot be read (\(error.problem))")
    }
}
