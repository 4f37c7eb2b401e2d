internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat plan`
struct PlanCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "plan", abstract: "Print what an export would write",
        discussion: """
            Reads only the headers of the images. Prints their size and colours, and the levels, \
            tiles and estimated bytes of each layout.
            """,
        examples: [.init("ziggurat plan photo.tif --layout dzi,iiif3")])

    @OptionGroup var input: ImageOptions
    @OptionGroup var output: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let exporter = try input.exporter(try input.exportOptions())
        return try input.printPlans(of: exporter, asJSON: output.json, on: context.console)
    }
}
