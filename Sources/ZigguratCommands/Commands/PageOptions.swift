internal import CommandLineParsing
internal import ZigguratKit

/// The caption of the image and the page that shows it.
struct PageOptions: ParameterSet {
    static let exclusions = [["--one-file", "--shared-assets"]]

    @Option(valueName: "TEXT", help: "Title; by default the embedded title or the name")
    var title: String?

    @Option(valueName: "TEXT", help: "Description")
    var description: String?

    @Option(valueName: "TEXT", help: "Credit line")
    var attribution: String?

    @Option(valueName: "URL", help: "Address of a licence or a rights statement")
    var rights: String?

    @Option(
        valueName: "FILE", completion: .files,
        help: "Shapes with labels: Web Annotations, or GeoJSON in image pixels")
    var annotations: PathArgument?

    @Flag(help: "Copy the source file to the export and link to it")
    var includeSource: Bool

    @Option(help: "Viewer on the page of each bundle")
    var viewer = PageTemplates.Viewer.openseadragon

    @Flag(help: "Write each page as one HTML file that contains its scripts")
    var oneFile: Bool

    @Flag(help: "Write the scripts of all pages once, to the output folder")
    var sharedAssets: Bool

    @OptionGroup var templates: TemplatesOption

    func apply(to options: inout Exporter.Options) throws(ZigguratError) {
        options.caption = Caption(
            title: title, description: description, attribution: attribution, rights: rights)
        options.viewer = viewer
        options.pageAssets = oneFile ? .page : sharedAssets ? .destination : .bundle
        options.includesSource = includeSource
        if let annotations {
            options.annotations = try Annotation.read(try annotations.textOrError())
        }
    }
}
