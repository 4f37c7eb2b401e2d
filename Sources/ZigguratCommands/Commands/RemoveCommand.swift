internal import CommandLineParsing
internal import ZigguratKit

struct RemoveCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "remove", abstract: "Delete exports",
        discussion: "Deletes the folders and updates the gallery and the collections.",
        examples: [.init("ziggurat remove photo -o public")])

    @Argument(
        valueName: "NAME", completion: .exportNames,
        help: "Names of exports; “ziggurat list” prints them")
    var names: [String]

    @Option(short: "o", valueName: "DIR", completion: .folders, help: "Folder of exports")
    var output: PathArgument = "Output"

    @OptionGroup var report: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let console = context.console
        var exporter = Exporter(destination: try output.textOrError())
        exporter.templates = try DestinationLook(of: exporter.destination).readTemplates()
        var removed: [String] = []
        var errors: [ZigguratError] = []
        try exporter.whileInUse { () throws(ZigguratError) in
            for name in names {
                do throws(ZigguratError) {
                    let folder = try exporter.remove(name)
                    removed.append(folder)
                    if !report.json { console.print("\(folder): removed") }
                } catch {
                    console.report(error)
                    errors.append(error)
                }
            }
            // An earlier run that was killed may have left the gallery out of date.
            if !removed.isEmpty || exporter.hasGallery {
                try exporter.updateIndex(on: console)
            }
        }
        if report.json {
            try console.print(json: ["removed": removed, "errors": errors.map(\.document)])
        }
        return errors.isEmpty ? .done : .failed
    }
}
