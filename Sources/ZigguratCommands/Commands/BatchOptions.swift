internal import CommandLineParsing
internal import ZigguratKit

/// The options for a batch of exports: its report, watching folders, and replacing exports.
struct BatchOptions: ParameterSet {
    @Flag(short: "v", help: "Also print the exports that are up to date")
    var verbose: Bool

    @Flag(help: "Export new and changed images of folders until Ctrl-C")
    var watch: Bool

    @OptionGroup var replacement: ReplaceOption
}

/// The option to remove parts of an existing export that the command does not request.
struct ReplaceOption: ParameterSet {
    @Flag(help: "Replace existing exports; remove what is not asked for")
    var replace: Bool
}
