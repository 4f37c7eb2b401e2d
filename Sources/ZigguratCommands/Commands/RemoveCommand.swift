internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat remove`: exports out of a destination.
struct RemoveCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "remove", abstract: "Take exports out of a destination",
        discussion:
            "Removes the exports' folders and brings the gallery and the collections up to date.",
        examples: [.init("ziggurat remove photo -o public")])

    @Argument(valueName: "NAME", help: "The names of exports, as “ziggurat list” prints them.")
    var names: [String]

    @Option(short: "o", valueName: "DIR", completion: .folders, help: "The folder that holds them.")
    var output: PathArgument = "Output"

    @Flag(help: "Print one JSON document instead of lines.")
    var json: Bool

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let console = context.console
        let exporter = Exporter(destination: try output.textOrError())
        var document = Document()
        for name in names {
            do throws(ZigguratError) {
                let folder = try exporter.remove(name)
                document.removed.append(folder)
                if !json { console.print("\(folder): removed") }
            } catch {
                console.report(error)
                document.errors.append(ErrorEntry(error))
            }
        }
        if !document.removed.isEmpty {
            for note in try exporter.writeCollections().notes { console.note(Message(note)) }
            try exporter.writeGallery()
        }
        if json { try console.print(json: document) }
        return document.errors.isEmpty ? .done : .failed
    }

    private struct Document: Encodable {
        var removed: [String] = []
        var errors: [ErrorEntry] = []
    }
}
