internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// Finds the range of values of samples that are not 8 bits wide.
extension SourceImage {
    /// Finds the values that become black and white if the header does not state them. Reads the
    /// image, or only its first rows if they are sufficient.
    ///
    /// - Parameter isWanted: called from time to time; returns `false` to cancel.
    package func lookAtValues(
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

    /// Returns the header with the range of values that only the pixels show. Reads an image with
    /// an unknown range to its end.
    package func headerOfValues() throws(ZigguratError) -> SourceHeader {
        guard header.conversions.contains(where: \.isOpen),
            let step = try lookAtValues().step
        else { return header }
        return header.finding([step])
    }

    /// Whether the header or the first rows show which values become black and white.
    package func knowsValues(isWanted: () -> Bool = { true }) -> Bool {
        // Signed 8-bit samples have no range.
        let isOpen = header.conversions.contains { $0.isOpen }
        guard request.range == .stored else { return false }
        if !isOpen, header.bitsPerSample < 16 || header.hasProfile { return true }
        return header.bitsPerSample == 16
            && decoder.missingValue(path, page: plan.settings.page ?? 0) == nil
            && usesUpperBits(isWanted: isWanted)
    }

    /// Whether the format's own decoder finds 16-bit values that need more than 12 bits. Such
    /// values are usually in the first rows. In all other cases, and after errors, libvips searches
    /// the image.
    private func usesUpperBits(isWanted: () -> Bool) -> Bool {
        let reading = try? directReading(ReadingTarget(), isWanted: isWanted)
        guard let reading else { return false }
        let colourBands = reading.bands - (header.hasAlpha ? 1 : 0)
        // The limit allows for rounding by one.
        return reading.hasSample(above: ValueRangeProbe.narrow >> 8, colourBands, isWanted)
    }
}
