public import Foundation

/// Runs commands to their end.
public enum Shell {
    /// Runs a command with an empty standard input and waits for its end.
    ///
    /// No process of the command outlives the call, or the tests if they crash. Add `.orThrow()` if
    /// the test relies on success.
    public static func run(
        _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
        in folder: URL? = nil, timeout: Duration = Patience.commandLimit
    ) async throws -> CommandResult {
        if VipsModules.canBeLeftOut(of: name, arguments) {
            let result = try await RunningCommand(
                name, arguments, environment: environment.merging(VipsModules.none) { $1 },
                in: folder, timeout: timeout
            ).wait()
            // A command that fails without libvips' modules runs again with them.
            if result.status == 0 { return result }
        }
        return try await RunningCommand(
            name, arguments, environment: environment, in: folder, timeout: timeout
        ).wait()
    }
}
