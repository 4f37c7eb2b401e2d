package import ZigguratCore

/// A pyramid of the same image in another size: resampled from full resolution, then halved and
/// tiled on its own.
package struct ResampledPyramid: Hashable, Sendable {
    /// The size at full resolution; not larger than the image.
    package let size: PixelSize
    package let passes: [TilingPass]

    package init(size: PixelSize, passes: [TilingPass]) {
        precondition(!passes.isEmpty, "a pyramid has at least one tile")
        self.size = size
        self.passes = passes
    }
}
