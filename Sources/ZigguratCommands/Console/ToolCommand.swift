internal import CommandLineParsing
internal import ZigguratKit

/// A command of the program.
protocol ToolCommand: ParsableCommand {
    /// Runs the command. A thrown error is printed and determines the exit status.
    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus
}

/// The console and the cancellation of a run.
struct CommandContext: Sendable {
    var console: Console
    var cancellation = Cancellation()
    /// The settings to run decoders in separate processes; `nil` to run decoders in this process.
    var isolation: SourceRequest.Isolation?
    /// The value of the environment variable with options.
    var options: ArgumentText?
    /// The options of the command line and of the environment variable.
    var given: GivenOptions?
    /// Whether this is a separate process that may end when its parent ends.
    var isProcess = false
}

/// The exit status of the process.
enum ExitStatus: Int32, Sendable {
    case done = 0
    case failed = 1
    case wrongCommandLine = 2
    case interrupted = 130

    init(for error: ZigguratError) {
        switch error.code {
        case .cancelled: self = .interrupted
        case .invalidOptions: self = .wrongCommandLine
        default: self = .failed
        }
    }
}
