internal import CPixels
internal import CSystemLibraries
internal import Glibc
internal import ZigguratSystem

/// The tables of a profile of three curves and a matrix, such as Display P3.
///
/// They are the profile's own answers in linear light: what each value of each sample adds.
final class MatrixTables {
    let tables: zig_matrix_tables
    private let shares: UnsafeMutableBufferPointer<Int32>

    private static let mostLight: Float = 16_383

    /// The sRGB sample of each number of linear light. Source: IEC 61966-2-1, 5.2.
    private static let encoded: [UInt8] = (0...Int(mostLight)).map { number in
        let light = Double(number) / Double(mostLight)
        let sample = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((sample * 255).rounded())
    }

    init?(_ profile: ICCProfile, _ intent: SourceRequest.Intent, sampleBytes: Int) {
        guard let linear = ICCProfile.linearRGB,
            let transform = profile.transform(
                Int(zig_lcms_float_rgb), to: linear, Int(zig_lcms_float_rgb), intent,
                flags: cmsFLAGS_NOOPTIMIZE)
        else { return nil }
        defer { cmsDeleteTransform(transform) }
        // Of 16 bits, the upper 13 are looked up.
        let count = sampleBytes == 1 ? 256 : 8192
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: 3 * count * 4 * MemoryLayout<Int32>.stride, alignment: 64)
        shares = memory.bindMemory(to: Int32.self)
        var black: [Float] = [0, 0, 0]
        cmsDoTransform(transform, [Float](repeating: 0, count: 3), &black, 1)
        for sample in 0..<3 {
            var colours = [Float](repeating: 0, count: 3 * count)
            for value in 0..<count {
                colours[3 * value + sample] = Float(value) / Float(count - 1)
            }
            var light = [Float](repeating: 0, count: 3 * count)
            cmsDoTransform(transform, colours, &light, UInt32(count))
            for value in 0..<count {
                let place = 4 * (sample * count + value)
                for part in 0..<3 {
                    // The light of black, and half a step for rounding, count once.
                    let once = sample == 0 ? black[part] + 0.5 / Self.mostLight : 0
                    let share = light[3 * value + part] - black[part] + once
                    shares[place + part] = Int32(max(-64, min(64, share)) * Self.mostLight * 256)
                }
                shares[place + 3] = 0
            }
        }
        let encoded = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.encoded.count)
        encoded.initialize(from: Self.encoded, count: Self.encoded.count)
        // The memory has a base address: it is not empty.
        let start = UnsafePointer(shares.baseAddress.unsafelyUnwrapped)
        tables = zig_matrix_tables(
            shares: (start, start + 4 * count, start + 8 * count), encoded: encoded)
    }

    deinit {
        shares.deallocate()
        tables.encoded.deallocate()
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
