internal import CommandLineParsing
internal import Glibc
internal import Synchronization
internal import ZigguratKit

/// The program: its commands, and the way from a command line to an exit status.
public enum ZigguratTool {
    static let program = Program(
        CommandConfiguration(
            "ziggurat",
            abstract: "Big images into static tile pyramids, with a viewer beside each",
            examples: [
                .init("ziggurat export photo.tif", "a Deep Zoom image with its page, in Output"),
                .init(
                    "ziggurat export photo.tif --layout dzi,xyz,iiif3", "three layouts, one reading"
                ),
                .init("ziggurat plan scans/", "what an export would write"),
            ]),
        commands: [
            ExportCommand.self, PlanCommand.self, VerifyCommand.self, RepackCommand.self,
            LayoutsCommand.self, SampleCommand.self, GalleryCommand.self, ListCommand.self,
            RemoveCommand.self, TemplatesCommand.self,
            ServeCommand.self, PublishCommand.self,
            CompletionsCommand.self,
        ],
        version: Ziggurat.version)

    /// Runs the process's own command line.
    ///
    /// - Returns: what the process is to end with.
    public static func runProcess() -> Int32 {
        let cancellation = Interruption.watched()
        let loss = Loss()
        let console = Console.process { loss.remember($0) }
        let context = CommandContext(console: console, cancellation: cancellation)
        let status = run(processArguments(), in: context)
        // A decoder that does not listen may still be at work on a thread of its own: what libraries
        // do when a process leaves in peace would take away what it works with.
        if status == .interrupted { _exit(status.rawValue) }
        guard let reason = loss.reason else { return status.rawValue }
        console.report(Message("cannot write results to standard output (\(reason))"))
        return status == .done ? ExitStatus.failed.rawValue : status.rawValue
    }

    /// Runs a command line: the words after the program's name.
    static func run(_ words: [ArgumentText], in context: CommandContext) -> ExitStatus {
        let console = context.console
        let command: any ToolCommand
        do throws(CommandLineError) {
            switch try program.parse(words, width: console.width) {
            case .print(let text):
                console.print(text, terminator: "")
                return .done
            case .run(let parsed):
                guard let parsed = parsed as? any ToolCommand else { return .failed }
                command = parsed
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

/// Why a result did not reach standard output, once that happened.
private final class Loss: Sendable {
    private let first = Mutex<String?>(nil)

    var reason: String? { first.withLock { $0 } }

    func remember(_ reason: String) {
        first.withLock { $0 = $0 ?? reason }
    }
}

/// A command of the program.
protocol ToolCommand: ParsableCommand {
    /// Runs the command. An error that it throws is printed and decides the exit status.
    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus
}

/// What a command works with besides its own values.
struct CommandContext: Sendable {
    let console: Console
    let cancellation: Cancellation

    init(console: Console, cancellation: Cancellation = Cancellation()) {
        self.console = console
        self.cancellation = cancellation
    }
}

/// What the process ends with.
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
