internal import CommandLineParsing
internal import ZigguratKit

/// The options for texts about images: texts for all images, or a list with texts for each image.
struct TextOptions: ParameterSet {
    @Option(
        valueName: "FILE", completion: .files,
        help: "Texts of many images: CSV, JSON Lines, or a folder of JSON files")
    var metadata: PathArgument?

    @Option(
        valueName: "TEXT", visibility: .common,
        help: "Title; {title}: file name with spaces; in German: --title@de TEXT")
    var title: [LocalizedText] = []

    @Option(valueName: "TEXT", help: "Description; --description@de in German")
    var description: [LocalizedText] = []

    @Option(valueName: "TEXT", help: "Credit line; --attribution@de in German")
    var attribution: [LocalizedText] = []

    @Option(valueName: "TEXT", help: "Rights statement or licence: an address or a text")
    var rights: String?

    @Option(
        .matching(WebAddress.expectation) { $0.isEmpty || WebAddress.of($0) != nil },
        valueName: "URL", help: "Address of a web page about the image")
    var homepage: String?

    var caption: Caption {
        var caption = Caption(rights: rights)
        caption.homepage = homepage
        for (text, values) in texts {
            for value in values {
                guard let language = value.language else {
                    caption[keyPath: text] = value.text
                    continue
                }
                caption.translations[language, default: Caption()][keyPath: text] = value.text
            }
        }
        return caption
    }

    /// The caption of a new export. If a text without a language is missing, the first text of its
    /// option replaces it.
    var completeCaption: Caption {
        var caption = caption
        for (text, values) in texts where caption[keyPath: text] == nil {
            caption[keyPath: text] = values.first?.text
        }
        return caption
    }

    private var texts: [(WritableKeyPath<Caption, String?>, [LocalizedText])] {
        [(\.title, title), (\.description, description), (\.attribution, attribution)]
    }

    /// Reads the list of texts; `nil` without a list.
    func records() throws(ZigguratError) -> ImageRecords? {
        guard let metadata else { return nil }
        return try ImageRecords(try metadata.textOrError())
    }
}
