internal import CommandLineParsing
internal import ZigguratKit

struct RemoveCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "remove", abstract: "Delete exports",
        discussion: """
            Deletes the folders and updates the gallery, the collections, and the book whose pages \
            they are. An export that a comparison shows, or that contains other exports, is not \
            deleted.
            """,
        examples: [.init("ziggurat remove photo -o public")])

    @Argument(
        valueName: "NAME", completion: .exportNames,
        help: "Names of exports; “ziggurat list” prints them")
    var names: [String]

    @Option(short: "o", valueName: "DIR", completion: .folders, help: "Folder of exports")
    var output: PathArgument = "Output"

    @Flag(help: "Also delete the comparisons that show the exports")
    var comparisons: Bool

    @OptionGroup var report: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let console = context.console
        var exporter = Exporter(destination: try output.textOrError())
        exporter.templates = try DestinationRecord(of: exporter.destination).readTemplates()
        var removed: [String] = []
        var errors: [ZigguratError] = []
        try exporter.whileInUse { () throws(ZigguratError) in
            // Removes comparisons first, so that the user may name a comparison and its exports in
            // any order.
            let isComparison = exporter.isComparison
            for name in names.filter(isComparison) + names.filter({ !isComparison($0) }) {
                do throws(ZigguratError) {
                    let folders = try exporter.remove(name, withComparisons: comparisons)
                    removed += folders
                    if !report.json {
                        for folder in folders { console.print("\(folder): removed") }
                    }
                } catch {
                    console.report(error)
                    errors.append(error)
                }
            }
            // An earlier run that was killed may have left an outdated gallery.
            if !removed.isEmpty || exporter.hasGallery {
                try exporter.updateIndex(on: console)
            }
            if let (book, outer) = try exporter.ownBook(), !removed.isEmpty {
                if !report.json { console.print(book.text) }
                var site = Exporter(destination: outer)
                site.templates = try DestinationRecord(of: outer).readTemplates()
                try site.updateIndex(on: console)
            }
        }
        if report.json {
            try console.print(json: ["removed": removed, "errors": errors.map(\.document)])
        }
        return errors.isEmpty ? .done : .failed
    }
}
