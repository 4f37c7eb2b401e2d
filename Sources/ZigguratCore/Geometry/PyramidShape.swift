/// The levels of a pyramid and the position of their grids, independent of the image and the
/// tiling.
package struct PyramidShape: Hashable, Sendable {
    package var depth: Pyramid.Depth
    package var rounding: LevelRounding
    package var origin: GridOrigin
    /// The range of levels that are kept. Kept levels keep their numbers.
    package var minimumLevel: Int?
    package var maximumLevel: Int?
    /// The largest side of a kept level, in pixels.
    package var maximumSide: Int?
    /// Whether only the largest of the kept levels remains.
    package var isLargestOnly: Bool

    package init(
        depth: Pyramid.Depth = .oneTile, rounding: LevelRounding = .up,
        origin: GridOrigin = .topLeft, minimumLevel: Int? = nil, maximumLevel: Int? = nil,
        maximumSide: Int? = nil, isLargestOnly: Bool = false
    ) {
        self.depth = depth
        self.rounding = rounding
        self.origin = origin
        self.minimumLevel = minimumLevel
        self.maximumLevel = maximumLevel
        self.maximumSide = maximumSide
        self.isLargestOnly = isLargestOnly
    }

    func kept(_ levels: [Level]) -> [Level] {
        let kept = levels.filter(keeps)
        return isLargestOnly ? kept.suffix(1) : kept
    }

    private func keeps(_ level: Level) -> Bool {
        level.size.width > 0 && level.size.height > 0 && level.index >= minimumLevel ?? 0
            && level.index <= maximumLevel ?? .max && level.size.longSide <= maximumSide ?? .max
    }
}

extension Pyramid {
    /// Requested levels; `nil` leaves a value to the layout.
    public struct LevelRequest: Hashable, Sendable, Codable {
        public var depth: Pyramid.Depth?
        public var minimumLevel: Int?
        public var maximumLevel: Int?

        public init(depth: Pyramid.Depth? = nil, minimumLevel: Int? = nil, maximumLevel: Int? = nil)
        {
            self.depth = depth
            self.minimumLevel = minimumLevel
            self.maximumLevel = maximumLevel
        }
    }
}
