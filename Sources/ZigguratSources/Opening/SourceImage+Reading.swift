internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// Reads the pixels of a source.
extension SourceImage {
    /// Starts to read the exported image: upright, in sRGB, grey or the colours of its profile,
    /// with the bit depth of the request.
    ///
    /// - Parameters:
    ///   - keepsAlpha: whether transparency is kept; otherwise the image is blended with the
    ///     background.
    ///   - limits: the values that become black and white; see ``findValueRange(isWanted:)``.
    ///   - opacity: the alpha of opaque pixels; see ``findValueRange(isWanted:)``.
    ///   - turnsRows: `false` leaves the rows in the order of the file.
    ///   - coefficients: the coefficients of the file, which are then read together with the rows.
    ///   - decoderMemory: the memory limit of a decoder in another process, in bytes; `nil` means
    ///     the limit of ``SourceRequest/Isolation``.
    ///   - firstRow: the first row that a decoder in another process delivers. The caller skips the
    ///     rows above it.
    ///   - threadCount: the number of threads that can read parts of the image in any order.
    ///   - isWanted: called from time to time if the image has to be decoded before its first row
    ///     is available; returns `false` to cancel.
    package func makeReading(
        keepsAlpha: Bool, background: RGBColor, limits: ClosedRange<Double>? = nil,
        opacity: Double? = nil, turnsRows: Bool = true,
        coefficients: JPEGCoefficients? = nil, decoderMemory: Int? = nil, firstRow: Int = 0,
        threadCount: Int = 1, isWanted: () -> Bool = { true }
    ) throws(ZigguratError) -> PixelReading {
        let target = ReadingTarget(
            sampleBytes: request.sampleBits / 8, keepsAlpha: keepsAlpha, background: background,
            appliesProfile: header.hasProfile && request.colour == .srgb, intent: request.intent,
            limits: limits, opacity: opacity, coefficients: coefficients, threadCount: threadCount)
        do throws(ZigguratError) {
            if let reading = try limitedReading(
                target, turnsRows: turnsRows, isWanted: isWanted)
            {
                return reading
            }
            if let isolation = trust.isolation {
                let reading = try isolatedReading(
                    isolation, target, memoryLimit: decoderMemory, firstRow: firstRow,
                    isWanted: isWanted)
                return turnsRows ? try turned(reading, isWanted: isWanted) : reading
            }
        } catch {
            throw error.orAbout(path)
        }
        return try readThroughVips(target, turnsRows: turnsRows, isWanted: isWanted)
    }

    /// Returns a reading by the format's own decoder, with a time limit for the work before the
    /// first row.
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

    /// Starts to read the exported image through libvips, which works for every format.
    func readThroughVips(
        _ target: ReadingTarget, turnsRows: Bool = true, isWanted: () -> Bool = { true }
    ) throws(ZigguratError) -> PixelReading {
        do throws(ZigguratError) {
            let conversion = ColourConversion(
                keepsAlpha: target.keepsAlpha, background: target.background,
                intent: target.intent, limits: target.limits, opacity: target.opacity,
                bits: request.sampleBits, keepsProfile: request.colour == .keep)
            let part = try storedPart(isWanted: isWanted)
            var image = try conversion.apply(to: part.image)
            if let size = plan.reducedSize { image = try image.resized(to: size) }
            let reading = PixelReading.rows(
                VipsRowReader(image, path: path, feed: part.feed))
            return turnsRows ? try turned(reading, isWanted: isWanted) : reading
        } catch {
            throw error.orAbout(path)
        }
    }

    /// Returns the colour profile to embed in every tile; empty without a profile.
    package func keptProfile() throws(ZigguratError) -> [UInt8] {
        guard header.profileBytes != nil else { return [] }
        if let isolation = trust.isolation { return try isolatedProfile(isolation) }
        let image = try VipsImage.open(opened().file, plan.settings, sequential: true)
        return image.profile?.data ?? []
    }

    /// Opens the exported part as it is stored. Returns the row reader if libvips does not decode
    /// the image.
    func storedPart(
        isWanted: () -> Bool
    ) throws(ZigguratError) -> (image: VipsImage, feed: RowFeed?) {
        let image = try VipsImage.open(opened().file, plan.settings, sequential: true)
        if header.decoderBytes != nil {
            // The decoder cannot be interrupted, so `isWanted` is called before and after it runs.
            guard isWanted() else { throw ZigguratError(Cancelled(), path) }
            // A loader may report an error only once, and then return rows that it has not decoded.
            if let failure = image.decode(), !trust.allowsDamaged || failure.reportMemory {
                throw image.feed?.failure
                    ?? Decoders.failure(path, row: 0, of: image.size.height, failure)
            }
            guard isWanted() else { throw ZigguratError(Cancelled(), path) }
        }
        return (try plan.storedRegion.map(image.cropped) ?? image, image.feed)
    }

    /// Returns a reading by the format's own decoder; `nil` if this decoder does not support the
    /// file.
    func directReading(
        _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard isReadDirectly,
            let reading = try opened().read(plan, target, isWanted: isWanted)
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
        // The temporary file contains stored or converted pixels, whichever are smaller.
        case .stored(let reader, let conversion) where !conversion.isShrinking:
            return .blocks(
                try TurnedSource(reader, orientation, conversion, isWanted: isWanted))
        default:
            let reader = try reading.makeRowReader()
            return .blocks(try TurnedSource(reader, orientation, isWanted: isWanted))
        }
    }
}
