extension Pyramid {
    /// Creates a pyramid with certain levels: those of other tools may end before a level of one
    /// tile.
    ///
    /// - Parameter levels: the level numbers; the last one is full resolution.
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
