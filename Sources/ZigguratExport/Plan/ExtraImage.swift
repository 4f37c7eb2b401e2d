internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// An image of a whole level that belongs to the export rather than to a bundle.
struct ExtraImage {
    let path: String
    let reduction: Int
    let tiling: Tiling
    /// The size to which the level is resampled; `nil` keeps its size.
    var resampledSize: PixelSize?
    /// The size to which the source's rows are resampled before tiling; `nil` keeps their size.
    var branchSize: PixelSize?

    /// The largest level whose sides are no longer than a limit.
    init(path: String, of imageSize: PixelSize, longestSide: Int, quality: Int) {
        var reduction = 0
        while imageSize.reduced(by: 1 << reduction).longSide > longestSide { reduction += 1 }
        self.path = path
        self.reduction = reduction
        tiling = Tiling(
            tileSize: imageSize.reduced(by: 1 << reduction),
            encoding: TileEncoding(.jpeg, quality: quality))
    }

    /// An image of any size, made from the smallest level that is not smaller, or from the source's
    /// rows if that level is too large to keep in memory.
    init(_ image: SizedImage, of imageSize: PixelSize, encoding: TileEncoding) {
        var reduction = 0
        while imageSize.reduced(by: 2 << reduction).width >= image.width { reduction += 1 }
        let level = imageSize.reduced(by: 1 << reduction)
        path = image.path
        let size = PixelSize(width: image.width, height: image.height)
        if size == level || size.longSide <= SizedImage.maximumSideInMemory {
            self.reduction = reduction
            tiling = Tiling(tileSize: level, encoding: encoding)
            resampledSize = size == level ? nil : size
        } else {
            self.reduction = 0
            tiling = Tiling(tileSize: size, encoding: encoding)
            branchSize = size
        }
    }
}
