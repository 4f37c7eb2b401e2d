internal import CommandLineParsing
internal import ZigguratKit

/// How a batch of exports is reported, and what it may remove.
struct BatchOptions: ParameterSet {
    @Flag(short: "v", help: "Also print the exports that are up to date")
    var verbose: Bool

    @Flag(help: "Export new and changed images of folders until Ctrl-C")
    var watch: Bool

    @OptionGroup var replacement: ReplaceOption
}

/// Whether an export may remove what an older one of its name has.
struct ReplaceOption: ParameterSet {
    @Flag(help: "Replace existing exports; remove what is not asked for")
    var replace: Bool
}
