internal import CommandLineParsing
internal import ZigguratKit

/// What is said of the picture, and the page that shows it.
struct PageOptions: ParameterSet {
    @Option(valueName: "TEXT", help: "The picture's title; its name where there is none.")
    var title: String?

    @Option(valueName: "TEXT", help: "A sentence or two under it.")
    var description: String?

    @Option(valueName: "TEXT", help: "Whom it is owed to.")
    var attribution: String?

    @Option(valueName: "URL", help: "The address of a licence or a statement of rights.")
    var rights: String?

    @Option(
        valueName: "FILE", completion: .files,
        help: "Shapes and pins with labels: Web Annotations, or GeoJSON in pixels of the picture.")
    var annotations: PathArgument?

    @Flag(help: "Copy the source into the export, to be downloaded from the page.")
    var includeSource: Bool

    @Option(help: "The page written into each bundle.")
    var viewer = ViewerKind.openseadragon

    @Flag(help: "Write pages as one HTML file each, with everything in it but the pictures.")
    var oneFile: Bool

    @Flag(help: "Keep the pages' scripts once in the destination, for all of its exports.")
    var sharedAssets: Bool

    @OptionGroup() var templates: TemplatesOption

    var assets: PageAssets { oneFile ? .page : sharedAssets ? .destination : .bundle }

    func validate() throws(CommandLineError) {
        if oneFile, sharedAssets {
            throw CommandLineError(
                "--one-file and --shared-assets cannot be combined",
                hint: "give only one of them")
        }
    }

    var caption: Caption {
        Caption(title: title, description: description, attribution: attribution, rights: rights)
    }
}
