/// The levels of one image and their tiling: geometry without pixels. Level numbers count upwards
/// from 0, the smallest level.
public struct Pyramid: Hashable, Sendable {
    /// The name of the image in the export: `photo` in `photo_files/0/0_0.jpg`.
    public let name: String
    /// The size at full resolution, in image pixels.
    public let imageSize: PixelSize
    public private(set) var tiling: Tiling
    package private(set) var shape: PyramidShape
    /// Tile pixels per pixel of the layout's tile size, along each side; 2 for `@2x` tiles.
    public private(set) var density: Int
    /// The levels, the smallest first. The last level has full resolution unless the shape omits
    /// it.
    public private(set) var levels: [Level]

    public init(name: String, imageSize: PixelSize, tiling: Tiling, depth: Pyramid.Depth) {
        self.init(
            name: name, imageSize: imageSize, tiling: tiling, shape: PyramidShape(depth: depth))
    }

    /// - Precondition: the shape leaves at least one level.
    package init(
        name: String, imageSize: PixelSize, tiling: Tiling, shape: PyramidShape, density: Int = 1
    ) {
        precondition(imageSize.width > 0 && imageSize.height > 0, "an image has at least one pixel")
        precondition(
            shape.origin == .topLeft || tiling.overlap == 0, "shifted tiles do not overlap")
        self.name = name
        self.imageSize = imageSize
        self.tiling = tiling
        self.shape = shape
        self.density = density
        levels = shape.kept(Self.allLevels(imageSize, tiling, shape))
        precondition(!levels.isEmpty, "a pyramid has at least one level")
    }

    /// Returns this pyramid with fewer pixels per tile. Each tile still shows its part of the
    /// image.
    ///
    /// - Precondition: the density of this pyramid is the new density times a power of two.
    package func atDensity(_ density: Int) -> Pyramid {
        let factor = self.density / density
        var pyramid = self
        pyramid.density = density
        pyramid.tiling = Tiling(
            tileSize: PixelSize(
                width: tiling.tileSize.width / factor, height: tiling.tileSize.height / factor),
            overlap: tiling.overlap / factor, edge: tiling.edge, encoding: tiling.encoding)
        pyramid.levels = levels.map { level in
            Level(
                index: level.index, reduction: level.reduction + factor.trailingZeroBitCount,
                imageSize: imageSize, tiling: pyramid.tiling, shape: shape)
        }
        return pyramid
    }

    /// Returns the pyramid of the image with this tiling, another shape and a selection of levels;
    /// `nil` if no level is left.
    package func reshaped(_ shape: PyramidShape, where isWanted: (Level) -> Bool) -> Pyramid? {
        var pyramid = self
        pyramid.shape = shape
        pyramid.levels = shape.kept(Self.allLevels(imageSize, tiling, shape)).filter(isWanted)
        return pyramid.levels.isEmpty ? nil : pyramid
    }

    /// Whether another pyramid of the image has equal levels, tile sizes, overlap and edges. The
    /// tile formats may differ.
    package func hasGrid(of other: Pyramid) -> Bool {
        imageSize == other.imageSize && levels == other.levels
            && (tiling.tileSize, tiling.overlap, tiling.edge)
                == (other.tiling.tileSize, other.tiling.overlap, other.tiling.edge)
    }

    /// The number of tiles in all levels smaller than a level.
    public func tileCount(below level: Level) -> Int {
        levels.reduce(0) { $1.index < level.index ? $0 + $1.tileCount : $0 }
    }

    static func allLevels(
        _ imageSize: PixelSize, _ tiling: Tiling, _ shape: PyramidShape
    ) -> [Level] {
        let top = shape.depth.reductions(
            of: imageSize, tileSize: tiling.tileSize, rounding: shape.rounding)
        return (0...top).map { index in
            Level(
                index: index, reduction: top - index, imageSize: imageSize, tiling: tiling,
                shape: shape)
        }
    }

    /// Returns the level with a number; `nil` if the pyramid has no such level.
    public func level(_ index: Int) -> Level? { levels.first { $0.index == index } }

    /// Returns the largest reduction of the image whose sides have at most this many pixels. The
    /// reduction need not be a level of this pyramid; its index is 0.
    package func level(ofAtMost side: Int) -> Level {
        Self.allLevels(imageSize, tiling, PyramidShape(depth: .longSide(side)))[0]
    }

    public var tileCount: Int { levels.reduce(0) { $0 + $1.tileCount } }

    /// Returns the tile at an address; `nil` outside the pyramid.
    public func tile(at address: Tile.Address) -> Tile? {
        guard let level = level(address.level), (0..<level.columns).contains(address.column),
            (0..<level.rows).contains(address.row)
        else { return nil }
        return tile(level, column: address.column, row: address.row)
    }

    /// Returns a tile of a level of this pyramid.
    public func tile(_ level: Level, column: Int, row: Int) -> Tile {
        Tile(pyramid: self, level: level, column: column, row: row)
    }

    /// Returns the tiles of a level, row by row.
    public func tiles(of level: Level) -> some Sequence<Tile> {
        (0..<level.tileCount).lazy.map { number in
            tile(level, column: number % level.columns, row: number / level.columns)
        }
    }

    /// Every tile, the smallest level first, row by row.
    public var tiles: some Sequence<Tile> { levels.lazy.flatMap { tiles(of: $0) } }
}

extension Pyramid {
    /// Creates a pyramid with certain levels. The smallest level of other programs may have several
    /// tiles.
    ///
    /// - Parameter indices: the level numbers; the last one is full resolution.
    public init(
        name: String, imageSize: PixelSize, tiling: Tiling, levels indices: ClosedRange<Int>
    ) {
        precondition(indices.lowerBound >= 0 && indices.upperBound < 62, "levels are few")
        precondition(imageSize.width > 0 && imageSize.height > 0, "an image has at least one pixel")
        self.init(
            name: name, imageSize: imageSize, tiling: tiling,
            shape: PyramidShape(
                depth: .levels(indices.upperBound + 1), minimumLevel: indices.lowerBound))
    }
}

extension Pyramid {
    /// The rule that sets the size of the smallest level.
    public enum Depth: Hashable, Sendable {
        /// Down to a single pixel, as in Deep Zoom.
        case onePixel
        /// Down to a single tile, as map and IIIF clients expect.
        case oneTile
        /// A number of levels, including full resolution.
        case levels(Int)
        /// Down to a level whose longer side has at most this many pixels.
        case longSide(Int)

        /// The largest number of levels; an image of any size has fewer halvings.
        public static let maximumLevels = 32

        /// The number of halvings below full resolution.
        func reductions(of imageSize: PixelSize, tileSize: PixelSize, rounding: LevelRounding)
            -> Int
        {
            switch self {
            case .onePixel:
                Self.halvings(of: imageSize.longSide, downTo: 1, rounding)
            case .oneTile:
                max(
                    Self.halvings(of: imageSize.width, downTo: tileSize.width, rounding),
                    Self.halvings(of: imageSize.height, downTo: tileSize.height, rounding))
            case .levels(let count): max(0, count - 1)
            case .longSide(let limit):
                Self.halvings(of: imageSize.longSide, downTo: max(1, limit), rounding)
            }
        }

        private static func halvings(
            of length: Int, downTo limit: Int, _ rounding: LevelRounding
        ) -> Int {
            var count = 0
            while length.divided(by: 1 << count, rounding) > limit { count += 1 }
            return count
        }
    }
}

extension Pyramid.Depth: Codable {
    /// Parses the text of the command line: `pixel`, `tile`, a number of levels, or the pixels of
    /// the longer side, as in `256px`.
    public init?(_ text: String) {
        switch text {
        case "pixel": self = .onePixel
        case "tile": self = .oneTile
        case _ where text.hasSuffix("px"):
            guard let limit = Int(text.dropLast(2)), limit > 0 else { return nil }
            self = .longSide(limit)
        default:
            guard let count = Int(text), (1...Self.maximumLevels).contains(count) else {
                return nil
            }
            self = .levels(count)
        }
    }

    public var text: String {
        switch self {
        case .onePixel: "pixel"
        case .oneTile: "tile"
        case .levels(let count): "\(count)"
        case .longSide(let limit): "\(limit)px"
        }
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let depth = Pyramid.Depth(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "unknown depth “\(text)”"))
        }
        self = depth
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
