internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// Finds the range of values of samples that are not 8 bits wide.
extension SourceImage {
    /// Returns the memory of a search for the range of values on several threads, in bytes; 0 if
    /// one thread searches rows, or no search is needed. The memory is free before the first tile.
    package func searchBytes(threadCount: Int) -> Int {
        guard !headerStatesValues, !header.hasAlpha, let directMemory,
            let chunkHeight = directMemory.chunkHeight, let pixelBytes = directMemory.pixelBytes
        else { return 0 }
        return ValueRangeProbe.byteCount(
            rowBytes: plan.readWidth * pixelBytes, chunkHeight: chunkHeight,
            parts: directMemory.chunkParts, threads: min(threadCount, directMemory.mostThreads))
    }

    /// Finds the values that become black and white if the header does not state them. Reads the
    /// image, or only its first rows if they are sufficient.
    ///
    /// - Parameters:
    ///   - threadCount: the largest number of threads, including the calling thread.
    ///   - isWanted: called from time to time; returns `false` to cancel.
    package func findValueRange(
        threads threadCount: Int = WorkerThreads.defaultCount, isWanted: () -> Bool = { true }
    ) throws(ZigguratError) -> ValueRangeProbe.Finding {
        guard !headerStatesValues else { return ValueRangeProbe.Finding() }
        if let finding = try searchSamples(threads: threadCount, isWanted: isWanted) {
            return finding
        }
        guard !knowsValues(isWanted: isWanted) else { return ValueRangeProbe.Finding() }
        let missing = missingValue
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

    /// Finds the values with the format's own decoder, on several threads.
    ///
    /// - Returns: `nil` if libvips has to find them.
    private func searchSamples(
        threads threadCount: Int, isWanted: () -> Bool
    ) throws(ZigguratError) -> ValueRangeProbe.Finding? {
        guard isReadDirectly, !header.hasAlpha else { return nil }
        let preparation = makeDecodingLimit()?.startPreparation()
        func isWantedInTime() -> Bool { preparation?.isInTime != false && isWanted() }
        do throws(ZigguratError) {
            guard let samples = try opened().samples(plan) else { return nil }
            var reading = samples.reading
            if let region = plan.storedRegion {
                reading = try reading.cropped(to: region, isWanted: isWantedInTime)
            }
            return try ValueRangeProbe.finding(
                reading, isLight: samples.pixels.isLight, request.range, missing: missingValue,
                threads: threadCount, isWanted: isWantedInTime)
        } catch {
            if error.reason is Cancelled { try preparation?.check() }
            throw error.orAbout(path)
        }
    }

    /// Returns the conversion step with the range of values, if only the pixels show the range. Reads
    /// such an image to its end.
    ///
    /// - Returns: one step; an empty array if the header or the first rows show the range.
    package func valueRangeSteps() throws(ZigguratError) -> [ConversionStep] {
        guard hasOpenRange, let step = try findValueRange().step else { return [] }
        return [step]
    }

    /// Whether the header or the first rows show which values become black and white.
    package func knowsValues(isWanted: () -> Bool = { true }) -> Bool {
        if headerStatesValues { return true }
        return request.range == .stored && !hasOpenRange && header.bitsPerSample == 16
            && missingValue == nil
            && usesUpperBits(isWanted: isWanted)
    }

    /// Whether only the pixels show which values become black and white.
    package var hasOpenRange: Bool { header.conversions.contains(where: \.isOpen) }

    /// Whether the header shows which values become black and white. 16-bit samples may use only
    /// some of their bits, and signed samples have no range.
    private var headerStatesValues: Bool {
        request.range == .stored && !hasOpenRange
            && (header.bitsPerSample != 16 || header.hasProfile)
    }

    private var missingValue: Double? {
        (try? opened())?.missingValue(page: plan.settings.page ?? 0)
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
