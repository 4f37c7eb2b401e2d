internal import CommandLineParsing
internal import ZigguratKit

/// The texts about images: the same for all of them, or from a list.
struct TextOptions: ParameterSet {
    @Option(
        valueName: "FILE", completion: .files,
        help: "Texts of many images: CSV, JSON Lines, or a folder of JSON files")
    var metadata: PathArgument?

    @Option(
        valueName: "TEXT", visibility: .common,
        help: "Title, may contain {stem}; by default the embedded title or the name")
    var title: String?

    @Option(valueName: "TEXT", help: "Description")
    var description: String?

    @Option(valueName: "TEXT", help: "Credit line")
    var attribution: String?

    @Option(valueName: "URL", help: "Address of a licence or a rights statement")
    var rights: String?

    @Option(valueName: "URL", help: "Address of a web page about the image")
    var homepage: String?

    var caption: Caption {
        var caption = Caption(
            title: title, description: description, attribution: attribution, rights: rights)
        caption.homepage = homepage
        return caption
    }

    /// Reads the list.
    func records() throws(ZigguratError) -> ImageRecords? {
        guard let metadata else { return nil }
        return try ImageRecords(try metadata.textOrError())
    }
}
