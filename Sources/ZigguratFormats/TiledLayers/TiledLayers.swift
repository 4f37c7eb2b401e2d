internal import ZigguratCore
internal import ZigguratSystem

/// Rules of all layouts for iOS apps with a `CATiledLayer`.
enum TiledLayers {
    /// The formats that `UIImage` reads. PNG is first: the apps' code asks for it.
    static func rules(_ levels: LevelRules = levels()) -> TilingRules {
        TilingRules(
            formats: [.png, .jpeg, .webp], allowsOverlap: false, edges: [.crop]
        ).with(levels)
    }

    /// Any number of levels from full resolution down, which the app sets.
    static func levels(_ depth: PyramidDepth = .oneTile) -> LevelRules {
        LevelRules(PyramidShape(depth: depth), allowsLimits: false)
    }

    /// The zoom scales of a view that shows the image at 1: `1, 0.5, 0.25`.
    static func scales(of pyramid: Pyramid) -> String {
        pyramid.levels.reversed()
            .map { $0.scaleFactor == 1 ? "1" : "\(1 / Double($0.scaleFactor))" }
            .joined(separator: ", ")
    }

    /// Rejects levels whose scale is less than 1/1000, by which tiles are named.
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
