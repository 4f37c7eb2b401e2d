internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat list`: the exports in a destination.
struct ListCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "list", abstract: "List the exports in a destination")

    @Argument(valueName: "DIR", completion: .folders, help: "The folder that holds the exports.")
    var folder: PathArgument = "Output"

    @Flag(help: "Print one JSON document instead of lines.")
    var json: Bool

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let exporter = Exporter(destination: try folder.textOrError())
        let manifests = try exporter.exports()
        let collections = try exporter.collections()
        if json {
            try context.console.print(json: Document(exports: manifests, collections: collections))
            return .done
        }
        for manifest in manifests {
            let size = manifest.image.size
            let bytes = manifest.bundles.reduce(0) { $0 + $1.bytes }
            context.console.print(
                "\(manifest.name): \(size.width) × \(size.height), "
                    + "\(manifest.bundlesText), "
                    + "\(Amount.bytes(bytes)), from \(manifest.source.file)")
        }
        for entry in collections { context.console.print(entry.text) }
        return .done
    }

    private struct Document: Encodable {
        let exports: [Manifest]
        let collections: [Collections.Entry]
    }
}
