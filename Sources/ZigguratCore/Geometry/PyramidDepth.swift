/// How far down a pyramid goes.
public enum PyramidDepth: String, Hashable, Sendable, Codable, CaseIterable {
    /// Until a level is a single pixel, as Deep Zoom wants it.
    case onePixel
    /// Until a level fits into a single tile, as map and IIIF clients want it.
    case oneTile

    /// How many times the image is halved below full resolution.
    func reductions(of imageSize: PixelSize, tileSize: PixelSize) -> Int {
        switch self {
        case .onePixel: halvings(of: imageSize.longSide, downTo: 1)
        case .oneTile:
            max(
                halvings(of: imageSize.width, downTo: tileSize.width),
                halvings(of: imageSize.height, downTo: tileSize.height))
        }
    }

    private func halvings(of length: Int, downTo limit: Int) -> Int {
        var count = 0
        while length.dividedRoundingUp(by: 1 << count) > limit { count += 1 }
        return count
    }
}
