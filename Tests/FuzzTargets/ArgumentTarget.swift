import CommandLineParsing

@testable import ZigguratCommands

extension FuzzTarget {
    /// The words of a command line, each on its own line. The command is parsed but not run.
    static let arguments = FuzzTarget("arguments", longest: 512) { input in
        let words = input.split(separator: 10, omittingEmptySubsequences: false).map {
            ArgumentText(bytes: $0)
        }
        _ = try? Program.ziggurat.parse(words)
        _ = try? Program.ziggurat.parse(["__complete", "bash"] + words)
    }
}
