internal import CSystem
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
                context.console.allowsDamaged = given.contains("--allow-damaged")
            }
        } catch {
            console.report(error.message)
            return .wrongCommandLine
        }
        do throws(ZigguratError) {
            return try command.run(in: context)
        } catch {
            context.console.report(error)
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

/// The three standard streams of the process.
enum StandardStreams {
    /// Opens a file in place of each closed stream.
    ///
    /// Otherwise the next file that the process opens would get the stream's number, and messages
    /// would be written into this file. Reading and writing still fail, as on a closed stream. Call
    /// this function before any file is opened.
    static func fill() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
            // The lowest free descriptor is the number of the closed stream.
            let file = unsafe open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
            if file != stream { _exit(ExitStatus.failed.rawValue) }
        }
    }

    /// Redirects the output of libraries, so that standard error contains only the program's own
    /// lines.
    static func takeLibraryMessages() { zig_take_library_messages(0) }
}

/// The handling of Ctrl-C, and of other signals that ask a process to end.
enum Interruption {
    private static let cancellation = Cancellation()
    /// The time in seconds after which a cancelled run reports that it still waits.
    private static let patience: UInt32 = 1
    private static let note: [UInt8] = {
        // Erases a progress bar.
        let start = isatty(STDERR_FILENO) != 0 ? "\r\u{1B}[K" : ""
        return Array("\(start)ziggurat: note: \(Message.waiting.text(about: ""))\n".utf8)
    }()

    /// Returns the process's cancellation. The first of the handled signals cancels it; the second
    /// ends the process at once.
    static func watched() -> Cancellation {
        // A closed pipe is reported as an error of write() instead.
        _ = signal(SIGPIPE, SIG_IGN)
        // A file beyond the size limit of the process is reported as an error of write() instead.
        _ = signal(SIGXFSZ, SIG_IGN)
        // A signal handler must not allocate, so the values are created before the first signal.
        let (cancellation, _) = (cancellation, note)
        _ = signal(SIGALRM) { _ in
            let note = Interruption.note
            _ = unsafe write(STDERR_FILENO, note, note.count)
        }
        zig_on_interruption { _ in
            // Two threads may handle two signals at the same time.
            let isFirst = Interruption.cancellation.cancel()
            if !isFirst { _exit(ExitStatus.interrupted.rawValue) }
            _ = alarm(Interruption.patience)
        }
        return cancellation
    }
}
