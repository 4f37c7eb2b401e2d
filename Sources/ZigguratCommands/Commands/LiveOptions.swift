internal import CommandLineParsing
internal import ZigguratKit

/// The options of a live server: the images, the form of their exports, and the cache.
struct LiveOptions: ParameterSet {
    @Flag(help: "Serve images; export each one when a client asks for it")
    var live: Bool

    @OptionGroup var folders: FolderOptions

    @Option(
        .choices(Formats.standard.layouts.map(\.name)), short: "l", valueName: "NAME",
        help: "Layouts to serve; the page of the first one is shown")
    var layout = ["dzi", "xyz", "iiif", "iiif3"]

    @Option(short: "t", help: "Tile size in pixels without overlap: 256, or 256x128")
    var tileSize: TileSize?

    @Option(short: "f", shownDefault: "jpeg", help: "Tile format")
    var format: TileFormat?

    @Option(.range(1...100), help: "Quality of lossy tiles and images")
    var quality = 85

    @Option(.range(1...), help: "Reject images with more pixels")
    var maxPixels = SourceRequest.Trust.defaultPixelLimit

    @OptionGroup var publication: BaseURLOption

    @OptionGroup var pages: LanguageOption

    @OptionGroup var cache: CacheOptions

    @Option(
        .range(1...1_000_000_000), valueName: "MB", help: "Largest size of all caches together")
    var cacheSize = LiveCache.defaultLimit / 1_000_000

    @Option(
        .range(1...SizeRule.maximumSide), valueName: "N",
        help: "Widths and heights of resized images that clients can request")
    var allowSizes: [Int] = []

    @Option(
        .range(1...SizeRule.maximumSide), valueName: "N",
        help: "Also allow widths and heights that are multiples of N")
    var sizeStep: Int?

    @Option(valueName: "TEMPLATE", help: "Template for the addresses of resized images")
    var sizeNaming = SizeNaming.usualTemplate

    /// Returns the images with their cache.
    ///
    /// - Parameter report: called with the errors of exports.
    func site(
        of images: [PathArgument], in context: CommandContext,
        _ report: @escaping @Sendable (ZigguratError) -> Void
    ) throws(ZigguratError) -> LiveSite {
        var options = Exporter.Options()
        options.trust.isolation = context.isolation
        options.trust.pixelLimit = maxPixels
        options.layouts = Formats.standard.layouts(named: layout)
        options.tiling = Tiling.Request(
            tileSize: tileSize?.width, tileHeight: tileSize?.height,
            encoding: TileEncoding(format ?? .jpeg, quality: quality),
            takesUsualFormat: format == nil)
        options.baseURL = publication.address
        options.language = pages.tag
        let (paths, errors) = (images.isEmpty ? ["."] : images).texts()
        if let error = errors.first { throw error }
        return try LiveSite(
            paths, options: options,
            cache: LiveCache(try cache.root(), limit: cacheSize * 1_000_000),
            selection: folders.selection, naming: try SizeNaming(sizeNaming),
            rule: SizeRule(sides: allowSizes, step: sizeStep), log: report)
    }
}

/// The option `--cache`, for the commands that use the caches of live servers.
struct CacheOptions: ParameterSet {
    @Option(
        valueName: "DIR", completion: .folders, shownDefault: "ziggurat/live in the user's caches",
        help: "Folder of the caches of live servers")
    var cache: PathArgument?

    func root() throws(ZigguratError) -> String {
        guard let cache else { return try LiveCache.usualRoot() }
        return try cache.textOrError()
    }
}
