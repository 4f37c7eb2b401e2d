internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat gallery`: the page of a destination, anew.
struct GalleryCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "gallery", abstract: "Write the index page and the collections of a destination again",
        discussion: "After exports were moved, copied or removed by hand.")

    @Argument(valueName: "DIR", completion: .folders, help: "The folder that holds the exports.")
    var folder: PathArgument = "Output"

    @OptionGroup() var templates: TemplatesOption

    @Flag(help: "Print one JSON document instead of a line.")
    var json: Bool

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let path = try folder.textOrError()
        var exporter = Exporter(destination: path)
        exporter.templates = try templates.read()
        let collections = try exporter.writeCollections(looksClosely: true)
        for note in collections.notes { context.console.note(Message(note)) }
        guard let page = try exporter.writeGallery() else {
            throw ZigguratError(
                .unwritable, "\(path)/index.html", "it is a page of somebody else",
                remedy: "move it away first")
        }
        if json {
            try context.console.print(json: Document(page: page, collections: collections.entries))
        } else {
            context.console.print(page)
            for entry in collections.entries { context.console.print(entry.text) }
        }
        return .done
    }

    private struct Document: Encodable {
        let page: String
        let collections: [Collections.Entry]
    }
}
