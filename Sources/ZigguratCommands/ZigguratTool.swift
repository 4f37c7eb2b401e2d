internal import CommandLineParsing
internal import Glibc
internal import Synchronization
internal import ZigguratKit

/// The program: parses a command line, runs the command and returns the exit status.
public enum ZigguratTool {
    static let program = Program(
        CommandConfiguration(
            "ziggurat",
            abstract: "Convert large images to static tile pyramids with a viewer",
            discussion: """
                A word @FILE stands for the arguments in FILE, one a line. The environment variable \
                ZIGGURAT_OPTIONS has options for every command, such as --jobs=2.
                """,
            examples: [
                .init(
                    "ziggurat export photo.tif", "writes a Deep Zoom image and its page to Output"),
                .init(
                    "ziggurat export photo.tif --layout dzi,xyz,iiif3",
                    "decodes once, writes three layouts"
                ),
                .init("ziggurat plan scans/", "prints what an export would write"),
            ]),
        commands: [
            ExportCommand.self, PlanCommand.self, VerifyCommand.self, RepackCommand.self,
            LayoutsCommand.self, SampleCommand.self, DescribeCommand.self, GalleryCommand.self,
            ListCommand.self, MosaicCommand.self,
            CompareCommand.self,
            RemoveCommand.self, TemplatesCommand.self,
            ServeCommand.self, PublishCommand.self, ShardPlanCommand.self, ShardRunCommand.self,
            ShardFinishCommand.self, ShardStatusCommand.self, CacheStatusCommand.self,
            CacheClearCommand.self, DoctorCommand.self,
            CompletionsCommand.self,
        ],
        groups: [
            CommandConfiguration(
                "shard", abstract: "Export many images on many machines",
                discussion: """
                    A plan divides the images among shards. Any queue runs the shards, in any \
                    order and on any machine. The last command writes the gallery.
                    """,
                examples: [
                    .init("ziggurat shard plan scans/ --shards 16 --plan plan"),
                    .init("ziggurat shard run plan 1", "also shards 2 to 16"),
                    .init("ziggurat shard finish plan"),
                ]),
            CommandConfiguration(
                "cache", abstract: "Show and empty the caches of live servers",
                discussion: "“ziggurat serve --live” exports images into a cache.",
                examples: [.init("ziggurat cache status"), .init("ziggurat cache clear")]),
        ],
        version: Ziggurat.version, files: .onDisk, variable: "ZIGGURAT_OPTIONS")

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
        context.options = program.variable.flatMap(environmentVariable)
        context.isProcess = true
        let status = run(processArguments(), in: context)
        // Exit handlers of libraries would free what a decoder thread still uses.
        if status == .interrupted { _exit(status.rawValue) }
        guard let reason = loss.reason else { return status.rawValue }
        console.report(Message("cannot write results to standard output (\(reason))"))
        return status == .done ? ExitStatus.failed.rawValue : status.rawValue
    }

    /// Runs a command line: the words after the program's name.
    static func run(_ words: [ArgumentText], in context: CommandContext) -> ExitStatus {
        let console = context.console
        var context = context
        let command: any ToolCommand
        do throws(CommandLineError) {
            switch try program.parse(
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

/// A command of the program.
protocol ToolCommand: ParsableCommand {
    /// Runs the command. An error that it throws is printed and decides the exit status.
    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus
}

/// The console and the cancellation of a run.
struct CommandContext: Sendable {
    let console: Console
    var cancellation = Cancellation()
    /// How decoders run in processes of their own; `nil` runs them in this process.
    var isolation: SourceRequest.Isolation?
    /// The value of the environment variable with options.
    var options: ArgumentText?
    /// The options of the command line and of the environment variable.
    var given: GivenOptions?
    /// Whether the process may end itself when its parent ends.
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
