internal import CommandLineParsing
internal import ZigguratKit

/// Layouts, and how they are cut into tiles.
struct TileOptions: ParameterSet {
    static let exclusions = [["--depth", "--levels"]]

    @Option(
        .choices(Formats.standard.layouts.map(\.name) + CollectionRegistry.names), short: "l",
        valueName: "NAME",

        shownDefault: "dzi, or xyz in pmtiles and mbtiles",
        help: "The layouts to write; “ziggurat layouts” explains them.")
    var layout: [String] = []

    @Option(
        .choices(Formats.standard.containers.map(\.name)), short: "c", valueName: "NAME",
        help: "What each layout is written into; “ziggurat layouts” explains them, too.")
    var container = "folder"

    @Option(short: "t", help: "Pixels along a tile's sides, without overlap: 256, or 256x128.")
    var tileSize: TileSize?

    @Option(.range(0...8192), help: "Pixels that a tile repeats of each neighbour.")
    var overlap: Int?

    @Option(help: "What becomes of tiles at the picture's right and bottom edge.")
    var edge: EdgeRule?

    @Option(
        .choices(TileFormat.all.map(\.name)), short: "f", valueName: "FORMAT",
        shownDefault: "jpeg, or png in layouts for iOS", help: "The format of tiles.")
    var format: String?

    @Option(.range(1...100), short: "q", help: "1 is the smallest file, 100 the best picture.")
    var quality = 85

    @Flag(
        help:
            "Lose nothing, in AVIF next to nothing. Full-size tiles of a JPEG are cut out of it as it is."
    )
    var lossless: Bool

    @Flag(help: "JPEG tiles that are shown whole at first and then sharper.")
    var progressive: Bool

    @Option(.range(1...12), help: "Of PNG tiles: 1 is the quickest, 12 the smallest file.")
    var compression = 1

    @Option(help: "Colour of JPEG tiles at half or at full resolution.")
    var subsampling = TileEncoding.Subsampling.automatic

    @Flag(help: "PNG tiles of at most 256 colours each.")
    var palette: Bool

    @Option(
        .matching("8 or 16") { $0 == 8 || $0 == 16 }, valueName: "8|16",
        help: "Bits a sample; 16 for PNG.")
    var bits = 8

    @Option(
        valueName: "COLOUR",
        help: "Behind transparent pictures and in padded tiles: #rrggbb; a slide's own, or white.")
    var background: RGBColor?

    @Option(help: "Transparency of PNG, WebP and AVIF tiles: kept, or flattened on the background.")
    var alpha = AlphaRule.keep

    @Option(
        .range(0...255), valueName: "TOLERANCE", implied: 0,
        help: "Leave out tiles of nothing but background, give or take so much a sample.")
    var skipBlanks: Int?

    /// The container.
    var containerFormat: any ContainerFormat {
        Formats.standard.container(named: container) ?? .folder
    }

    @Option(
        valueName: "DEPTH",
        help: "How far down levels go: pixel, tile, a number of levels, or 256px.")
    var depth: PyramidDepth?

    @Option(
        .range(1...PyramidDepth.maximumLevels), valueName: "N",
        help: "So many levels, full resolution included; the same as --depth N.")
    var levels: Int?

    @Option(.range(0...64), valueName: "N", help: "Leave out smaller levels; 0 is the smallest.")
    var minLevel: Int?

    @Option(.range(0...64), valueName: "N", help: "Leave out larger levels.")
    var maxLevel: Int?

    @Option(
        valueName: "TEMPLATE",
        help: "What the layout template calls its tiles, as in {z}/{x}_{y}{scale}.{ext}.")
    var naming: String?

    @Option(
        valueName: "N,N",
        help:
            "Densities of tiles: 1,2 adds “@2x” in xyz, google, template; 2,3 are the screens of ldo."
    )
    var scales: String?

    @Flag(help: "Put the picture of google into the middle of zoom 0, as libvips does.")
    var centre: Bool

    @Option(valueName: "HOW", help: "How Zoomify levels are rounded; viewers differ.")
    var zoomifyRounding: LevelRounding?

    @Option(
        valueName: "WxH", shownDefault: "1179x2556",
        help: "The screen in pixels by which tilemanager chooses its levels.")
    var screen: String?

    @Option(
        .range(1...8192), valueName: "N",
        help: "Publish pictures whose longer side is shorter as one image, without tiles.")
    var threshold: Int?

    @Option(
        .range(1...SizedImage.maximumSide), valueName: "N",
        help: "Widths of whole images to write besides, with a snippet for a page.")
    var sizes: [Int] = []

    @Option(valueName: "FORM,FORM", help: "Descriptors of dzi: xml, json, jsonp.")
    var dziForms: String?

    /// The layouts with their settings, each once, in the order given; those of the container where
    /// none is named.
    func layouts() throws(ZigguratError) -> [any Layout] {
        var seen: Set<String> = []
        let named = (layout + collections.flatMap(\.layouts))
            .filter { seen.insert($0).inserted }
            .compactMap(Formats.standard.layout(named:))
        let layouts = named.isEmpty ? containerFormat.defaultLayouts : named
        var settings: [String: String] = [:]
        settings["naming"] = naming
        settings["scales"] = scales
        settings["zoomify-rounding"] = zoomifyRounding?.rawValue
        settings["dzi-forms"] = dziForms
        settings["screen"] = screen
        settings["centre"] = centre ? "true" : nil
        return try Formats.standard.configured(layouts, with: settings)
    }

    /// The collections among what was asked for; their pictures need a layout that they refer to.
    var collections: [any DestinationCollection] {
        CollectionRegistry.names.filter(layout.contains)
            .compactMap(CollectionRegistry.collection(named:))
    }

    var levelRequest: LevelRequest {
        LevelRequest(
            depth: depth ?? levels.map(PyramidDepth.levels), minimumLevel: minLevel,
            maximumLevel: maxLevel)
    }

    var request: TilingRequest {
        TilingRequest(
            tileSize: tileSize?.width, tileHeight: tileSize?.height, overlap: overlap, edge: edge,
            encoding: TileEncoding(
                format.flatMap(TileFormat.init(named:)) ?? .jpeg, quality: quality,
                lossless: lossless, subsampling: subsampling, progressive: progressive,
                compression: compression, palette: palette, bits: bits),
            takesUsualFormat: format == nil)
    }
}
