public import ZigguratSystem

/// The tilings that a layout supports, and the default tiling.
public struct TilingRules: Hashable, Sendable {
    public var tileSize: Int
    public var overlap: Int
    public var edge: Tiling.Edge
    /// The formats that the layout's clients read; the first one is the default.
    public var formats: [TileFormat]
    public var allowsOverlap: Bool
    /// Whether a tile's width and height may differ.
    public var allowsOblong: Bool
    public var edges: [Tiling.Edge]
    /// The unit of the tile size: the width and the height of tiles are multiples of it.
    package var tileSizeUnit = 1
    /// The options of tile formats that no client reads.
    package var refusedOptions: Set<TileEncoding.Option> = []
    /// Whether every level is a single tile, independent of the requested tile size.
    public var wholeLevels: Bool
    /// The default levels, and the changes that a request may make.
    package var levels: LevelRules
    /// The densities at which every tile is written: 1, 2, 4 and so on. At density 2, a tile has
    /// twice as many pixels along each side.
    public var densities: [Int]
    /// How the layout treats blank tiles that an export may skip.
    public var blanks: TilingRules.Blanks
    /// The only format of the tiles; `nil` if a request can choose a format.
    var fixedFormat: TileFormat?
    /// The container that restricts the layout; `nil` without a restriction.
    public var container: String?

    public init(
        tileSize: Int = 256, overlap: Int = 0, edge: Tiling.Edge = .crop,
        formats: [TileFormat] = TileFormat.all, allowsOverlap: Bool = true,
        allowsOblong: Bool = true, edges: [Tiling.Edge] = Tiling.Edge.allCases,
        wholeLevels: Bool = false, depth: Pyramid.Depth = .oneTile, densities: [Int] = [1],
        blanks: TilingRules.Blanks = .written
    ) {
        precondition(!formats.isEmpty, "a layout has at least one tile format")
        precondition(edges.contains(edge), "a layout allows its own edge rule")
        self.tileSize = tileSize
        self.overlap = overlap
        self.edge = edge
        self.formats = formats
        self.allowsOverlap = allowsOverlap
        self.allowsOblong = allowsOblong
        self.edges = edges
        self.wholeLevels = wholeLevels
        levels = LevelRules(PyramidShape(depth: depth))
        self.densities = densities
        self.blanks = blanks
    }

    package func with(_ levels: LevelRules) -> TilingRules {
        var rules = self
        rules.levels = levels
        return rules
    }

    /// Returns the tiling for a request.
    ///
    /// - Throws: ``LayoutError`` if the named layout does not support the request.
    public func tiling(
        for request: Tiling.Request, layout name: String
    ) throws(ZigguratError) -> Tiling {
        let subject = "layout \(name)" + (container.map { " in \($0)" } ?? "")
        var encoding = request.encoding ?? TileEncoding(formats[0])
        if request.takesUsualFormat { encoding.format = formats[0] }
        if let fixedFormat { encoding = encoding.changed(to: fixedFormat) }
        let format = encoding.format
        let cutsSource = request.encoding?.cutsSource ?? false
        let overlap = request.overlap ?? (cutsSource ? 0 : self.overlap)
        let edge = request.edge ?? (cutsSource && edges.contains(.crop) ? .crop : self.edge)
        let width = request.tileSize ?? (cutsSource ? wholeBlocks : self.tileSize)
        let size = PixelSize(width: width, height: request.tileHeight ?? width)
        if let option = encoding.usedOptions.first(where: refusedOptions.contains) {
            throw ZigguratError(LayoutError.unsupportedOption(option), subject)
        }
        if let failure = failure(format, overlap, edge, size, cutsSource: cutsSource) {
            throw ZigguratError(failure, subject)
        }
        do throws(ZigguratError) {
            try encoding.check()
        } catch {
            throw error.about(subject)
        }
        return Tiling(tileSize: size, overlap: overlap, edge: edge, encoding: encoding)
    }

    /// The tile size rounded up to whole blocks of a JPEG, which are 8 or 16 pixels long.
    private var wholeBlocks: Int { (tileSize + 15) / 16 * 16 }

    private func failure(
        _ format: TileFormat, _ overlap: Int, _ edge: Tiling.Edge, _ size: PixelSize,
        cutsSource: Bool
    ) -> LayoutError? {
        guard formats.contains(format) else {
            return .unsupportedFormat(format, supported: formats)
        }
        guard overlap == 0 || allowsOverlap else { return .unsupportedOverlap }
        guard overlap == 0 || !cutsSource || wholeLevels else { return .overlapOfSourceTiles }
        guard edges.contains(edge) else { return .unsupportedEdge(edge, supported: edges) }
        guard edge == .crop || overlap == 0 else { return .overlapOfPaddedTiles }
        for side in [size.width, size.height] where !(1...8192).contains(side) {
            return .tileSizeOutOfRange(side)
        }
        for side in [size.width, size.height] where !side.isMultiple(of: tileSizeUnit) {
            return .tileSizeNotMultiple(side, of: tileSizeUnit)
        }
        guard size.width == size.height || allowsOblong else { return .tilesNotSquare(size) }
        let limit = min(size.width, size.height)
        guard (0...limit).contains(overlap) else {
            return .overlapOutOfRange(overlap, limit: limit)
        }
        let longest = size.longSide + 2 * overlap
        guard longest <= format.maximumSide else { return .tileTooLarge(longest, format) }
        return nil
    }
}

extension Tiling {
    /// A requested tiling; a value of `nil` means the layout's default.
    public struct Request: Hashable, Sendable, Codable {
        public var tileSize: Int?
        /// The height of tiles if tiles are not square; otherwise `nil`.
        public var tileHeight: Int?
        public var overlap: Int?
        public var edge: Tiling.Edge?
        public var encoding: TileEncoding?
        /// Whether the layout replaces the format of ``encoding`` by the layout's default format.
        public var takesUsualFormat: Bool

        public init(
            tileSize: Int? = nil, tileHeight: Int? = nil, overlap: Int? = nil,
            edge: Tiling.Edge? = nil,
            encoding: TileEncoding? = nil, takesUsualFormat: Bool = false
        ) {
            self.tileSize = tileSize
            self.tileHeight = tileHeight
            self.overlap = overlap
            self.edge = edge
            self.encoding = encoding
            self.takesUsualFormat = takesUsualFormat
        }
    }
}

extension TilingRules {
    /// How a layout treats blank tiles that an export may skip.
    public enum Blanks: Hashable, Sendable {
        /// Blank tiles are skipped: a descriptor or the container's directory lists the existing
        /// tiles.
        case described
        /// Blank tiles are skipped if the bundle has a page that lists them. The format has no
        /// list: other clients show a missing tile as empty.
        case page
        /// Blank tiles are written because clients request every tile. Blank tiles of equal size
        /// are stored once.
        case written
    }
}

/// The default levels of a layout, and the changes that a request may make.
package struct LevelRules: Hashable, Sendable {
    package var shape: PyramidShape
    /// Whether a request may change the depth.
    package var allowsDepth: Bool
    /// Whether a request may omit the smallest or largest levels.
    package var allowsLimits: Bool

    package init(
        _ shape: PyramidShape = PyramidShape(), allowsDepth: Bool = true, allowsLimits: Bool = true
    ) {
        self.shape = shape
        self.allowsDepth = allowsDepth
        self.allowsLimits = allowsLimits
    }

    /// Returns rules without changes, for clients that compute the levels from the image's size.
    package static func fixed(_ shape: PyramidShape = PyramidShape()) -> LevelRules {
        LevelRules(shape, allowsDepth: false, allowsLimits: false)
    }

    /// Returns the shape for a request.
    ///
    /// - Throws: ``LayoutError`` if the named layout does not support the request.
    func shape(
        of shape: PyramidShape, for request: Pyramid.LevelRequest, layout name: String
    ) throws(ZigguratError) -> PyramidShape {
        var shape = shape
        if let depth = request.depth {
            guard allowsDepth || depth == shape.depth else {
                throw ZigguratError(LayoutError.fixedDepth(shape.depth), "layout \(name)")
            }
            shape.depth = depth
        }
        guard request.minimumLevel != nil || request.maximumLevel != nil else { return shape }
        guard allowsLimits else { throw ZigguratError(LayoutError.fixedLevels, "layout \(name)") }
        let least = request.minimumLevel ?? 0
        guard least >= 0, least <= request.maximumLevel ?? least else {
            throw ZigguratError(
                LayoutError.invalidLevelRange(
                    first: least, last: request.maximumLevel ?? least))
        }
        shape.minimumLevel = request.minimumLevel
        shape.maximumLevel = request.maximumLevel
        return shape
    }
}

/// Why a layout does not support a request. The error's subject names the layout.
public enum LayoutError: ErrorReason {
    case unsupportedFormat(TileFormat, supported: [TileFormat])
    case unsupportedEdge(Tiling.Edge, supported: [Tiling.Edge])
    case unsupportedOverlap
    /// Tiles that are cut from a JPEG without encoding cannot overlap.
    case overlapOfSourceTiles
    case overlapOfPaddedTiles
    case overlapOutOfRange(Int, limit: Int)
    case unsupportedOption(TileEncoding.Option)
    case tileSizeOutOfRange(Int)
    case tileSizeNotMultiple(Int, of: Int)
    case tilesNotSquare(PixelSize)
    /// A tile with its overlap exceeds the maximum side of its format.
    case tileTooLarge(Int, TileFormat)
    case fixedDepth(Pyramid.Depth)
    case fixedLevels
    case invalidLevelRange(first: Int, last: Int)
    /// The image has the given number of levels, and the request excludes all of them.
    case noLevelLeft(of: Int)
    /// The pyramid has a level that the layout's naming cannot distinguish from other levels.
    case tooManyLevels(scaleFactor: Int, limit: Int)
    /// A tile at a resampled density cannot have 16 bits per sample.
    case densitiesOfDeepSamples
    case missingTemplate(example: String)
    /// A setting of the layout has an invalid value. The setting has the name of an option.
    case invalidSetting(String, value: String)
    /// No layout of the export has this setting; the given layouts have it.
    case unusedSetting(String, layouts: [String])

    public var code: ZigguratError.Code { .invalidOptions }
}

extension LayoutError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsupportedFormat(let format, _): "unsupported tile format \(format)"
        case .unsupportedEdge(let edge, _): "unsupported: --edge \(edge.rawValue)"
        case .unsupportedOverlap: "unsupported: tiles cannot overlap"
        case .overlapOfSourceTiles: "unsupported: lossless tiles of a JPEG cannot overlap"
        case .overlapOfPaddedTiles: "unsupported: padded tiles cannot overlap"
        case .overlapOutOfRange(let overlap, _): "invalid overlap of \(overlap) pixels"
        case .unsupportedOption(let option):
            "unsupported: its clients do not read tiles with --\(option.rawValue)"
        case .tileSizeOutOfRange(let side): "invalid tile size of \(side) pixels"
        case .tileSizeNotMultiple(let side, _): "unsupported tile size of \(side) pixels"
        case .tilesNotSquare(let size): "unsupported tile size \(size.text): tiles must be square"
        case .tileTooLarge(let side, let format): "unsupported: a \(format) tile of \(side) pixels"
        case .fixedDepth(let depth): "unsupported: the depth is always “\(depth.text)”"
        case .fixedLevels: "unsupported: clients need every level"
        case .invalidLevelRange(let first, let last): "invalid levels \(first) to \(last)"
        case .noLevelLeft(let count): "no level selected: the image has levels 0 to \(count - 1)"
        case .tooManyLevels(let factor, let limit):
            "unsupported level 1:\(factor): the layout ends at 1:\(limit)"
        case .densitiesOfDeepSamples: "unsupported: several --scales with 16 bits per sample"
        case .missingTemplate: "missing template for tile names"
        case .invalidSetting(let setting, let value): "invalid value “\(value)” for --\(setting)"
        case .unusedSetting(let setting, _):
            "unsupported option --\(setting): no layout of this export has it"
        }
    }
}
