internal import ZigguratSystem

extension Pyramid {
    /// A pyramid of certain levels: those of other tools may end before they are a single tile, or
    /// begin with a larger one.
    ///
    /// - Parameter levels: the indices of the levels; the last one is full resolution.
    public init(
        name: String, imageSize: PixelSize, tiling: Tiling, levels indices: ClosedRange<Int>
    ) {
        precondition(indices.lowerBound >= 0 && indices.upperBound < 62, "levels are few")
        precondition(imageSize.width > 0 && imageSize.height > 0, "an image has at least one pixel")
        self.init(
            name: name, imageSize: imageSize, tiling: tiling,
            shape: PyramidShape(
                depth: .levels(indices.upperBound + 1), minimumLevel: indices.lowerBound))
    }
}
