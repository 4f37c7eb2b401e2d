internal import CVips
internal import Synchronization
internal import ZigguratCore
package import ZigguratSystem

/// An image file whose header has been read, and whose pixels have not.
package final class SourceImage: Sendable {
    package let path: String
    package let request: SourceRequest
    package let trust: SourceRequest.Trust
    package let header: SourceHeader
    let plan: DecodePlan
    let decoder: any SourceDecoder
    /// Whether another process has read the header.
    let isIsolated: Bool
    /// The file before its header was read.
    package let attributes: FileAttributes?
    /// Stored, because finding it takes long in files of many blocks.
    private let knownMemory = Mutex<DirectMemory??>(nil)

    /// The folder of temporary files, for images that have to be turned.
    package static var temporaryFolder: String { TemporaryFile.folder }

    /// The attributes of a source: of the file, and for a mosaic also of its pieces.
    ///
    /// - Returns: `nil` if one of them is missing.
    package static func attributes(of path: String) -> FileAttributes? {
        Decoders.attributes(of: path)
    }

    /// Opens a file and reads its header.
    ///
    /// - Throws: ``SourceFailure``.
    package init(
        path: String, request: SourceRequest = SourceRequest(),
        trust: SourceRequest.Trust = SourceRequest.Trust()
    ) throws(ZigguratError) {
        try SourceFile.check(path)
        attributes = Self.attributes(of: path)
        self.path = path
        self.request = request
        self.trust = trust
        let header: SourceHeader
        if trust.isolation == nil || Decoders.isRecognisedHere(path),
            let opened = Decoders.open(path, request, trust)
        {
            (header, plan) = opened
            isIsolated = false
        } else if let isolation = trust.isolation {
            (header, plan) = try DecoderProcess.open(path, request, trust, isolation)
            isIsolated = true
        } else {
            (header, plan) = try VipsSource.open(path, request, trust)
            isIsolated = false
        }
        self.header = header.locating(path, request, plan)
        decoder = Decoders.named(header.format)
        if !isIsolated, plan.isFilled, !decoder.traits.fillsMissingRows,
            try directReading(ReadingTarget(), isWanted: { true }) == nil
        {
            throw ZigguratError(SourceFailure.cannotFill, path)
        }
    }

    /// Throws if the file was replaced or written since its header was read: the pixels may then be
    /// those of two images.
    package func checkUnchanged() throws(ZigguratError) {
        let now = Self.attributes(of: path)
        guard now?.identity == attributes?.identity, now?.byteCount == attributes?.byteCount,
            now?.modified == attributes?.modified
        else { throw ZigguratError(SourceFailure.changed, path) }
    }

    /// Starts to read the image as it is exported: upright, in sRGB or grey, or in the colours of its
    /// profile, with the bits that the request asks for.
    ///
    /// - Parameters:
    ///   - keepsAlpha: `false` flattens the image on the background.
    ///   - limits: which values become black and white; see ``lookAtValues(isWanted:)``.
    ///   - turnsRows: `false` leaves the rows as they are stored.
    ///   - coefficients: those of the file, to be read with its rows.
    ///   - decoderMemory: the memory that a decoder in another process may take, in bytes; `nil` is
    ///     the limit of ``SourceRequest/Isolation``.
    ///   - firstRow: if a decoder in another process reads rows, the caller skips those above it.
    ///   - isWanted: asked now and then, if the image has to be decoded before its first row is
    ///     known; an answer of `false` cancels.
    func makeReading(
        keepsAlpha: Bool, background: RGBColor, limits: ClosedRange<Double>? = nil,
        turnsRows: Bool = true, coefficients: JPEGCoefficients? = nil,
        decoderMemory: Int? = nil, firstRow: Int = 0, isWanted: () -> Bool = { true }
    ) throws(ZigguratError) -> PixelReading {
        let target = ReadingTarget(
            sampleBytes: request.sampleBits / 8, keepsAlpha: keepsAlpha, background: background,
            appliesProfile: header.hasProfile && request.colour == .srgb, intent: request.intent,
            coefficients: coefficients)
        do throws(ZigguratError) {
            if limits == nil, let reading = try directReading(target, isWanted: isWanted) {
                return turnsRows ? try turned(reading, isWanted: isWanted) : reading
            }
            if let isolation = trust.isolation {
                let reading = try isolatedReading(
                    isolation, keepsAlpha: keepsAlpha, background: background, limits: limits,
                    memoryLimit: decoderMemory, firstRow: firstRow, isWanted: isWanted)
                return turnsRows ? try turned(reading, isWanted: isWanted) : reading
            }
        } catch {
            throw error.orAbout(path)
        }
        return try makeGeneralReading(
            keepsAlpha: keepsAlpha, background: background, limits: limits, turnsRows: turnsRows,
            isWanted: isWanted)
    }

    /// The same through libvips, which works for every format.
    func makeGeneralReading(
        keepsAlpha: Bool, background: RGBColor, limits: ClosedRange<Double>? = nil,
        turnsRows: Bool = true, isWanted: () -> Bool = { true }
    ) throws(ZigguratError) -> PixelReading {
        do throws(ZigguratError) {
            let conversion = ColourConversion(
                keepsAlpha: keepsAlpha, background: background, intent: request.intent,
                limits: limits, bits: request.sampleBits, keepsProfile: request.colour == .keep)
            let (stored, failure) = try storedPart(isWanted: isWanted)
            var image = try conversion.apply(to: stored)
            if let size = plan.reducedSize { image = try image.resized(to: size) }
            let reading = PixelReading.rows(
                VipsRowReader(image, path: path, earlierFailure: failure))
            return turnsRows ? try turned(reading, isWanted: isWanted) : reading
        } catch {
            throw error.orAbout(path)
        }
    }

    /// Finds which values are black and white, if the header does not say it. This reads the image,
    /// or its first rows if they tell.
    ///
    /// - Parameter isWanted: asked now and then; an answer of `false` cancels.
    func lookAtValues(
        isWanted: () -> Bool = { true }
    ) throws(ZigguratError) -> ValueRangeProbe.Finding {
        guard !knowsValues(isWanted: isWanted) else { return ValueRangeProbe.Finding() }
        let missing = decoder.missingValue(path, page: plan.settings.page ?? 0)
        if let isolation = trust.isolation {
            return try isolatedValues(isolation, isWanted: isWanted)
        }
        do throws(ZigguratError) {
            return try ValueRangeProbe.finding(
                storedPart(isWanted: isWanted).image, request.range, missing: missing,
                isWanted: isWanted)
        } catch {
            throw error.orAbout(path)
        }
    }

    /// Whether the header, or the first rows, say which values are black and white.
    func knowsValues(isWanted: () -> Bool = { true }) -> Bool {
        // Signed samples of 8 bits have no range, either.
        let isOpen = header.conversions.contains { $0.isOpen }
        guard request.range == .stored else { return false }
        if !isOpen, header.bitsPerSample < 16 || header.hasProfile { return true }
        return header.bitsPerSample == 16
            && decoder.missingValue(path, page: plan.settings.page ?? 0) == nil
            && usesUpperBits(isWanted: isWanted)
    }

    /// Whether the format's own decoder finds values of 16 bits that need more than 12, mostly in the
    /// first rows. libvips has to find all others, and errors.
    private func usesUpperBits(isWanted: () -> Bool) -> Bool {
        let reading = try? directReading(ReadingTarget(), isWanted: isWanted)
        guard let reading else { return false }
        let colourBands = reading.bands - (header.hasAlpha ? 1 : 0)
        // One more, because samples may be rounded.
        return reading.hasSample(above: ValueRangeProbe.narrow >> 8, colourBands, isWanted)
    }

    /// The colour profile that every tile carries; empty if they carry none.
    func keptProfile() throws(ZigguratError) -> [UInt8] {
        guard header.profileBytes != nil else { return [] }
        if let isolation = trust.isolation { return try isolatedProfile(isolation) }
        let image = try VipsImage.open(path, plan.settings, sequential: true)
        return image.profile?.data ?? []
    }

    /// The part that is exported, as it is stored; and why its decoder failed, if it has run.
    private func storedPart(
        isWanted: () -> Bool
    ) throws(ZigguratError) -> (image: VipsImage, failure: DecoderMessages?) {
        let image = try VipsImage.open(path, plan.settings, sequential: true)
        var failure: DecoderMessages?
        if header.decoderBytes != nil {
            // The decoder cannot be interrupted, and ends before the caller gets an answer.
            guard isWanted() else { throw ZigguratError(Cancelled(), path) }
            failure = image.decode()
            guard isWanted() else { throw ZigguratError(Cancelled(), path) }
        }
        return (try plan.storedRegion.map(image.cropped) ?? image, failure)
    }

    /// The estimated processor time to decode the image, in seconds.
    package var decodingSeconds: Double {
        Double(header.size.pixelCount) / 1_000_000 * decoder.traits.secondsPerMegapixel
    }

    /// Whether the format's own decoder may read the file in this process, and not libvips.
    var isReadDirectly: Bool { !isIsolated && isReadByOwnDecoder }

    /// Whether the format's own decoder may read the file, in any process, and not libvips.
    var isReadByOwnDecoder: Bool {
        plan.isFullSize(ofAnyPage: decoder.traits.readsPages) && request.range == .stored
            && header.bitsPerSample <= 16 && [.rgb, .grey, .cmyk].contains(header.colour)
    }

    /// The bytes that the threads of the format's own decoder hold, besides rows.
    package func decodingBytes(threadCount: Int) -> Int {
        guard let directMemory else { return 0 }
        return directMemory.threadBytes
            * (directMemory.chunkHeight == nil ? 1 : min(threadCount, directMemory.mostThreads))
    }

    /// What the format's own decoder takes; `nil` if libvips, or another process, reads the pixels.
    var directMemory: DirectMemory? {
        knownMemory.withLock { known in
            if let memory = known { return memory }
            let memory =
                isReadDirectly
                ? decoder.directMemory(path, page: plan.settings.page ?? 0) : nil
            known = .some(memory)
            return memory
        }
    }

    /// A reading by the format's own decoder, if it reads this kind of file.
    private func directReading(
        _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard isReadDirectly,
            let reading = try decoder.read(path, plan, target, isWanted: isWanted)
        else { return nil }
        guard let region = plan.storedRegion else { return reading }
        return try reading.cropped(to: region, isWanted: isWanted)
    }

    private func turned(
        _ reading: PixelReading, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading {
        let orientation = plan.orientation
        switch reading {
        case _ where orientation == .upright: return reading
        case .stored(let reader, let conversion) where orientation.keepsRowOrder:
            return .stored(MirroredRowReader(reader), conversion)
        case _ where orientation.keepsRowOrder:
            return .rows(MirroredRowReader(try reading.makeRowReader()))
        // The temporary file holds the smaller pixels.
        case .stored(let reader, let conversion) where !conversion.isShrinking:
            return .blocks(
                try TurnedSource(reader, orientation, conversion, isWanted: isWanted))
        default:
            let reader = try reading.makeRowReader()
            return .blocks(try TurnedSource(reader, orientation, isWanted: isWanted))
        }
    }
}
