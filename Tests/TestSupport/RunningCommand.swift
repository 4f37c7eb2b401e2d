public import Foundation

/// A command that runs under a guardian, which ends it with everything that it started when the
/// test is done with it, when the test process dies or when its time is up.
public final class RunningCommand: Sendable {
    private let command: [String]
    private let folder: URL
    private let guardian: SpawnedProcess

    /// Starts a command. Its standard input is empty.
    ///
    /// - Parameters:
    ///   - name: a path, or a name that is looked up in `PATH`
    ///   - environment: what is added to the environment of the tests
    ///   - workingFolder: where the command runs; an empty temporary folder where it is nil
    ///   - scratch: whether the command gets a temporary folder of its own, removed at the end
    public init(
        _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
        in workingFolder: URL? = nil, timeout: Duration = .seconds(600), scratch: Bool = false
    ) throws {
        let path = try Program.path(of: name)
        let guardianProgram = try BuiltProgram.url("guardian")
        _ = Self.pipesMayBreak
        command = [name] + arguments
        folder = FileManager.default.temporaryDirectory
            .appending(path: "ziggurat-command-\(UUID().uuidString)")
        let ownFolder = folder.appending(path: "work")
        try FileManager.default.createDirectory(at: ownFolder, withIntermediateDirectories: true)
        // Files rather than pipes: nothing has to read along, and nothing can fill up.
        guardian = try SpawnedProcess(
            guardianProgram.path,
            [
                folder.appending(path: "report.json").path, "\(timeout / .seconds(1))",
                scratch ? "yes" : "no", (workingFolder ?? ownFolder).path, path,
            ] + arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            output: folder.appending(path: "output"),
            errors: folder.appending(path: "errors"))
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Whether the command has ended and everything that it started with it.
    public var hasEnded: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "report.json").path)
    }

    /// What the command has printed so far.
    public func outputSoFar() -> String {
        String(decoding: contents("output"), as: UTF8.self)
    }

    /// What the command has complained about so far.
    public func errorsSoFar() -> String {
        String(decoding: contents("errors"), as: UTF8.self)
    }

    /// Waits until what the command has printed so far has something to say; nil where the command
    /// ends without it or the time is up.
    public func answer<Answer: Sendable>(
        within timeout: Duration, _ reading: (String) -> Answer?
    ) async throws -> Answer? {
        try await Patience.answer(within: timeout) {
            // In this order, so that the last words of a command are read too.
            let isLast = hasEnded
            let answer = reading(outputSoFar())
            return answer == nil && !isLast ? nil : .some(answer)
        } ?? nil
    }

    /// Sends the command (not its children) a signal by its name, such as "SIGINT".
    public func send(signal name: String) throws {
        try guardian.input.write(contentsOf: Data("\(name)\n".utf8))
    }

    /// Ends the command and everything that it started. Harmless where it has ended already.
    public func stop() {
        try? guardian.input.close()
    }

    /// Waits for the end. Where the waiting task is cancelled, the command is ended.
    public func wait() async -> CommandResult {
        await withTaskCancellationHandler {
            await guardian.wait()
        } onCancel: {
            stop()
        }
        let report =
            (try? JSONDecoder().decode(JSONValue.self, from: contents("report.json"))) ?? .null
        return CommandResult(
            command: command, status: report["status"].integer, signal: report["signal"].integer,
            timedOut: report["timed_out"].boolean ?? false,
            peakMemory: (report["maxrss"].integer ?? 0) * 1024,
            standardOutput: contents("output"), standardError: contents("errors"))
    }

    /// A signal for a command that has just ended goes into a broken pipe: that is to throw, not to
    /// end the tests.
    private static let pipesMayBreak: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    private func contents(_ name: String) -> Data {
        (try? Data(contentsOf: folder.appending(path: name))) ?? Data()
    }
}
