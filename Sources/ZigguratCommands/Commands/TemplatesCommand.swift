internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat templates`: what pages are made from, for who wants them otherwise.
struct TemplatesCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "templates", abstract: "Write the pages' templates into a folder",
        discussion: """
            Change what you like, remove the files that you leave as they are, and export with \
            --templates DIR.
            """,
        examples: [
            .init("ziggurat templates my-look"),
            .init("ziggurat export photo.tif --templates my-look"),
        ])

    @Argument(valueName: "DIR", completion: .folders, help: "The folder; it is made where missing.")
    var folder: PathArgument

    @Flag(help: "Write over files that are there already.")
    var force: Bool

    @Flag(help: "Print one JSON document instead of lines.")
    var json: Bool

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let files = try PageTemplates.write(to: try folder.textOrError(), isForced: force)
        if json {
            try context.console.print(json: Document(files: files))
        } else {
            for file in files { context.console.print(file) }
        }
        return .done
    }

    private struct Document: Encodable {
        let files: [String]
    }
}
