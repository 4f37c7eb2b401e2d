internal import CommandLineParsing
internal import ZigguratKit

struct ListCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "list", abstract: "List the exports in a folder")

    @Argument(valueName: "DIR", completion: .folders, help: "Folder of exports")
    var folder: PathArgument = "Output"

    @OptionGroup var output: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let exporter = Exporter(destination: try folder.textOrError())
        let manifests = try exporter.exports()
        let collections = try exporter.collections()
        let books = try exporter.books()
        let comparisons = try exporter.comparisons()
        if output.json {
            try context.console.print(json: [
                "exports": manifests, "books": books, "comparisons": comparisons,
                "collections": collections,
            ])
            return .done
        }
        for manifest in manifests {
            let size = manifest.image.size
            let bytes = manifest.bundles.reduce(0) { $0 + $1.bytes }
            context.console.print(
                "\(manifest.name): \(size.text), "
                    + "\(manifest.bundlesText), "
                    + "\(Amount.bytes(bytes)), from \(manifest.source.file)")
        }
        for book in books {
            context.console.print("\(book.name): book, \(Amount.count(book.pages, of: "page"))")
        }
        for comparison in comparisons {
            context.console.print(
                "\(comparison.name): comparison, \(Amount.count(comparison.images, of: "image"))")
        }
        for entry in collections { context.console.print(entry.text) }
        return .done
    }
}
