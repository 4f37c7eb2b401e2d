internal import ZigguratCore
internal import ZigguratSystem

/// What layouts without tiles have in common: every level is one image.
enum WholeLevels {
    /// The longest side of an image whose rows wait in memory until all are there, in pixels.
    private static let maximumSideInMemory = 8192
    /// Browsers may fail at images that are longer, in pixels.
    private static let maximumUsualSide = 8192

    /// The longest side that an image may have, in pixels: what the format holds, where its rows are
    /// encoded as they come.
    static func maximumSide(_ encoding: TileEncoding) -> Int {
        encoding.encodesStrips ? encoding.format.maximumSide : maximumSideInMemory
    }

    static let shape = PyramidShape(depth: .longSide(256))

    static func rules(_ levels: LevelRules) -> TilingRules {
        TilingRules(allowsOverlap: false, edges: [.crop], wholeLevels: true).with(levels)
    }

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
        guard let largest = bundle.pyramid.levels.last else { return [] }
        let (size, encoding) = (largest.size, bundle.pyramid.tiling.encoding)
        var notes: [String] = []
        if bundle.pyramid.imageSize.longSide > maximumSide(encoding) {
            let others =
                encoding.encodesStrips
                ? ""
                : ", and JPEGs that are neither progressive nor without loss at "
                    + "\(TileFormat.jpeg.maximumSide)"
            notes.append(
                "its largest image has \(size.width) × \(size.height) pixels: such images end at "
                    + "\(maximumSide(encoding)) a side\(others)")
        }
        if size.longSide > maximumUsualSide {
            notes.append(
                "a browser takes \(size.pixelCount * 4 / 1_000_000) MB of memory for its image of "
                    + "\(size.width) × \(size.height) pixels, and those of telephones give up before"
            )
        }
        return notes
    }
}
