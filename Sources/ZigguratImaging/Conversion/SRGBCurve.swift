internal import CPixels

/// The curve of sRGB, from steps of linear light to 8-bit samples, in tables that stay as long as the
/// program.
///
/// The table of all steps is made from the pieces, so that both have the same samples: those of the
/// curve, but for 0.03 of a level before rounding.
enum SRGBCurve {
    private static let offset = Int(ZIG_LIGHT_OFFSET)
    private static let mostLight = Int(ZIG_MOST_LIGHT)
    /// Dark light has short pieces, because the curve is bent most there.
    private static let darkEnd = 1024

    /// The curve in pieces that are nearly straight.
    ///
    /// `nonisolated(unsafe)`: it does not change once it exists.
    nonisolated(unsafe) static let pieces: UnsafePointer<zig_curve_pieces> = {
        let table = UnsafeMutablePointer<zig_curve_pieces>.allocate(capacity: 1)
        table.initialize(to: zig_curve_pieces())
        for number in 0..<256 {
            let (start, length) = number < 128 ? (8 * number, 8) : (128 * (number - 128), 128)
            let (first, last) = (level(start), level(start + length))
            // Half of the largest distance from the chord, and half a level for rounding.
            let middle = level(start + length / 2)
            let raised = first + (middle - (first + last) / 2) / 2 + 0.5
            let slope = (last - first) * 4096 / Double(number < 128 ? 8 * length : length)
            let sum = min(Int((raised * 256).rounded()), 256 * 256 - 1)
            withUnsafeMutableBytes(of: &table.pointee.samples) { $0[number] = UInt8(sum >> 8) }
            withUnsafeMutableBytes(of: &table.pointee.fractions) { $0[number] = UInt8(sum & 255) }
            withUnsafeMutableBytes(of: &table.pointee.slopes) {
                // Pieces of 128 steps are too steep for a byte only where short ones are used.
                $0[number] = UInt8(min(slope.rounded(), 255))
            }
        }
        return UnsafePointer(table)
    }()

    /// The sample of each sum of light from −`ZIG_LIGHT_OFFSET` on.
    ///
    /// `nonisolated(unsafe)`: it does not change once it exists.
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
