internal import CommandLineParsing
internal import ZigguratKit

/// `--progress` and `--json`, for the commands that take a while.
struct ReportOptions: ParameterSet {
    @Option(help: "Progress on standard error")
    var progress = ProgressStyle.auto

    @OptionGroup var output: JSONOption

    var json: Bool { output.json }
}

/// `--json`, for the commands with a result.
struct JSONOption: ParameterSet {
    @Flag(help: "Print one JSON document")
    var json: Bool
}

/// `--jobs`, for the commands that use several threads.
struct ThreadOption: ParameterSet {
    @Option(.range(1...1024), shownDefault: "number of processors", help: "Number of threads")
    var jobs = PyramidBuilder.defaultThreadCount
}

/// The options of the commands that write exports.
struct RunOptions: ParameterSet {
    @OptionGroup var threads: ThreadOption

    @Flag(help: "Write the export again even if nothing has changed")
    var force: Bool

    @Flag(short: "n", help: "Print what would be written; write nothing")
    var dryRun: Bool

    @OptionGroup var report: ReportOptions
}
