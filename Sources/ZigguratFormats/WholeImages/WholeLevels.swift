internal import ZigguratCore

/// What layouts without tiles have in common: every level is one image.
enum WholeLevels {
    /// The longest side of an image whose rows are all in memory while it is encoded, in pixels.
    private static let maximumSideInMemory = 8192
    /// Browsers may fail to show images with a longer side, in pixels.
    private static let maximumUsualSide = 8192

    /// The longest side of an image, in pixels: the limit of the format if rows are encoded as they
    /// arrive.
    static func maximumSide(_ encoding: TileEncoding) -> Int {
        encoding.encodesStrips ? encoding.format.maximumSide : maximumSideInMemory
    }

    static let shape = PyramidShape(depth: .longSide(256))

    static func rules(_ levels: LevelRules) -> TilingRules {
        TilingRules(allowsOverlap: false, edges: [.crop], wholeLevels: true).with(levels)
    }

    /// `info.json` members of a level's image; its address is relative to the bundle if the public
    /// address is unknown.
    static func json(
        of level: Level, _ naming: any NamingStrategy, _ bundle: BundleDescription
    ) -> [String: JSONValue] {
        let tile = bundle.pyramid.tile(level, column: 0, row: 0)
        let path = PercentEncoding.path(naming.path(of: tile))
        return [
            "url": .string(bundle.baseURL == nil ? path : "\(bundle.address)/\(path)"),
            "width": .integer(level.size.width), "height": .integer(level.size.height),
        ]
    }

    static func notes(on bundle: BundleDescription) -> [FormatNote] {
        guard let largest = bundle.pyramid.levels.last else { return [] }
        let (size, encoding) = (largest.size, bundle.pyramid.tiling.encoding)
        var notes: [FormatNote] = []
        if bundle.pyramid.imageSize.longSide > maximumSide(encoding) {
            notes.append(
                .reduced(
                    to: size, limit: maximumSide(encoding), encodesStrips: encoding.encodesStrips))
        }
        if size.longSide > maximumUsualSide { notes.append(.tooLargeForBrowsers(size)) }
        return notes
    }
}
