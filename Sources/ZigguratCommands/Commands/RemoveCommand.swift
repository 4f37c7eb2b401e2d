internal import ZigguratKit

/// `ziggurat remove`: exports out of a destination.
struct RemoveCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "remove", abstract: "Take exports out of a destination",
        discussion: "Removes the exports' folders and brings the gallery up to date.",
        examples: [.init("ziggurat remove photo -o public")])

    @Argument(valueName: "NAME", help: "The names of exports, as “ziggurat list” prints them.")
    var names: [String]

    @Option(short: "o", valueName: "DIR", completion: .folders, help: "The folder that holds them.")
    var output: PathArgument = "Output"

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let exporter = Exporter(destination: try output.textOrError())
        var status = ExitStatus.done
        for name in names {
            do throws(ZigguratError) {
                context.console.print("\(try exporter.remove(name)): removed")
            } catch {
                context.console.complain(error.description)
                status = .failed
            }
        }
        try exporter.writeGallery()
        return status
    }
}
