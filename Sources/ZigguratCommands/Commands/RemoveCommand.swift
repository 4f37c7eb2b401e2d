internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat remove`
struct RemoveCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "remove", abstract: "Delete exports",
        discussion: "Deletes the folders and updates the gallery and the collections.",
        examples: [.init("ziggurat remove photo -o public")])

    @Argument(valueName: "NAME", help: "Names of exports; “ziggurat list” prints them")
    var names: [String]

    @Option(short: "o", valueName: "DIR", completion: .folders, help: "Folder of exports")
    var output: PathArgument = "Output"

    @OptionGroup var report: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let console = context.console
        let exporter = Exporter(destination: try output.textOrError())
        var document = Document()
        for name in names {
            do throws(ZigguratError) {
                let folder = try exporter.remove(name)
                document.removed.append(folder)
                if !report.json { console.print("\(folder): removed") }
            } catch {
                console.report(error)
                document.errors.append(ErrorEntry(error))
            }
        }
        if !document.removed.isEmpty {
            try exporter.updateIndex(on: console)
        }
        if report.json { try console.print(json: document) }
        return document.errors.isEmpty ? .done : .failed
    }

    private struct Document: Encodable {
        var removed: [String] = []
        var errors: [ErrorEntry] = []
    }
}
