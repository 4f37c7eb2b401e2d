internal import CommandLineParsing
internal import ZigguratKit

/// The options for the image's caption and its page.
struct PageOptions: ParameterSet {
    static let exclusions = [["--one-file", "--shared-assets"], ["--one-file", "--offline"]]

    @OptionGroup var texts: TextOptions

    @Option(
        valueName: "FILE", completion: .files,
        help: "Shapes with labels: Web Annotations, or GeoJSON in image pixels")
    var annotations: PathArgument?

    @OptionGroup var tour: TourOption

    @Flag(help: "Copy the source file to the export and link to it")
    var includeSource: Bool

    @Option(help: "Viewer on the page of each bundle")
    var viewer = PageTemplates.Viewer.openseadragon

    @Flag(help: "Write each page as one HTML file that contains its scripts")
    var oneFile: Bool

    @Flag(help: "Write the scripts of all pages once, to the output folder")
    var sharedAssets: Bool

    @Flag(help: "Let visitors keep an image in their browser for use without a network")
    var offline: Bool

    @OptionGroup var language: LanguageOption

    @Option(
        .matching("1 to 64") { (1...64).contains($0) }, valueName: "N", shownDefault: "4",
        help: "Largest zoom, in screen pixels per image pixel")
    var maxZoom: Double?

    @Option(
        .choices(SharePart.allCases.map(\.rawValue) + [nothing]), valueName: "PART",
        shownDefault: "all parts", help: "Parts of Share on the page")
    var share: [String] = []

    @Flag(help: "Do not offer the view as an image file: Share without save")
    var noSave: Bool

    @Option(
        .matching("a text of at most 80 characters") { (1...80).contains($0.count) },
        valueName: "TEXT", help: "Text over saved and embedded views")
    var watermark: String?

    @OptionGroup var templates: TemplatesOption

    private static let nothing = "none"

    private var shareParts: Set<SharePart> {
        let chosen = share.isEmpty ? SharePart.allCases : share.compactMap(SharePart.init)
        return Set(chosen).subtracting(noSave ? [.save] : [])
    }

    func validate() throws(CommandLineError) {
        guard share.contains(Self.nothing), share.count > 1 else { return }
        throw CommandLineError(
            "--share \(Self.nothing) cannot be combined with other parts",
            hint: "write --share \(Self.nothing) alone, or only the parts to offer")
    }

    /// - Parameter record: the settings that the output folder records.
    func apply(
        to options: inout Exporter.Options, besides record: DestinationRecord
    ) throws(ZigguratError) {
        options.caption = texts.completeCaption
        options.viewer = viewer
        options.language = language.tag(besides: record)
        options.maxZoom = maxZoom
        options.share = shareParts
        options.watermark = watermark
        options.pageAssets = oneFile ? .page : sharedAssets ? .destination : .bundle
        options.includesSource = includeSource
        options.offline = offline
        if let annotations {
            options.annotations = try Annotation.read(try annotations.textOrError())
            options.removesAnnotations = true
        }
        try tour.apply(to: &options)
    }
}
