internal import CommandLineParsing
internal import ZigguratKit

/// The options for layouts, containers and tiles.
struct TileOptions: ParameterSet {
    static let exclusions = [["--depth", "--levels"]]

    @Option(
        .choices(Formats.standard.layouts.map(\.name) + Formats.standard.requestableCollections),
        short: "l",
        valueName: "NAME",
        shownDefault: "dzi, or xyz in pmtiles, mbtiles and tiff", visibility: .common,
        help: "Layouts to write; “ziggurat layouts” describes them")
    var layout: [String] = []

    @Option(
        .choices(Formats.standard.containers.map(\.name)), short: "c", valueName: "NAME",
        visibility: .common,
        help: "Container of each layout; “ziggurat layouts” describes them")
    var container = "folder"

    @Option(
        short: "t", visibility: .common,
        help: "Tile size in pixels without overlap: 256, or 256x128"
    )
    var tileSize: TileSize?

    @Option(.range(0...8192), help: "Pixels that a tile repeats from each neighbour")
    var overlap: Int?

    @Option(help: "Crop or pad tiles at the right and bottom edge")
    var edge: Tiling.Edge?

    @Option(
        short: "f", shownDefault: "jpeg, or png in layouts for iOS", visibility: .common,
        help: "Tile format; with two, such as avif,jpeg, each browser chooses")
    var format: [TileFormat] = []

    @Option(.range(1...100), short: "q", visibility: .common, help: "Quality of lossy tiles")
    var quality = 85

    @Flag(
        help: "Lossless tiles (near-lossless for AVIF); JPEG tiles need a JPEG source")
    var lossless: Bool

    @Flag(help: "Progressive JPEG tiles")
    var progressive: Bool

    @Option(.range(1...12), help: "Compression level of PNG tiles, from fast to small")
    var compression = 1

    @Option(help: "Chroma subsampling of JPEG tiles")
    var subsampling = TileEncoding.Subsampling.automatic

    @Flag(help: "PNG tiles with a palette of at most 256 colours")
    var palette: Bool

    @Option(
        .matching("8 or 16") { $0 == 8 || $0 == 16 }, valueName: "8|16",
        help: "Bits per sample; 16 only for PNG tiles")
    var bits = 8

    @Option(
        valueName: "COLOUR",
        help: "Colour behind transparent images and in padded tiles")
    var background: RGBColor?

    @Option(help: "Keep transparency in PNG, WebP and AVIF tiles, or flatten it")
    var alpha = TileEncoding.Alpha.keep

    @Option(
        .range(0...255), valueName: "TOLERANCE", implied: 0,
        help: "Skip background tiles; allow this difference per sample")
    var skipBlanks: Int?

    @Option(
        valueName: "DEPTH",
        help: "Smallest level: pixel, tile, number of levels, or size such as 256px")
    var depth: Pyramid.Depth?

    @Option(
        .range(1...Pyramid.Depth.maximumLevels), valueName: "N",
        help: "Number of levels including full resolution; same as --depth N")
    var levels: Int?

    @Option(.range(0...64), valueName: "N", help: "First level to write; level 0 is the smallest")
    var minLevel: Int?

    @Option(.range(0...64), valueName: "N", help: "Last level to write")
    var maxLevel: Int?

    @OptionGroup var settings: LayoutSettingOptions

    @Option(
        .range(1...8192), valueName: "N",
        help: "Write images with both sides below N as one file, without tiles")
    var threshold: Int?

    @Option(
        .range(1...SizedImage.maximumSide), valueName: "N",
        help: "Widths of additional whole images, with an HTML snippet")
    var sizes: [Int] = []

    func apply(to options: inout Exporter.Options) throws(ZigguratError) {
        options.container = Formats.standard.container(named: container) ?? .folder
        // A collection adds the layouts to which it refers.
        options.collections = Formats.standard.requestableCollections.filter(layout.contains)
        let format = format.last
        options.layouts = []
        for layout in try layouts(of: options) {
            options.layouts += [layout] + (try alternatives(to: layout))
        }
        options.tiling = Tiling.Request(
            tileSize: tileSize?.width, tileHeight: tileSize?.height, overlap: overlap, edge: edge,
            encoding: TileEncoding(
                format ?? .jpeg, quality: quality,
                lossless: lossless, subsampling: subsampling, progressive: progressive,
                compression: compression, palette: palette, bits: bits),
            takesUsualFormat: format == nil)
        options.levels = Pyramid.LevelRequest(
            depth: depth ?? levels.map(Pyramid.Depth.levels), minimumLevel: minLevel,
            maximumLevel: maxLevel)
        options.blankTolerance = skipBlanks
        options.threshold = threshold
        options.sizes = sizes
        options.background = background
        options.alpha = alpha
    }

    /// Returns the layout with tiles in the first of two formats; empty if a single format is
    /// given.
    ///
    /// - Throws: ``CommandError/formats(_:)``.
    private func alternatives(to layout: any Layout) throws(ZigguratError) -> [any Layout] {
        guard format.count > 1, let usual = format.last else { return [] }
        guard format.count == 2, AlternativeLayout.usualFormats.contains(usual),
            AlternativeLayout.formats.contains(format[0])
        else { throw ZigguratError(CommandError.formats(format)) }
        return [layout.alternative(in: format[0])]
    }

    /// Returns the layouts with their settings, in the given order and without duplicates. If no
    /// layout is given, returns the container's default layouts.
    private func layouts(of options: Exporter.Options) throws(ZigguratError) -> [any Layout] {
        let named = Formats.standard.layouts(
            named: layout
                + options.collections.compactMap(Formats.standard.collection(named:))
                .flatMap(\.layouts))
        return try Formats.standard.configured(
            named.isEmpty ? options.container.defaultLayouts : named,
            with: settings.texts)
    }
}

extension Formats {
    /// Returns the layouts with some names, without duplicates. Unknown names are ignored.
    func layouts(named names: [String]) -> [any Layout] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.compactMap(layout(named:))
    }
}
