/// What layouts without tiles have in common: every level is one image.
enum WholeLevels {
    /// The longest side of an image, in pixels. A level's rows wait in memory until all are there,
    /// and browsers fail at images that are much larger.
    static let maximumSide = 8192

    static let rules = TilingRules(
        allowsOverlap: false, edges: [.crop], wholeLevels: true)

    /// The address of a level's image: from the bundle's folder where nobody said where that will
    /// be published.
    static func address(
        of level: Level, _ naming: any NamingStrategy, _ bundle: BundleDescription
    ) -> String {
        let tile = bundle.pyramid.tile(level, column: 0, row: 0)
        let path = PercentEncoding.path(naming.path(of: tile))
        return bundle.baseURL == nil ? path : "\(bundle.address)/\(path)"
    }

    static func notes(on bundle: BundleDescription) -> [String] {
        guard let largest = bundle.pyramid.levels.last, largest.scaleFactor > 1,
            bundle.pyramid.imageSize.longSide > maximumSide
        else { return [] }
        return [
            "its largest image has \(largest.size.width) × \(largest.size.height) pixels: whole "
                + "images end at \(maximumSide) a side"
        ]
    }
}
