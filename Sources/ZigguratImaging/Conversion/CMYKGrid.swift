internal import CPixels
internal import CSystemLibraries
internal import ZigguratSystem

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
