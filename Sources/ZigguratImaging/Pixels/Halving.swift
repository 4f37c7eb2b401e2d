internal import CPixels

/// Halves rows of 8-bit pixels: each output pixel is the rounded mean of a 2 × 2 block, (a + b + c
/// + d + 2) >> 2. The last column or row of an odd size counts twice, as in libvips.
///
/// Colour is weighted by alpha, so that transparent pixels do not darken their neighbours.
package struct Halving {
    let inputWidth: Int
    package let bands: Int
    /// Whether the first column of an odd width counts twice, rather than the last column.
    let firstColumnIsSingle: Bool
    /// Whether AVX2 instructions are used if the processor has them.
    let usesWideInstructions: Bool

    private static let hasWideInstructions = zig_halve_rgb_is_available() != 0

    package init(
        inputWidth: Int, bands: Int, firstColumnIsSingle: Bool = false,
        allowsWideInstructions: Bool = true
    ) {
        self.inputWidth = inputWidth
        self.bands = bands
        self.firstColumnIsSingle = firstColumnIsSingle && !inputWidth.isMultiple(of: 2)
        usesWideInstructions = allowsWideInstructions && Self.hasWideInstructions
    }

    var outputWidth: Int { (inputWidth + 1) / 2 }

    /// Two input rows and the output row.
    package struct Rows {
        /// The upper row. Up to 32 bytes after its end are read and ignored.
        package let upper: UnsafePointer<UInt8>
        /// The lower row; equal to the upper row for the last row of an odd height.
        package let lower: UnsafePointer<UInt8>
        /// The output row. Up to 32 bytes after its end are overwritten.
        package let output: UnsafeMutablePointer<UInt8>

        package init(
            upper: UnsafePointer<UInt8>, lower: UnsafePointer<UInt8>,
            output: UnsafeMutablePointer<UInt8>
        ) {
            (self.upper, self.lower, self.output) = (upper, lower, output)
        }
    }

    /// Halves two rows.
    ///
    /// - Parameter next: the rows of the next call, which the processor prefetches. Without a next
    ///   call, any rows.
    package func halve(_ rows: Rows, before next: Rows) {
        var rows = rows
        if firstColumnIsSingle {
            halveSingleColumn(rows.upper, rows.lower, rows.output, column: 0)
            rows = Rows(
                upper: rows.upper + bands, lower: rows.lower + bands, output: rows.output + bands)
        }
        let (upper, lower, output) = (rows.upper, rows.lower, rows.output)
        let pairs = inputWidth / 2
        switch bands {
        case 1: halveGrey(upper, lower, output, pairs)
        case 3 where usesWideInstructions:
            zig_halve_rgb(rows.forC, next.forC, Int32(pairs))
        case 3: halveRGB(upper, lower, output, pairs)
        default: halveWithAlpha(upper, lower, output, pairs)
        }
        guard inputWidth % 2 == 1, !firstColumnIsSingle else { return }
        halveSingleColumn(upper, lower, output, column: pairs)
    }

    private func halveGrey(
        _ upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>,
        _ output: UnsafeMutablePointer<UInt8>, _ pairs: Int
    ) {
        for index in 0..<pairs {
            let sum =
                UInt16(upper[2 * index]) + UInt16(upper[2 * index + 1]) + UInt16(lower[2 * index])
                + UInt16(lower[2 * index + 1])
            output[index] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
        }
    }

    /// Halves RGB rows: six input bytes of a row, r g b r g b, become three. The even and the odd
    /// bytes of a word are added as 16-bit lanes.
    private func halveRGB(
        _ upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>,
        _ output: UnsafeMutablePointer<UInt8>, _ pairs: Int
    ) {
        let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
        let upperBytes = UnsafeRawPointer(upper)
        let lowerBytes = UnsafeRawPointer(lower)
        let outputBytes = UnsafeMutableRawPointer(output)
        for index in 0..<pairs {
            let top = upperBytes.loadUnaligned(fromByteOffset: 6 &* index, as: UInt64.self)
            let bottom = lowerBytes.loadUnaligned(fromByteOffset: 6 &* index, as: UInt64.self)
            // Lanes: r0 b0 g1 · and g0 r1 b1 ·
            let even = (top & lanes) &+ (bottom & lanes)
            let odd = ((top >> 8) & lanes) &+ ((bottom >> 8) & lanes)
            let red = (even &+ (odd >> 16) &+ 2) >> 2 & 0xFF
            let green = ((even >> 32) &+ odd &+ 2) >> 2 & 0xFF
            let blue = ((even >> 16) &+ (odd >> 32) &+ 2) >> 2 & 0xFF
            let pixel = UInt32(truncatingIfNeeded: red | green << 8 | blue << 16)
            outputBytes.storeBytes(of: pixel, toByteOffset: 3 &* index, as: UInt32.self)
        }
    }

    /// Halves rows and weights each colour sample by the alpha of its pixel.
    private func halveWithAlpha(
        _ upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>,
        _ output: UnsafeMutablePointer<UInt8>, _ pairs: Int
    ) {
        for index in 0..<pairs {
            let left = 2 * index * bands
            blend(
                upper + left, upper + left + bands, lower + left, lower + left + bands,
                into: output + index * bands)
        }
    }

    private func halveSingleColumn(
        _ upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>,
        _ output: UnsafeMutablePointer<UInt8>, column: Int
    ) {
        let top = upper + 2 * column * bands
        let bottom = lower + 2 * column * bands
        let target = output + column * bands
        if bands == 2 || bands == 4 {
            blend(top, top, bottom, bottom, into: target)
            return
        }
        for band in 0..<bands {
            target[band] = UInt8((2 * UInt16(top[band]) + 2 * UInt16(bottom[band]) + 2) >> 2)
        }
    }

    private func blend(
        _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ c: UnsafePointer<UInt8>,
        _ d: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>
    ) {
        let last = bands - 1
        let (alphaA, alphaB) = (UInt32(a[last]), UInt32(b[last]))
        let (alphaC, alphaD) = (UInt32(c[last]), UInt32(d[last]))
        let weight = alphaA + alphaB + alphaC + alphaD
        for band in 0..<last {
            let sum =
                UInt32(a[band]) * alphaA + UInt32(b[band]) * alphaB + UInt32(c[band]) * alphaC
                + UInt32(d[band]) * alphaD
            output[band] = weight == 0 ? 0 : UInt8((sum + weight / 2) / weight)
        }
        output[last] = UInt8((weight + 2) >> 2)
    }
}

extension Halving.Rows {
    fileprivate var forC: zig_halving_rows {
        zig_halving_rows(upper: upper, lower: lower, output: output)
    }
}

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
