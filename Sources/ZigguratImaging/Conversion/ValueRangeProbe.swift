internal import CVips
internal import ZigguratCore
package import ZigguratSystem

/// Finds the values that become black and white if the header does not state them.
package struct ValueRangeProbe {
    package struct Finding: Equatable {
        /// The values that become black and white; `nil` means the range of the samples' depth.
        package var limits: ClosedRange<Double>?
        /// The alpha of opaque pixels; `nil` means the alpha that follows from the samples.
        package var opacity: Double?
        package var step: ConversionStep?

        package init(
            limits: ClosedRange<Double>? = nil, opacity: Double? = nil, step: ConversionStep? = nil
        ) {
            (self.limits, self.opacity, self.step) = (limits, opacity, step)
        }
    }

    /// The first value that needs more than 12 bits.
    package static let narrow = 4096

    /// Finds the values in an image of libvips.
    ///
    /// - Parameters:
    ///   - image: an image that is opened for this search only. The search reads it to its end.
    ///   - missing: the value of pixels without data; `nil` if no value marks such pixels.
    ///   - isWanted: called from time to time; returns `false` to cancel.
    package static func finding(
        _ image: VipsImage, _ range: SourceRequest.ValueRange, missing: Double? = nil,
        isWanted: () -> Bool
    ) throws(ZigguratError) -> Finding {
        let colourBands = image.colourBands
        let shown = try image.bands(0, count: colourBands + (image.hasAlpha ? 1 : 0))
        let isWide = image.format == VIPS_FORMAT_USHORT
        switch range {
        case _ where image.hasOwnRange: return Finding()
        case .limits(let low, let high) where !image.needsOpacity:
            return Finding(limits: low...high)
        case .stored where image.takesValuesAsStored: return Finding()
        case .stored where isWide:
            let search = LargestSampleSearch(endingAt: narrow, missing: missing)
            let (found, alpha) = try shown.searched(
                by: search, colourBands: colourBands, isWanted: isWanted)
            return bits(found.largest).with(largestAlpha: alpha, of: image)
        case .stored, .automatic, .limits:
            let floats = try shown.applying("cast") {
                zig_image_cast($0, $1, VIPS_FORMAT_FLOAT)
            }
            let search = NumberSearch(
                sampleCount: image.size.pixelCount * colourBands, isFloat: true, missing: missing)
            let (numbers, alpha) = try floats.searched(
                by: search, colourBands: colourBands, countsClear: image.isPremultiplied,
                isWanted: isWanted)
            let keepsAll = image.format == VIPS_FORMAT_CHAR
            let finding =
                switch range {
                case .limits(let low, let high): Finding(limits: low...high)
                case .automatic: quantiles(of: numbers, keepsAll: keepsAll)
                case .stored: plausibleRange(of: numbers, keepsAll: keepsAll)
                }
            return finding.with(largestAlpha: alpha, of: image)
        }
    }

    /// Finds the values in a reading of stored samples without alpha and without a profile, with
    /// several threads if the samples are in blocks.
    ///
    /// - Parameters:
    ///   - reading: a reading that is opened for this search only.
    ///   - isLight: whether samples are linear light, which has a range.
    ///   - missing: the value of pixels without data; `nil` if no value marks such pixels.
    ///   - threadCount: the largest number of threads, including the calling thread.
    ///   - isWanted: called from time to time; returns `false` to cancel.
    package static func finding(
        _ reading: PixelReading, isLight: Bool, _ range: SourceRequest.ValueRange,
        missing: Double?, threads threadCount: Int, isWanted: () -> Bool
    ) throws(ZigguratError) -> Finding {
        let isFloat = reading.sampleBytes == 4
        switch range {
        case .limits(let low, let high): return Finding(limits: low...high)
        case .stored where isLight: return Finding()
        case .stored where !isFloat:
            let search = LargestSampleSearch(endingAt: narrow, missing: missing)
            return bits(
                try reading.searched(by: search, threads: threadCount, isWanted: isWanted).largest)
        case .stored, .automatic:
            let search = NumberSearch(
                sampleCount: reading.size.pixelCount * reading.bands, isFloat: isFloat,
                missing: missing)
            let numbers = try reading.searched(
                by: search, threads: threadCount, isWanted: isWanted)
            return range == .automatic ? quantiles(of: numbers) : plausibleRange(of: numbers)
        }
    }

    /// Returns the memory of a search through blocks, in bytes.
    ///
    /// - Parameters:
    ///   - rowBytes: the bytes of a row of stored samples.
    ///   - chunkHeight: the rows of a chunk.
    ///   - parts: the parts of a chunk.
    ///   - threads: the number of threads.
    package static func byteCount(
        rowBytes: Int, chunkHeight: Int, parts: Int, threads: Int
    ) -> Int {
        ChunkSearchMemory.chunkCount(parts: parts, threads: threads) * chunkHeight * rowBytes
            + NumberSearch.mostBytes
    }

    /// Chooses the range for 16-bit samples that use only some of the lower bits.
    ///
    /// - Parameter largest: the largest sample.
    private static func bits(_ largest: Int) -> Finding {
        guard (1..<narrow).contains(largest) else { return Finding() }
        let bits = max(8, 16 - UInt16(largest).leadingZeroBitCount)
        return Finding(limits: 0...Double(1 << bits - 1), step: .readAsBits(bits, largest: largest))
    }

    /// Chooses 0 to 1, 0 to 255, or the range of the values.
    private static func plausibleRange(
        of numbers: NumberSearch, keepsAll: Bool = false
    ) -> Finding {
        for limit in [Float(1), 255] where numbers.least >= 0 && numbers.most <= limit {
            return Finding(limits: 0...Double(limit), step: .readAsRange(upTo: Int(limit)))
        }
        return quantiles(of: numbers, keepsAll: keepsAll)
    }

    /// Returns the range without the lowest and the highest two percent of the values.
    ///
    /// - Parameter keepsAll: returns the whole range, as for signed 8-bit samples.
    private static func quantiles(of search: NumberSearch, keepsAll: Bool = false) -> Finding {
        let sorted = search.sorted()
        let numbers = keepsAll ? sorted[...] : withoutSentinels(sorted)
        guard let least = numbers.first, let most = numbers.last else { return Finding() }
        let margin = keepsAll ? 0 : numbers.count / 50
        var (low, high) = (
            Double(numbers[numbers.startIndex + margin]),
            Double(numbers[numbers.endIndex - 1 - margin])
        )
        if low == high { (low, high) = (Double(least), Double(most)) }
        // The image has one colour.
        if low == high { (low, high) = (low - 0.5, low + 0.5) }
        return Finding(limits: low...high, step: .stretched(low, high))
    }

    /// Removes marks of pixels without data. A mark is a lowest or highest value that occurs more
    /// than once. A mark is farther from the other values than these values are from each other.
    private static func withoutSentinels(_ sorted: [Float]) -> ArraySlice<Float> {
        var numbers = sorted[...]
        // Files are known with two marks at one end, such as marks for the border and for clouds.
        for _ in 0..<4 {
            guard let least = numbers.first, let most = numbers.last, least < most else { break }
            let low = numbers.prefix { $0 == least }
            let high = numbers.reversed().prefix { $0 == most }
            let second = numbers[low.endIndex]
            let secondLast = numbers[numbers.endIndex - 1 - high.count]
            if low.count > 1, second < most, second - least > most - second {
                numbers = numbers[low.endIndex...]
            } else if high.count > 1, least < secondLast, most - secondLast > secondLast - least {
                numbers = numbers.dropLast(high.count)
            } else {
                break
            }
        }
        return numbers
    }
}

extension ValueRangeProbe.Finding {
    /// Returns the finding with the alpha of opaque pixels. For integers: the lowest usual value that
    /// no alpha exceeds. For floating-point samples: the largest alpha, but at least 1.
    fileprivate func with(largestAlpha: Double, of image: VipsImage) -> Self {
        guard let limits, image.needsOpacity, largestAlpha.isFinite else { return self }
        let most = image.format.largestInteger ?? max(largestAlpha, 1)
        var usual: [Double] = [1, 255, 4095, 65_535]
        if image.format == VIPS_FORMAT_USHORT, limits.upperBound > 255 {
            usual.append(limits.upperBound)
        }
        var finding = self
        finding.opacity = usual.filter { $0 >= largestAlpha && $0 < most }.min() ?? most
        return finding
    }
}

extension VipsImage {
    /// Whether only the pixels show which alpha is opaque.
    fileprivate var needsOpacity: Bool {
        hasAlpha && format != VIPS_FORMAT_UCHAR && interpretation != VIPS_INTERPRETATION_scRGB
            && statedOpacity == nil
    }

    /// Passes the colour samples of visible pixels to a search. Ends at the first row that cannot
    /// be computed.
    ///
    /// - Parameters:
    ///   - countsClear: whether pixels without opacity are visible.
    /// - Returns: the search after its last row, and the largest alpha.
    fileprivate func searched<Search: RowSearch>(
        by search: Search, colourBands: Int, countsClear: Bool = false, isWanted: () -> Bool
    ) throws(ZigguratError) -> (Search, largestAlpha: Double) {
        var (search, alpha, wideAlpha) = (search, Float(0), UInt16(0))
        let sampleBytes = format == VIPS_FORMAT_USHORT ? 2 : 4
        let visible = UnsafeMutableRawBufferPointer.allocate(
            byteCount: width * colourBands * sampleBytes, alignment: 16)
        defer { visible.deallocate() }
        try forEachRow(isWanted: isWanted) { row in
            var (row, count) = (row, width * bands)
            // The buffer is not empty, so it has a base address.
            if bands > colourBands, let start = visible.baseAddress {
                count =
                    sampleBytes == 2
                    ? copyVisible(row, to: start, colourBands, countsClear, &wideAlpha)
                    : copyVisible(row, to: start, colourBands, countsClear, &alpha)
                row = UnsafeRawPointer(start)
            }
            return search.take(row, count: count, search.examine(row, count: count))
        }
        return (search, max(Double(alpha), Double(wideAlpha)))
    }

    /// Copies the colour samples of the visible pixels in a row.
    ///
    /// - Parameter largestAlpha: the largest alpha so far, which is updated.
    /// - Returns: the number of samples.
    private func copyVisible<Sample: Numeric & Comparable>(
        _ row: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ colourBands: Int,
        _ countsClear: Bool, _ largestAlpha: inout Sample
    ) -> Int {
        let row = row.assumingMemoryBound(to: Sample.self)
        let target = target.assumingMemoryBound(to: Sample.self)
        var count = 0
        for start in stride(from: 0, to: width * bands, by: bands)
        where countsClear || row[start + colourBands] != 0 {
            largestAlpha = max(largestAlpha, row[start + colourBands])
            for band in start..<start + colourBands {
                target[count] = row[band]
                count += 1
            }
        }
        return count
    }
}
