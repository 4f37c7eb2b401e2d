internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat plan`: what an export would write, from the files' headers alone.
struct PlanCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "plan", abstract: "Say what an export would write",
        discussion: """
            Reads nothing but the images' headers: size, pages, colour, and for each layout its levels, \
            tiles and, roughly, bytes. The estimate of bytes is that of an ordinary photograph.
            """,
        examples: [.init("ziggurat plan photo.tif --layout dzi,iiif3")])

    @Argument(valueName: "IMAGE", help: "Image files; a folder means every image directly in it.")
    var images: [PathArgument]

    @OptionGroup("Destination") var destination: DestinationOptions
    @OptionGroup("Source") var source: SourceOptions
    @OptionGroup("Tiles") var tiles: TileOptions

    @Flag(help: "Print one JSON document instead of lines.")
    var json: Bool

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        var options = ExportOptions(
            source: source.request, trust: source.trust, layouts: try tiles.layouts(),
            container: tiles.containerFormat, tiling: tiles.request,
            levels: tiles.levelRequest, blankTolerance: tiles.skipBlanks,
            threshold: tiles.threshold,
            sizes: tiles.sizes, background: tiles.background, alpha: tiles.alpha,
            baseURL: destination.baseURL, memoryLimit: source.memoryLimit)
        options.collections = tiles.collections
        let exporter = Exporter(
            destination: try destination.destination(), options: options,
            naming: try destination.naming())
        try exporter.checkOptions()
        let (paths, unreadable) = images.texts()
        let batch = ExportBatch(
            paths, exporter: exporter, everyPage: source.page == .all,
            everyAssociatedImage: source.associated)
        let plans = unreadable.map { .failure($0) } + batch.plans()
        return try PlanReport(plans).print(asJSON: json, on: context.console)
    }
}
