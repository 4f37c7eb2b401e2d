internal import CommandLineParsing
internal import Glibc
internal import Synchronization
internal import ZigguratKit

/// The program: parses a command line, runs the command and returns the exit status.
public enum ZigguratTool {
    /// Runs the command line of the process and returns the exit status.
    public static func runProcess() -> Int32 {
        StandardStreams.fill()
        SourceRequest.Isolation.serveIfAsked()
        StandardStreams.takeLibraryMessages()
        let cancellation = Interruption.watched()
        let loss = Loss()
        let console = Console.process { loss.remember($0) }
        var context = CommandContext(
            console: console, cancellation: cancellation, isolation: SourceRequest.Isolation())
        context.options = Program.ziggurat.variable.flatMap(environmentVariable)
        context.isProcess = true
        let status = run(processArguments(), in: context)
        // `_exit` skips the exit handlers of libraries, which would free memory that a decoder
        // thread still uses.
        if status == .interrupted { _exit(status.rawValue) }
        guard let reason = loss.reason else { return status.rawValue }
        console.report(Message("cannot write results to standard output (\(reason))"))
        return status == .done ? ExitStatus.failed.rawValue : status.rawValue
    }

    /// Runs a command line without the program's name.
    static func run(_ words: [ArgumentText], in context: CommandContext) -> ExitStatus {
        let console = context.console
        var context = context
        let command: any ToolCommand
        do throws(CommandLineError) {
            switch try Program.ziggurat.parse(
                words, width: console.width, defaults: context.options)
            {
            case .print(let text):
                console.print(text, terminator: "")
                return .done
            case .run(let parsed, let given):
                guard let parsed = parsed as? any ToolCommand else { return .failed }
                command = parsed
                context.given = given
            }
        } catch {
            console.report(error.message)
            return .wrongCommandLine
        }
        do throws(ZigguratError) {
            return try command.run(in: context)
        } catch {
            console.report(error)
            return ExitStatus(for: error)
        }
    }
}

/// The first reason why a result could not be written to standard output.
private final class Loss: Sendable {
    private let first = Mutex<String?>(nil)

    var reason: String? { first.withLock { $0 } }

    func remember(_ reason: String) {
        first.withLock { $0 = $0 ?? reason }
    }
}
