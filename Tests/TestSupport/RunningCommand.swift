public import Foundation
public import Testing

/// A command under a guardian. The guardian ends the command and its children when the test
/// releases the command, when the test process ends, or after the timeout.
public final class RunningCommand: Sendable {
    private let command: [String]
    private let folder: URL
    private let guardian: SpawnedProcess

    /// Starts a command with an empty standard input.
    ///
    /// - Parameters:
    ///   - name: a path, or a name that is looked up in `PATH`.
    ///   - environment: variables to add to the environment of the tests.
    ///   - workingFolder: the current folder of the command; `nil`: an empty temporary folder.
    ///   - timeout: ends a command that does not end by itself; `nil` for a server, which ends with
    ///     the tests.
    ///   - scratch: whether the command gets its own temporary folder, which is removed at the end.
    public init(
        _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
        in workingFolder: URL? = nil, timeout: Duration? = Patience.commandLimit,
        scratch: Bool = false
    ) throws {
        try Self.checkAllowed(name)
        let path = try Program.path(of: name)
        let guardianProgram = try BuiltProgram.url("guardian")
        _ = Self.pipesMayBreak
        command = [name] + arguments
        folder = FileManager.default.temporaryDirectory
            .appending(path: "ziggurat-command-\(UUID().uuidString)")
        let ownFolder = folder.appending(path: "work")
        try FileManager.default.createDirectory(at: ownFolder, withIntermediateDirectories: true)
        // The output goes to files, because pipes would have to be read while the command runs.
        guardian = try SpawnedProcess(
            guardianProgram.path,
            [
                folder.appending(path: "report.json").path,
                "\((timeout ?? .seconds(1_000_000)) / .seconds(1))",
                scratch ? "yes" : "no", (workingFolder ?? ownFolder).path, path,
            ] + arguments,
            environment: Self.environment.merging(environment) { $1 },
            output: folder.appending(path: "output"),
            errors: folder.appending(path: "errors"))
    }

    /// `make test-unit` sets this variable: tests that start a program are skipped.
    fileprivate static let isUnitRun = ProcessInfo.processInfo.environment["UNIT_TESTS"] != nil

    /// Skips the test if only unit tests run.
    static func checkAllowed(_ name: String) throws {
        guard isUnitRun else { return }
        guard Test.current != nil else { throw NotInUnitTests(program: name) }
        try Test.cancel("starts \(name)")
    }

    struct NotInUnitTests: Error {
        let program: String
    }

    /// OpenMP threads of other programs sleep while they wait, because many programs run at once.
    private static let environment = ProcessInfo.processInfo.environment.merging(
        ["OMP_WAIT_POLICY": "passive"]) { $1 }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Whether the command and its children have ended.
    public var hasEnded: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "report.json").path)
    }

    /// The standard output so far.
    public func outputSoFar() -> String {
        String(decoding: contents("output"), as: UTF8.self)
    }

    /// The standard error so far.
    public func errorsSoFar() -> String {
        String(decoding: contents("errors"), as: UTF8.self)
    }

    /// Waits until a closure finds an answer in the output; `nil` if the command ends without it, or
    /// after the timeout.
    public func answer<Answer: Sendable>(
        within limit: Duration? = nil, _ reading: (String) -> Answer?
    ) async throws -> Answer? {
        try await Patience.answer(within: limit) {
            // The command's end is checked before reading, so that the last output is read too.
            let isLast = hasEnded
            let answer = reading(outputSoFar())
            return answer == nil && !isLast ? nil : .some(answer)
        } ?? nil
    }

    /// Sends the command, but not its children, a signal by its name, such as `SIGINT`.
    public func send(signal name: String) throws {
        try guardian.input.write(contentsOf: Data("\(name)\n".utf8))
    }

    /// Ends the command and its children, if they still run.
    public func stop() {
        try? guardian.input.close()
    }

    /// Waits for the end of the command. Cancelling the waiting task ends the command.
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

    /// Makes a signal for a command that has just ended throw, instead of ending the tests with
    /// SIGPIPE.
    private static let pipesMayBreak: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    private func contents(_ name: String) -> Data {
        (try? Data(contentsOf: folder.appending(path: name))) ?? Data()
    }
}

extension Trait where Self == ConditionTrait {
    /// Marks a test that starts programs and expects errors, so that the error which skips it in a
    /// run of unit tests would count as one of them.
    public static var startsPrograms: Self {
        .disabled(if: RunningCommand.isUnitRun, "starts a program")
    }
}
