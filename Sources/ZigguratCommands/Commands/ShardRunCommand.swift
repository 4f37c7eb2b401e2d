internal import CommandLineParsing
internal import ZigguratKit

struct ShardRunCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "shard run", abstract: "Export the images of a shard",
        discussion: """
            Ends at once if the shard is done. A run that was killed is started again and \
            continues. If the shard runs elsewhere, waits for the end of that run. An image that \
            changed after the plan is not exported.
            """,
        examples: [
            .init("ziggurat shard run plan 3"),
            .init("ziggurat shard run --jobs 1 plan 4", "uses one processor"),
        ])

    @OptionGroup var place: ShardPlanArgument

    @Argument(valueName: "K", help: "Number of the shard, from 1")
    var number: Int

    @OptionGroup var threads: ThreadOption

    @Flag(help: "Do not flush files to the disk; faster for scratch work")
    var noSync: Bool

    @Flag(short: "v", help: "Also print the exports that are up to date")
    var verbose: Bool

    @OptionGroup var output: ReportOptions

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let plan = try place.read()
        try plan.check(number)
        var exporter = try plan.exporter(in: context)
        exporter.options.threadCount = threads.jobs
        exporter.options.syncs = !noSync
        var report = ExportReport(
            progress: output.progress, asJSON: output.json, isVerbose: verbose,
            on: context.console)
        let result = try ShardRun(number, of: plan, with: exporter).run(
            cancellation: context.cancellation
        ) { error in
            let message = error.message
            return ShardResult.Failure(
                subject: error.subject, code: error.code, problem: message.problem,
                remedy: message.hint)
        } report: {
            report.take($0)
        }
        try report.close(gallery: nil)
        if !output.json { context.console.print("shard \(number): \(result.outcome.rawValue)") }
        return result.outcome == .done ? .done : .failed
    }
}
