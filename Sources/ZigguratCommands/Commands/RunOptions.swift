internal import CommandLineParsing
internal import ZigguratKit

/// How a command that writes exports does its work, and what it prints.
struct RunOptions: ParameterSet {
    @Option(
        .range(1...1024), shownDefault: "as many as processors", help: "Threads that work at once.")
    var jobs = PyramidBuilder.defaultThreadCount

    @Option(help: "How progress is shown on standard error.")
    var progress = ProgressStyle.auto

    @Flag(short: "n", help: "Say what would be written, and write nothing.")
    var dryRun: Bool

    @Flag(help: "Print one JSON document instead of lines.")
    var json: Bool
}
