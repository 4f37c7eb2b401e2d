internal import CVips
internal import ZigguratCore
package import ZigguratSystem

/// Finds the values that become black and white if the header does not state them.
package struct ValueRangeProbe {
    package struct Finding: Equatable {
        /// The values that become black and white; `nil` means the range of the samples' depth.
        package var limits: ClosedRange<Double>?
        package var step: ConversionStep?

        package init(limits: ClosedRange<Double>? = nil, step: ConversionStep? = nil) {
            (self.limits, self.step) = (limits, step)
        }
    }

    /// The largest number of values for quantiles. In a larger image, every n-th sample counts.
    private static let sampleLimit = 1 << 20
    /// The first value that needs more than 12 bits.
    package static let narrow = 4096

    /// The image: colours, then alpha if present.
    private let image: VipsImage
    private let colourBands: Int
    /// Whether pixels without opacity are visible.
    private let countsClear: Bool
    /// The value of pixels without data; `nil` if no value marks such pixels.
    private let missing: Double?
    private let isWanted: () -> Bool

    /// - Parameters:
    ///   - image: an image that is opened for this search only. The search reads it to its end.
    ///   - isWanted: called from time to time; returns `false` to cancel.
    package static func finding(
        _ image: VipsImage, _ range: SourceRequest.ValueRange, missing: Double? = nil,
        isWanted: () -> Bool
    ) throws(ZigguratError) -> Finding {
        let colourBands = image.colourBands
        let shown = try image.bands(0, count: colourBands + (image.hasAlpha ? 1 : 0))
        return try withoutActuallyEscaping(isWanted) { isWanted in
            Result { () throws(ZigguratError) in
                try ValueRangeProbe(
                    image: shown, colourBands: colourBands, countsClear: image.isPremultiplied,
                    missing: missing, isWanted: isWanted
                ).finding(range)
            }
        }.get()
    }

    private func finding(_ range: SourceRequest.ValueRange) throws(ZigguratError) -> Finding {
        switch range {
        case _ where image.hasOwnRange:
            return Finding()
        case .limits(let low, let high):
            return Finding(limits: low...high)
        case .automatic:
            return try quantiles()
        case .stored where image.takesValuesAsStored:
            return Finding()
        case .stored:
            return image.format == VIPS_FORMAT_USHORT ? try bits() : try plausibleRange()
        }
    }

    /// Finds whether values use only the lower of 16 bits. In most images, the first rows already
    /// use the upper bits.
    private func bits() throws(ZigguratError) -> Finding {
        var largest: UInt16 = 0
        let missing = missing.flatMap { UInt16(exactly: $0) }
        try image.forEachRow(isWanted: isWanted) { row in
            forEachSample(row.assumingMemoryBound(to: UInt16.self)) { sample in
                if sample > largest, sample != missing { largest = sample }
            }
            return largest < Self.narrow
        }
        guard (1..<Self.narrow).contains(Int(largest)) else { return Finding() }
        let bits = max(8, 16 - largest.leadingZeroBitCount)
        return Finding(
            limits: 0...Double(1 << bits - 1), step: .readAsBits(bits, largest: Int(largest)))
    }

    /// Chooses 0 to 1, 0 to 255, or the range of the values. Reads the image once.
    private func plausibleRange() throws(ZigguratError) -> Finding {
        var (least, most) = (Double.infinity, -Double.infinity)
        let numbers = try sampled { number in
            least = min(least, number)
            most = max(most, number)
        }
        for limit in [1.0, 255.0] where least >= 0 && most <= limit {
            return Finding(
                limits: 0...limit, step: .readAsRange(upTo: Int(limit)))
        }
        return quantiles(of: numbers)
    }

    private func quantiles() throws(ZigguratError) -> Finding {
        quantiles(of: try sampled { _ in })
    }

    /// Returns every n-th number.
    ///
    /// - Parameter body: called with each number.
    private func sampled(_ body: (Double) -> Void) throws(ZigguratError) -> [Double] {
        let step = max(1, image.width * image.height * colourBands / Self.sampleLimit)
        var numbers: [Double] = []
        var place = 0
        try forEachNumber { number in
            if place % step == 0 { numbers.append(number) }
            place += 1
            body(number)
        }
        return numbers
    }

    /// Returns the range without the lowest and the highest two percent of the values. For signed
    /// 8-bit samples, returns the whole range.
    private func quantiles(of unsorted: [Double]) -> Finding {
        let isNarrow = image.format == VIPS_FORMAT_CHAR
        let numbers = isNarrow ? unsorted.sorted()[...] : Self.withoutSentinels(unsorted.sorted())
        guard let least = numbers.first, let most = numbers.last else { return Finding() }
        let margin = isNarrow ? 0 : numbers.count / 50
        var (low, high) = (
            numbers[numbers.startIndex + margin], numbers[numbers.endIndex - 1 - margin]
        )
        if low == high { (low, high) = (least, most) }
        // The image has one colour.
        if low == high { (low, high) = (low - 0.5, low + 0.5) }
        return Finding(limits: low...high, step: .stretched(low, high))
    }

    /// Removes marks of pixels without data. A mark is a lowest or highest value that occurs more
    /// than once. It is farther from the other values than these values are from each other.
    private static func withoutSentinels(_ sorted: [Double]) -> ArraySlice<Double> {
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

    private func forEachNumber(_ body: (Double) -> Void) throws(ZigguratError) {
        let floats = try image.applying("cast") {
            zig_image_cast($0, $1, VIPS_FORMAT_FLOAT)
        }
        let missing = missing.map { Float($0) } ?? .nan
        try floats.forEachRow(isWanted: isWanted) { row in
            forEachSample(row.assumingMemoryBound(to: Float.self)) { sample in
                if sample.isFinite, sample != missing { body(Double(sample)) }
            }
            return true
        }
    }

    /// Calls the body with each colour sample of the visible pixels in a row.
    @inline(__always)
    private func forEachSample<Sample: Numeric>(
        _ row: UnsafePointer<Sample>, _ body: (Sample) -> Void
    ) {
        let bands = image.bands
        for start in stride(from: 0, to: image.width * bands, by: bands)
        where bands == colourBands || countsClear || row[start + colourBands] != 0 {
            for band in start..<start + colourBands { body(row[band]) }
        }
    }
}
