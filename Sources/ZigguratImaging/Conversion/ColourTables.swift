internal import CPixels
internal import CSystemLibraries
internal import ZigguratSystem

/// The tables of a profile of three curves and a matrix, such as Display P3.
///
/// They are the profile's own answers in linear light: what each value of each sample adds.
final class MatrixTables {
    let tables: zig_matrix_tables
    private let shares: UnsafeMutablePointer<UInt64>

    private static let offset = Int(ZIG_LIGHT_OFFSET)
    private static let mostLight = Int(ZIG_MOST_LIGHT)
    /// Parts of a step in which shares are counted.
    private static let parts: Float = 8

    /// The sRGB sample of each sum of light; it stays as long as the program.
    ///
    /// `nonisolated(unsafe)`: it does not change once it exists.
    private nonisolated(unsafe) static let encoded: UnsafePointer<UInt8> = {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * offset)
        table.initialize(repeating: 0, count: offset)
        (table + offset).initialize(repeating: 255, count: offset)
        for step in 0...mostLight {
            let sample = ICCProfile.sRGBSample(ofLight: Double(step) / Double(mostLight))
            table[offset + step] = UInt8((sample * 255).rounded())
        }
        return UnsafePointer(table)
    }()

    /// - Returns: `nil` if the profile cannot be applied, or has light far beyond white.
    init?(_ profile: ICCProfile, _ intent: SourceRequest.Intent, sampleBytes: Int) {
        // Of 16 bits, the upper 13 are looked up.
        let count = sampleBytes == 1 ? 256 : 8192
        var colours = [Float](repeating: 0, count: 3 * 3 * count)
        for sample in 0..<3 {
            for value in 0..<count {
                colours[3 * (sample * count + value) + sample] = Float(value) / Float(count - 1)
            }
        }
        guard let light = profile.linearLight(colours, intent) else { return nil }
        // So the sum of three shares has room: 3 × (2.5 + 0.1) + 0.1 is less than 8.
        guard light.allSatisfy({ abs($0) < 2.5 }), light.prefix(3).allSatisfy({ abs($0) < 0.1 })
        else { return nil }
        shares = .allocate(capacity: 3 * count)
        for place in 0..<3 * count {
            var packed: Int64 = 0
            for part in 0..<3 {
                // The light of black counts once, and so do the offset and half a step for rounding.
                let black = place < count ? 0 : light[part]
                let share = (light[3 * place + part] - black) * Float(Self.mostLight) * Self.parts
                let once = place < count ? Self.offset * Int(Self.parts) + Int(Self.parts) / 2 : 0
                packed &+= (Int64(share.rounded()) + Int64(once)) << (21 * part)
            }
            (shares + place).initialize(to: UInt64(bitPattern: packed))
        }
        let first = UnsafePointer(shares)
        tables = zig_matrix_tables(
            shares: (first, first + count, first + 2 * count), encoded: Self.encoded)
    }

    deinit {
        shares.deallocate()
    }
}

/// A grid of CMYK colours and what they are in sRGB.
final class CMYKGrid {
    let tables: zig_cmyk_tables

    /// Nodes along an axis: as many as in Little CMS' own grids for four inks.
    private static let size = 17

    init?(_ profile: ICCProfile, _ intent: SourceRequest.Intent, isInverted: Bool) {
        let (size, last) = (Self.size, Self.size - 1)
        guard let target = ICCProfile.sRGB,
            let transform = profile.transform(
                ZIG_LCMS_WIDE_CMYK, to: target, ZIG_LCMS_WIDE_RGB, intent,
                flags: cmsFLAGS_NOOPTIMIZE)
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
                        // From 65,535 for white to 255 × 128.
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
