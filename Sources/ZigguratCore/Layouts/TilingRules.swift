public import ZigguratSystem

/// What a layout allows of a tiling, and what it takes where nobody says.
public struct TilingRules: Hashable, Sendable {
    public var tileSize: Int
    public var overlap: Int
    public var edge: EdgeRule
    /// The formats that the layout's clients read; the first one is the default.
    public var formats: [TileFormat]
    public var allowsOverlap: Bool
    /// Whether a tile's width and height may differ.
    public var allowsOblong: Bool
    public var edges: [EdgeRule]
    /// Whether every level is a single tile, whatever size of tiles is asked for.
    public var wholeLevels: Bool
    /// The default levels, and what of them can be changed.
    public var levels: LevelRules
    /// The densities at which every tile is written, 1, 2, 4 …: at 2 a tile shows the same with twice
    /// as many pixels along each side.
    public var densities: [Int]
    /// What happens to blank tiles that are to be skipped.
    public var blanks: BlankRule
    /// The container whose rules these are besides the layout's; `nil` where it has none.
    public var container: String?

    public init(
        tileSize: Int = 256, overlap: Int = 0, edge: EdgeRule = .crop,
        formats: [TileFormat] = TileFormat.all, allowsOverlap: Bool = true,
        allowsOblong: Bool = true, edges: [EdgeRule] = EdgeRule.allCases,
        wholeLevels: Bool = false, levels: LevelRules = LevelRules(), densities: [Int] = [1],
        blanks: BlankRule = .written
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
        self.levels = levels
        self.densities = densities
        self.blanks = blanks
    }

    /// The tiling that a request comes to; the error says what the layout called `name` cannot do
    /// and what it can.
    public func tiling(
        for request: TilingRequest, layout name: String
    ) throws(ZigguratError) -> Tiling {
        var encoding = request.encoding ?? TileEncoding(formats[0])
        if request.takesUsualFormat { encoding.format = formats[0] }
        let format = encoding.format
        guard formats.contains(format) else {
            throw refusal(
                name, "cannot have \(format) tiles",
                remedy: "it takes \(formats.map(\.name).joined(separator: ", "))")
        }
        let cutsSource = request.encoding?.cutsSource ?? false
        let overlap = request.overlap ?? (cutsSource ? 0 : self.overlap)
        guard overlap == 0 || allowsOverlap else {
            throw refusal(name, "has no overlap", remedy: "leave --overlap out or set it to 0")
        }
        guard overlap == 0 || !cutsSource || wholeLevels else {
            throw refusal(
                name, "cannot overlap tiles that are cut out of a JPEG without loss",
                remedy: "leave out one of --lossless and --overlap")
        }
        let edge = request.edge ?? (cutsSource && edges.contains(.crop) ? .crop : self.edge)
        guard edges.contains(edge) else {
            throw refusal(
                name, "cannot \(edge.rawValue) its edge tiles",
                remedy: "it can \(edges.map(\.rawValue).joined(separator: " or "))")
        }
        guard edge == .crop || overlap == 0 else {
            throw refusal(
                name, "cannot both pad and overlap its tiles",
                remedy: "leave out one of --edge pad and --overlap")
        }
        let width = request.tileSize ?? (cutsSource ? wholeBlocks : self.tileSize)
        let height = request.tileHeight ?? width
        for side in [width, height] where !(1...8192).contains(side) {
            throw refusal(
                name, "cannot have tiles of \(side) pixels", remedy: "a tile has 1 to 8192 a side")
        }
        guard width == height || allowsOblong else {
            throw refusal(
                name, "cannot have tiles of \(width)×\(height) pixels",
                remedy: "its tiles are square: give --tile-size one number")
        }
        guard overlap >= 0, overlap <= min(width, height) else {
            throw refusal(
                name, "cannot overlap its tiles by \(overlap) pixels",
                remedy: "an overlap is not negative and not above the tile size, "
                    + "\(min(width, height))")
        }
        let longest = max(width, height) + 2 * overlap
        guard longest <= format.maximumSide else {
            throw refusal(
                name, "cannot have \(format) tiles of \(longest) pixels",
                remedy: "\(format) holds \(format.maximumSide) a side: "
                    + "take smaller tiles or less overlap")
        }
        do throws(ZigguratError) {
            try encoding.check()
        } catch {
            throw error.about("layout \(name)")
        }
        return Tiling(
            tileSize: PixelSize(width: width, height: height), overlap: overlap, edge: edge,
            encoding: encoding)
    }

    /// The tile size in whole blocks of most JPEGs, which are 8 or 16 pixels long.
    private var wholeBlocks: Int { (tileSize + 15) / 16 * 16 }

    private func refusal(_ name: String, _ problem: String, remedy: String) -> ZigguratError {
        let place = container.map { " in \($0)" } ?? ""
        return ZigguratError(
            .invalidOptions, "", "the layout \(name)\(place) \(problem)", remedy: remedy)
    }
}

/// What a person asks of the tiling; `nil` leaves it to the layout.
public struct TilingRequest: Hashable, Sendable, Codable {
    public var tileSize: Int?
    /// Where it is not the width, ``tileSize``, again.
    public var tileHeight: Int?
    public var overlap: Int?
    public var edge: EdgeRule?
    public var encoding: TileEncoding?
    /// Whether nothing but the format of ``encoding`` is left to the layout: it takes the first of
    /// its own.
    public var takesUsualFormat: Bool

    public init(
        tileSize: Int? = nil, tileHeight: Int? = nil, overlap: Int? = nil, edge: EdgeRule? = nil,
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
