internal import ZigguratCore
package import ZigguratSystem

/// Finds the range of values of samples that are not 8 bits wide.
extension SourceImage {
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

    /// The header, in which the range of values stands if only the pixels tell it. This reads such an
    /// image to its end.
    package func headerOfValues() throws(ZigguratError) -> SourceHeader {
        guard header.conversions.contains(where: \.isOpen),
            let step = try lookAtValues().step
        else { return header }
        return header.finding([step])
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
}
