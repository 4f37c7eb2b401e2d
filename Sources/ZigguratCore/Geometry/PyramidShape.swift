internal import ZigguratSystem

/// Which levels a pyramid has, and how their grids lie: everything of its geometry that is neither
/// the image's nor the tiling's.
public struct PyramidShape: Hashable, Sendable {
    public var depth: PyramidDepth
    public var rounding: LevelRounding
    public var origin: GridOrigin
    /// Levels with a smaller or a larger number are left out; the others keep theirs.
    public var minimumLevel: Int?
    public var maximumLevel: Int?
    /// Levels with a longer side are left out, in pixels.
    public var maximumSide: Int?
    /// Of the levels that are left only the largest is there.
    public var isLargestOnly: Bool

    public init(
        depth: PyramidDepth = .oneTile, rounding: LevelRounding = .up,
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

    /// Those of all levels, the smallest first, that are not left out.
    func kept(_ levels: [Level]) -> [Level] {
        let kept = levels.filter(keeps)
        return isLargestOnly ? kept.suffix(1) : kept
    }

    private func keeps(_ level: Level) -> Bool {
        level.size.width > 0 && level.size.height > 0 && level.index >= minimumLevel ?? 0
            && level.index <= maximumLevel ?? .max && level.size.longSide <= maximumSide ?? .max
    }
}

/// What a person asks of the levels; `nil` leaves it to the layout.
public struct LevelRequest: Hashable, Sendable, Codable {
    public var depth: PyramidDepth?
    public var minimumLevel: Int?
    public var maximumLevel: Int?

    public init(
        depth: PyramidDepth? = nil, minimumLevel: Int? = nil, maximumLevel: Int? = nil
    ) {
        self.depth = depth
        self.minimumLevel = minimumLevel
        self.maximumLevel = maximumLevel
    }
}
