internal import ZigguratCore
internal import ZigguratSystem

/// Reads the pixels of a source.
extension SourceImage {
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
            if limits == nil,
                let reading = try limitedReading(target, turnsRows: turnsRows, isWanted: isWanted)
            {
                return reading
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

    /// A reading by the format's own decoder, which may take only so much time before the first row.
    private func limitedReading(
        _ target: ReadingTarget, turnsRows: Bool, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        let preparation = makeDecodingLimit()?.startPreparation()
        func isWantedInTime() -> Bool { preparation?.isInTime != false && isWanted() }
        let reading: PixelReading?
        do throws(ZigguratError) {
            let direct = try directReading(target, isWanted: isWantedInTime)
            if let direct, turnsRows {
                reading = try turned(direct, isWanted: isWantedInTime)
            } else {
                reading = direct
            }
        } catch {
            if error.reason is Cancelled { try preparation?.check() }
            throw error
        }
        try preparation?.check()
        return reading
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
            let part = try storedPart(isWanted: isWanted)
            var image = try conversion.apply(to: part.image)
            if let size = plan.reducedSize { image = try image.resized(to: size) }
            let reading = PixelReading.rows(
                VipsRowReader(
                    image, path: path, earlierFailure: part.failure, feed: part.feed))
            return turnsRows ? try turned(reading, isWanted: isWanted) : reading
        } catch {
            throw error.orAbout(path)
        }
    }

    /// The colour profile that every tile carries; empty if they carry none.
    func keptProfile() throws(ZigguratError) -> [UInt8] {
        guard header.profileBytes != nil else { return [] }
        if let isolation = trust.isolation { return try isolatedProfile(isolation) }
        let image = try VipsImage.open(path, plan.settings, sequential: true)
        return image.profile?.data ?? []
    }

    /// The part that is exported, as it is stored; why its decoder failed, if it has run; and the
    /// reader of its rows, if libvips does not decode it.
    func storedPart(
        isWanted: () -> Bool
    ) throws(ZigguratError) -> (image: VipsImage, failure: DecoderMessages?, feed: RowFeed?) {
        let image = try VipsImage.open(path, plan.settings, sequential: true)
        var failure: DecoderMessages?
        if header.decoderBytes != nil {
            // The decoder cannot be interrupted, and ends before the caller gets an answer.
            guard isWanted() else { throw ZigguratError(Cancelled(), path) }
            failure = image.decode()
            guard isWanted() else { throw ZigguratError(Cancelled(), path) }
        }
        return (try plan.storedRegion.map(image.cropped) ?? image, failure, image.feed)
    }

    /// A reading by the format's own decoder, if it reads this kind of file.
    func directReading(
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
