internal import CommandLineParsing
internal import ZigguratKit

struct TemplatesCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "templates", abstract: "Write the page templates to a folder",
        discussion: """
            Edit the templates, delete those that you do not change, and export with \
            --templates DIR.
            """,
        examples: [
            .init("ziggurat templates my-look"),
            .init("ziggurat export photo.tif --templates my-look"),
        ])

    @Argument(valueName: "DIR", completion: .folders, help: "Folder, created if it is missing")
    var folder: PathArgument

    @Flag(help: "Overwrite existing files")
    var force: Bool

    @OptionGroup var output: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let files = try PageTemplates.write(to: try folder.textOrError(), isForced: force)
        if output.json {
            try context.console.print(json: ["files": files])
        } else {
            for file in files { context.console.print(file) }
        }
        return .done
    }
}
