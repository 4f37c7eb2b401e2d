/// Halves rows of 16-bit pixels by the rule of ``Halving``.
///
/// The type is separate so that the compiler keeps the fast instructions of the 8-bit loops.
package struct WideHalving {
    let inputWidth: Int
    package let bands: Int

    package init(inputWidth: Int, bands: Int) {
        (self.inputWidth, self.bands) = (inputWidth, bands)
    }

    var outputWidth: Int { (inputWidth + 1) / 2 }

    /// Halves two rows.
    ///
    /// - Parameter lower: the lower row; equal to the upper row for the last row of an odd height.
    package func halve(
        _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, into output: UnsafeMutableRawPointer
    ) {
        let hasAlpha = bands == 2 || bands == 4
        for column in 0..<outputWidth {
            let left = 2 * column * bands
            let right = min(2 * column + 1, inputWidth - 1) * bands
            if hasAlpha {
                blend(
                    [upper + 2 * left, upper + 2 * right, lower + 2 * left, lower + 2 * right],
                    into: output + 2 * column * bands)
                continue
            }
            for band in 0..<bands {
                let sum =
                    upper.sample(left + band) + upper.sample(right + band)
                    + lower.sample(left + band) + lower.sample(right + band)
                output.store((sum &+ 2) >> 2, at: column * bands + band)
            }
        }
    }

    private func blend(_ pixels: [4 of UnsafeRawPointer], into output: UnsafeMutableRawPointer) {
        let last = bands - 1
        let weight = pixels.indices.reduce(0) { $0 + pixels[$1].sample(last) }
        for band in 0..<last {
            let sum = pixels.indices.reduce(0) {
                $0 + pixels[$1].sample(band) * pixels[$1].sample(last)
            }
            output.store(weight == 0 ? 0 : (sum + weight / 2) / weight, at: band)
        }
        output.store((weight + 2) >> 2, at: last)
    }
}

extension UnsafeRawPointer {
    /// Returns the 16-bit sample at an index.
    fileprivate func sample(_ index: Int) -> UInt64 {
        UInt64(load(fromByteOffset: 2 * index, as: UInt16.self))
    }
}

extension UnsafeMutableRawPointer {
    fileprivate func store(_ sample: UInt64, at index: Int) {
        storeBytes(
            of: UInt16(truncatingIfNeeded: sample), toByteOffset: 2 * index, as: UInt16.self)
    }
}
