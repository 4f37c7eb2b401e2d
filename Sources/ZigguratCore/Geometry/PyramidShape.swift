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

/// What a layout's clients can be told of the levels.
public struct LevelRules: Hashable, Sendable {
    /// Whether the pyramid may go down to another depth than the layout's own.
    public var allowsDepth: Bool
    /// Whether levels may be left out at either end.
    public var allowsLimits: Bool

    /// Any depth, any levels.
    public static let free = LevelRules(allowsDepth: true, allowsLimits: true)
    /// The clients compute the levels themselves from the image's size.
    public static let fixed = LevelRules(allowsDepth: false, allowsLimits: false)

    public init(allowsDepth: Bool, allowsLimits: Bool) {
        self.allowsDepth = allowsDepth
        self.allowsLimits = allowsLimits
    }

    /// The shape that a request comes to; the error says what the layout called `name` cannot do.
    func shape(
        of shape: PyramidShape, for request: LevelRequest, layout name: String
    ) throws(ZigguratError) -> PyramidShape {
        var shape = shape
        if let depth = request.depth {
            guard allowsDepth || depth == shape.depth else {
                throw ZigguratError(
                    .invalidOptions, "",
                    "the layout \(name) cannot have another depth than “\(shape.depth.text)”",
                    remedy: "leave --depth out")
            }
            shape.depth = depth
        }
        guard request.minimumLevel != nil || request.maximumLevel != nil else { return shape }
        guard allowsLimits else {
            throw ZigguratError(
                .invalidOptions, "", "the layout \(name) cannot leave levels out",
                remedy: "its clients compute them: leave --min-level and --max-level out")
        }
        let least = request.minimumLevel ?? 0
        guard least >= 0, least <= request.maximumLevel ?? least else {
            throw ZigguratError(
                .invalidOptions, "",
                "there are no levels from \(least) to \(request.maximumLevel ?? least)",
                remedy: "levels are counted from 0, the smallest")
        }
        shape.minimumLevel = request.minimumLevel
        shape.maximumLevel = request.maximumLevel
        return shape
    }
}
