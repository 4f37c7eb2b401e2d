internal import CPixels
internal import ZigguratCore

/// Tells tiles on which nothing but the background is to be seen.
///
/// Most tiles have something at their beginning, where the look at them ends.
final class BlankTest {
    private let background: [UInt8]
    private let tolerance: Int32
    /// A row of background, as wide as the widest tile.
    private let pattern: UnsafeMutableBufferPointer<UInt8>

    /// - Parameters:
    ///   - background: a pixel of it; where it has alpha, what is transparent is background,
    ///     whatever its colour.
    ///   - tolerance: how far a sample may be from it.
    ///   - width: that of the widest tile.
    init(background: [UInt8], tolerance: Int, width: Int) {
        self.background = background
        self.tolerance = Int32(tolerance)
        pattern = .allocate(capacity: width * background.count)
        for index in pattern.indices {
            pattern.initializeElement(at: index, to: background[index % background.count])
        }
    }

    deinit {
        pattern.deallocate()
    }

    func isBlank(_ pixels: TilePixels) -> Bool {
        let bands = pixels.bands
        precondition(bands == background.count && pixels.width * bands <= pattern.count)
        guard let pattern = pattern.baseAddress else { return false }
        let hasAlpha = bands.isMultiple(of: 2)
        for y in 0..<pixels.height {
            let isPlain =
                hasAlpha
                ? zig_row_is_clear(
                    pixels.rows[y], Int32(pixels.width), Int32(bands), tolerance)
                : zig_row_is_plain(
                    pixels.rows[y], pattern, Int32(pixels.width * bands), tolerance)
            if isPlain == 0 { return false }
        }
        return true
    }
}
