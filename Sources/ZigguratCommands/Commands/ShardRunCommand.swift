internal import CSystem
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
        """
        The run is interrupted when the process that started it ends: a killed worker leaves \
        no run behind. Under nohup it continues.
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
        if context.isProcess { zig_end_with_parent() }
        let plan = try place.read()
        // If the shard is done, the files that the options name are not read.
        guard try plan.result(of: number)?.outcome != .done else {
            var report = makeReport(on: context.console)
            return try close(&report, .done, on: context.console)
        }
        var exporter = try plan.exporter(in: context)
        exporter.options.threadCount = threads.jobs
        exporter.options.syncs = !noSync
        var console = context.console
        console.allowsDamaged = exporter.options.trust.allowsDamaged
        var report = makeReport(on: console)
        let result = try ShardRun(number, of: plan, with: exporter).run(
            cancellation: context.cancellation
        ) { error in
            let message = console.message(of: error)
            return ShardResult.Failure(
                subject: error.subject, code: error.code, problem: message.problem,
                remedy: message.hint)
        } report: {
            report.take($0)
        }
        return try close(&report, result?.outcome, on: console)
    }

    private func makeReport(on console: Console) -> ExportReport {
        ExportReport(
            progress: output.progress, asJSON: output.json, isVerbose: verbose, on: console)
    }

    /// - Parameter outcome: the outcome of the shard; `nil` if it was cancelled.
    private func close(
        _ report: inout ExportReport, _ outcome: ShardResult.Outcome?, on console: Console
    ) throws(ZigguratError) -> ExitStatus {
        try report.close(gallery: nil)
        guard let outcome else { return .interrupted }
        if !output.json { console.print("shard \(number): \(outcome.rawValue)") }
        return outcome == .done ? .done : .failed
    }
}
