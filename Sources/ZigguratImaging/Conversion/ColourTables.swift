internal import CPixels
internal import CSystemLibraries
internal import ZigguratSystem

/// The lookup tables of a profile with three curves and a matrix, such as Display P3.
///
/// For each value of each sample, a table holds the linear light that the value adds to the colour,
/// as the profile computes it. The light is the product of two integers: the light of the sample
/// and a column of the matrix. So the tables and the vector instructions compute equal sums.
final class MatrixTables {
    let tables: zig_matrix_tables
    private let pairs: UnsafeMutablePointer<UInt64>
    private let lasts: UnsafeMutablePointer<UInt32>
    /// The lower bytes of the light of red, then the upper bytes; then green and blue in this form.
    private let light: UnsafeMutablePointer<UInt8>?

    private static let mostLight: Float = 32_767
    /// The sum for white.
    private static let white = Float(ZIG_MOST_LIGHT << ZIG_LIGHT_BITS)
    private static let half = Int32(1) << (ZIG_LIGHT_BITS - 1)
    private static let offset = Int64(ZIG_LIGHT_OFFSET) << ZIG_LIGHT_BITS

    /// Creates the tables.
    ///
    /// - Returns: `nil` if the profile cannot be applied, or has light far beyond white.
    init?(_ profile: ICCProfile, sampleBytes: Int) {
        // For 16-bit samples, the tables are indexed by the upper 13 bits.
        let count = sampleBytes == 1 ? 256 : 8192
        var colours = [Float](repeating: 0, count: 3 * 3 * count)
        for sample in 0..<3 {
            for value in 0..<count {
                colours[3 * (sample * count + value) + sample] = Float(value) / Float(count - 1)
            }
        }
        guard let answers = profile.linearLight(colours) else { return nil }
        // With these limits, the sum of three shares fits: 3 × (2.5 + 0.1) + 0.1 is less than 8.
        guard answers.allSatisfy({ abs($0) < 2.5 }), answers.prefix(3).allSatisfy({ abs($0) < 0.1 })
        else { return nil }
        let black = SIMD3(answers[0], answers[1], answers[2])
        let starts = SIMD3<Int32>(black * Self.white, rounding: .toNearestOrEven) &+ Self.half
        pairs = .allocate(capacity: 3 * count)
        lasts = .allocate(capacity: 3 * count)
        light = sampleBytes == 1 ? .allocate(capacity: 6 * count) : nil
        var columns: [SIMD3<Int16>] = []
        for sample in 0..<3 {
            let shares = (sample * count..<(sample + 1) * count).map {
                SIMD3(answers[3 * $0], answers[3 * $0 + 1], answers[3 * $0 + 2]) - black
            }
            let largest = shares.max { ($0 * $0).sum() < ($1 * $1).sum() } ?? .zero
            let square = (largest * largest).sum()
            let column = SIMD3<Int16>(
                largest * (Self.white / Self.mostLight), rounding: .toNearestOrEven)
            columns.append(column)
            // The first sample's table includes the light of black, the offset and half a step for
            // rounding.
            let once =
                sample == 0
                ? SIMD3<Int64>(truncatingIfNeeded: starts) &+ Self.offset : SIMD3<Int64>.zero
            for (value, share) in shares.enumerated() {
                let part = square > 0 ? (share * largest).sum() / square : 0
                let units = Int16((part * Self.mostLight).rounded())
                let sums =
                    once &+ SIMD3<Int64>(truncatingIfNeeded: column) &* Int64(units)
                let place = sample * count + value
                (pairs + place).initialize(to: UInt64(bitPattern: sums.x &+ sums.y << 32))
                (lasts + place).initialize(to: UInt32(truncatingIfNeeded: sums.z))
                guard let light else { continue }
                let bytes = light + 2 * sample * count + value
                bytes.initialize(to: UInt8(truncatingIfNeeded: units))
                (bytes + count).initialize(to: UInt8(truncatingIfNeeded: units >> 8))
            }
        }
        let (first, last) = (UnsafePointer(pairs), UnsafePointer(lasts))
        tables = zig_matrix_tables(
            pairs: (first, first + count, first + 2 * count),
            lasts: (last, last + count, last + 2 * count), encoded: SRGBCurve.encoded,
            factors: Self.factors(light, columns, starts))
    }

    deinit {
        pairs.deallocate()
        lasts.deallocate()
        light?.deallocate()
    }

    private static func factors(
        _ light: UnsafeMutablePointer<UInt8>?, _ columns: [SIMD3<Int16>], _ starts: SIMD3<Int32>
    ) -> zig_matrix_factors {
        let bytes = (0..<6).map { number in light.map { UnsafePointer($0 + 256 * number) } }
        let columns = columns.map { ($0.x, $0.y, $0.z) }
        return zig_matrix_factors(
            low_light: (bytes[0], bytes[2], bytes[4]), high_light: (bytes[1], bytes[3], bytes[5]),
            columns: (columns[0], columns[1], columns[2]), starts: (starts.x, starts.y, starts.z),
            pieces: SRGBCurve.pieces)
    }
}

/// The curve of sRGB from steps of linear light to 8-bit samples, in tables that are never freed.
///
/// The table of all steps is computed from the pieces, so the table and the pieces give equal
/// samples. The samples differ from the exact curve by up to 0.03 of a level before rounding.
enum SRGBCurve {
    private static let offset = Int(ZIG_LIGHT_OFFSET)
    private static let mostLight = Int(ZIG_MOST_LIGHT)
    /// The end of the range with short pieces. The curve bends most in dark light.
    private static let darkEnd = 1024

    /// The curve in nearly straight pieces.
    ///
    /// `nonisolated(unsafe)`: the table does not change after it is created.
    nonisolated(unsafe) static let pieces: UnsafePointer<zig_curve_pieces> = {
        let table = UnsafeMutablePointer<zig_curve_pieces>.allocate(capacity: 1)
        table.initialize(to: zig_curve_pieces())
        for number in 0..<256 {
            let (start, length) = number < 128 ? (8 * number, 8) : (128 * (number - 128), 128)
            let (first, last) = (level(start), level(start + length))
            // Adds half of the largest distance from the chord, and half a level for rounding.
            let middle = level(start + length / 2)
            let raised = first + (middle - (first + last) / 2) / 2 + 0.5
            let slope = (last - first) * 4096 / Double(number < 128 ? 8 * length : length)
            let sum = min(Int((raised * 256).rounded()), 256 * 256 - 1)
            withUnsafeMutableBytes(of: &table.pointee.samples) { $0[number] = UInt8(sum >> 8) }
            withUnsafeMutableBytes(of: &table.pointee.fractions) { $0[number] = UInt8(sum & 255) }
            withUnsafeMutableBytes(of: &table.pointee.slopes) {
                // Long pieces are too steep for a byte only in dark light, where short pieces are
                // used.
                $0[number] = UInt8(min(slope.rounded(), 255))
            }
        }
        return UnsafePointer(table)
    }()

    /// The sample of each sum of light, from −`ZIG_LIGHT_OFFSET` on.
    ///
    /// `nonisolated(unsafe)`: the table does not change after it is created.
    nonisolated(unsafe) static let encoded: UnsafePointer<UInt8> = {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * offset)
        table.initialize(repeating: 0, count: offset)
        (table + offset).initialize(repeating: 255, count: offset)
        let pieces = Self.pieces.pointee
        withUnsafeBytes(of: pieces.samples) { samples in
            withUnsafeBytes(of: pieces.fractions) { fractions in
                withUnsafeBytes(of: pieces.slopes) { slopes in
                    for light in 0...mostLight {
                        let isDark = light < darkEnd
                        let number = isDark ? light >> 3 : 128 + light >> 7
                        let way = isDark ? (light & 7) << 3 : light & 127
                        let rise = Int(fractions[number]) * 16 + Int(slopes[number]) * way
                        table[offset + light] = samples[number] + UInt8(rise >> 12)
                    }
                }
            }
        }
        return UnsafePointer(table)
    }()

    private static func level(_ light: Int) -> Double {
        255 * ICCProfile.sRGBSample(ofLight: Double(light) / Double(mostLight))
    }
}

/// A grid of CMYK colours and their sRGB values.
final class CMYKGrid {
    let tables: zig_cmyk_tables

    /// The number of nodes along an axis, as in Little CMS' grids for four inks.
    private static let size = 17

    init?(_ profile: ICCProfile, isInverted: Bool) {
        let (size, last) = (Self.size, Self.size - 1)
        guard let target = ICCProfile.sRGB,
            let transform = profile.transform(
                ZIG_LCMS_WIDE_CMYK, to: target, ZIG_LCMS_WIDE_RGB, flags: cmsFLAGS_NOOPTIMIZE)
        else { return nil }
        defer { cmsDeleteTransform(transform) }
        let values = (0...last).map { UInt16(65_535 * $0 / last) }
        let nodes = UnsafeMutablePointer<UInt64>.allocate(capacity: size * size * size * size)
        var node = nodes
        var samples = [UInt16](repeating: 0, count: 3 * size)
        for cyan in values {
            for magenta in values {
                for yellow in values {
                    let row = values.flatMap { [cyan, magenta, yellow, $0] }
                    cmsDoTransform(transform, row, &samples, UInt32(size))
                    for black in 0..<size {
                        // White is 65,535 in the samples and 255 × 128 in a node.
                        let pixel = samples[3 * black..<3 * black + 3].reversed()
                            .reduce(0) { $0 << 16 | (UInt64($1) * 128 + 128) / 257 }
                        node.initialize(to: pixel)
                        node += 1
                    }
                }
            }
        }
        let starts = UnsafeMutablePointer<UInt32>.allocate(capacity: 4 * 256)
        let keys = UnsafeMutablePointer<UInt32>.allocate(capacity: 4 * 256)
        var distance = size * size * size
        for ink in 0..<4 {
            for sample in 0..<256 {
                let value = isInverted ? 255 - sample : sample
                let start = min(value * last / 255, last - 1)
                let fraction = (value * last - start * 255) * 0x7FFF / 255
                (starts + 256 * ink + sample).initialize(to: UInt32(start * distance))
                (keys + 256 * ink + sample).initialize(to: UInt32(fraction << 16 | distance))
            }
            distance /= size
        }
        tables = zig_cmyk_tables(nodes: nodes, starts: starts, keys: keys)
    }

    deinit {
        tables.nodes.deallocate()
        tables.starts.deallocate()
        tables.keys.deallocate()
    }
}
