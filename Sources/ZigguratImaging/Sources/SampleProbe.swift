internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// Looks at the values of a picture before it is converted, where its header does not say what
/// they mean.
struct SampleProbe {
    /// What is found out.
    struct Finding: Equatable {
        /// The values that become black and white; `nil` leaves them as their depth says.
        var limits: ClosedRange<Double>?
        /// A sentence that begins with “it is”.
        var step: String?
    }

    /// The most values that are looked at for quantiles; of larger pictures every n-th row and
    /// sample.
    private static let sampleLimit = 1 << 20
    /// A picture of 16 bits whose values lie below has no more than 12.
    private static let narrow = 4096

    private let picture: VipsImage
    private let isWanted: () -> Bool

    private init(_ picture: VipsImage, isWanted: @escaping () -> Bool) {
        self.picture = picture
        self.isWanted = isWanted
    }

    /// - Parameters:
    ///   - picture: opened for this alone: it is read to the end.
    ///   - isWanted: asked now and then; an answer of `false` cancels.
    static func finding(
        _ picture: VipsImage, _ range: SampleRange, isWanted: () -> Bool
    ) throws(ZigguratError) -> Finding {
        let colour = try picture.bands(0, count: picture.colourBands)
        var result: Result<Finding, ZigguratError> = .success(Finding())
        withoutActuallyEscaping(isWanted) { isWanted in
            let probe = SampleProbe(colour, isWanted: isWanted)
            do throws(ZigguratError) {
                result = .success(try probe.finding(range))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }

    private func finding(_ range: SampleRange) throws(ZigguratError) -> Finding {
        switch range {
        case _ where picture.hasOwnRange:
            return Finding()
        case .limits(let low, let high):
            return Finding(limits: low...high)
        case .automatic:
            return try quantiles()
        case .stored where picture.takesValuesAsStored:
            return Finding()
        case .stored:
            return picture.format == VIPS_FORMAT_USHORT ? try bits() : try plausibleRange()
        }
    }

    /// Whether the values fill only the lower bits of 16. Most pictures show it in their first rows
    /// that they do not.
    private func bits() throws(ZigguratError) -> Finding {
        var largest: UInt16 = 0
        let count = picture.width * picture.bands
        try picture.forEachRow(isWanted: isWanted) { row in
            let samples = UnsafeBufferPointer(
                start: row.assumingMemoryBound(to: UInt16.self), count: count)
            for sample in samples where sample > largest { largest = sample }
            return largest < Self.narrow
        }
        guard (1..<Self.narrow).contains(Int(largest)) else { return Finding() }
        let bits = max(8, 16 - largest.leadingZeroBitCount)
        return Finding(
            limits: 0...Double(1 << bits - 1),
            step: "read as \(bits) bits a sample: none of its values is above \(largest)")
    }

    /// 0 to 1, 0 to 255, or what there is.
    private func plausibleRange() throws(ZigguratError) -> Finding {
        var (least, most) = (Double.infinity, -Double.infinity)
        try forEachNumber(every: 1) { number in
            least = min(least, number)
            most = max(most, number)
        }
        for limit in [1.0, 255.0] where least >= 0 && most <= limit {
            return Finding(
                limits: 0...limit,
                step: "read as values from 0 to \(Int(limit)), between which all of it lies")
        }
        return try quantiles()
    }

    private func quantiles() throws(ZigguratError) -> Finding {
        let count = picture.width * picture.height * picture.bands
        var numbers: [Double] = []
        try forEachNumber(every: max(1, count / Self.sampleLimit)) { numbers.append($0) }
        numbers.sort()
        guard let least = numbers.first, let most = numbers.last else { return Finding() }
        let margin = numbers.count / 1000
        var (low, high) = (numbers[margin], numbers[numbers.count - 1 - margin])
        if low == high { (low, high) = (least, most) }
        // A picture of one colour.
        if low == high { (low, high) = (low - 0.5, low + 0.5) }
        return Finding(
            limits: low...high,
            step: "stretched: \(SampleRange.text(low)) becomes black, "
                + "\(SampleRange.text(high)) white")
    }

    /// Every n-th sample that is a number.
    private func forEachNumber(
        every step: Int, _ body: (Double) -> Void
    ) throws(ZigguratError) {
        let floats = try picture.applying("look at its values") {
            zig_image_cast($0, $1, VIPS_FORMAT_FLOAT)
        }
        let count = picture.width * picture.bands
        var next = 0
        try floats.forEachRow(isWanted: isWanted) { row in
            let samples = row.assumingMemoryBound(to: Float.self)
            while next < count {
                if samples[next].isFinite { body(Double(samples[next])) }
                next += step
            }
            next -= count
            return true
        }
    }
}

extension VipsImage {
    /// Whether the depth and the meaning of the samples say which of them are black and white, or
    /// a colour profile does.
    var takesValuesAsStored: Bool {
        if format == VIPS_FORMAT_UCHAR || hasOwnRange || hasProfile { return true }
        return interpretation == VIPS_INTERPRETATION_scRGB
    }

    /// Whether the samples are coordinates of a colour rather than amounts of light.
    var hasOwnRange: Bool {
        [
            VIPS_INTERPRETATION_CMYK, VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABQ,
            VIPS_INTERPRETATION_LABS, VIPS_INTERPRETATION_XYZ,
        ].contains(interpretation)
    }
}
