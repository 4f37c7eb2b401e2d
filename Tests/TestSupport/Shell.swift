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
        try RunningCommand.checkAllowed(name)
        if ["vips", "vipsheader"].contains(name), environment.isEmpty,
            !VipsServer.needsModule(arguments)
        {
            let result =
                if name == "vips" {
                    await VipsServer.shared.run(arguments, in: folder)
                } else {
                    try await RunningCommand(
                        name, arguments, environment: VipsServer.withoutModules, in: folder,
                        timeout: timeout
                    ).wait()
                }
            // A command that fails runs again as a user would run it.
            if let result, result.status == 0 { return result }
        }
        return try await RunningCommand(
            name, arguments, environment: environment, in: folder, timeout: timeout
        ).wait()
    }
}
