internal import ZigguratCore
internal import ZigguratSystem

/// What the layouts for iOS apps with a `CATiledLayer` have in common.
enum TiledLayers {
    /// The formats that `UIImage` reads, without loss first: it is what the apps' code asks for.
    static func rules(_ levels: LevelRules = levels()) -> TilingRules {
        TilingRules(
            formats: [.png, .jpeg, .webp], allowsOverlap: false, edges: [.crop]
        ).with(levels)
    }

    /// Any number of levels, from full resolution down: the app is told.
    static func levels(_ depth: PyramidDepth = .oneTile) -> LevelRules {
        LevelRules(PyramidShape(depth: depth), allowsLimits: false)
    }

    /// The zoom scales of a view that shows the image at 1: `1, 0.5, 0.25`.
    static func scales(of pyramid: Pyramid) -> String {
        pyramid.levels.reversed()
            .map { $0.scaleFactor == 1 ? "1" : "\(1 / Double($0.scaleFactor))" }
            .joined(separator: ", ")
    }

    /// Refuses levels beyond those that a thousandth of a scale can tell apart.
    static func checkScales(
        of pyramids: [Pyramid], layout name: String
    ) throws(ZigguratError) {
        guard let smallest = pyramids.first?.levels.first, smallest.scaleFactor > 1024 else {
            return
        }
        throw ZigguratError(
            LayoutFailure.tooManyLevels(scaleFactor: smallest.scaleFactor, limit: 1024),
            "layout \(name)")
    }
}
