package import ZigguratCore

/// A pyramid of the image in another size: resampled from full resolution, then halved and tiled
/// separately.
package struct ResampledPyramid: Hashable, Sendable {
    /// The size at full resolution, which does not exceed the size of the image.
    package let size: PixelSize
    package let passes: [TilingPass]

    package init(size: PixelSize, passes: [TilingPass]) {
        precondition(!passes.isEmpty, "a pyramid has at least one tile")
        self.size = size
        self.passes = passes
    }
}
