internal import CommandLineParsing
internal import ZigguratKit

/// How a batch of exports is reported, and what it may remove.
struct BatchOptions: ParameterSet {
    @Flag(short: "v", help: "Also print the exports that are up to date")
    var verbose: Bool
}
