/// Halves rows of 16-bit pixels by the rule of ``Halving``.
///
/// A separate type, so that the 8-bit loops keep their instructions.
struct WideHalving {
    let inputWidth: Int
    let bands: Int

    var outputWidth: Int { (inputWidth + 1) / 2 }

    /// - Parameter lower: equal to the upper row for the last row of an odd height.
    func halve(
        _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, into output: UnsafeMutableRawPointer
    ) {
        let hasAlpha = bands == 2 || bands == 4
        for column in 0..<outputWidth {
            let left = 2 * column * bands
            let right = min(2 * column + 1, inputWidth - 1) * bands
            if hasAlpha {
                let block = Block(
                    upperLeft: upper + 2 * left, upperRight: upper + 2 * right,
                    lowerLeft: lower + 2 * left, lowerRight: lower + 2 * right)
                blend(block, into: output + 2 * column * bands)
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

    /// The offsets of the four pixels.
    private struct Block {
        let upperLeft: UnsafeRawPointer
        let upperRight: UnsafeRawPointer
        let lowerLeft: UnsafeRawPointer
        let lowerRight: UnsafeRawPointer
    }

    private func blend(_ block: Block, into output: UnsafeMutableRawPointer) {
        let last = bands - 1
        let (a, b) = (block.upperLeft.sample(last), block.upperRight.sample(last))
        let (c, d) = (block.lowerLeft.sample(last), block.lowerRight.sample(last))
        let weight = a + b + c + d
        for band in 0..<last {
            let sum =
                block.upperLeft.sample(band) * a + block.upperRight.sample(band) * b
                + block.lowerLeft.sample(band) * c + block.lowerRight.sample(band) * d
            output.store(weight == 0 ? 0 : (sum + weight / 2) / weight, at: band)
        }
        output.store((weight + 2) >> 2, at: last)
    }
}

extension UnsafeRawPointer {
    /// The 16-bit sample at an offset.
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
