import Foundation
import TestSupport
import Testing

/// Runs the built program, which serves a folder.
enum ServeProgram {
    /// - Parameter arguments: the arguments without a port; the system chooses the port.
    static func with<Result>(
        _ arguments: [String], in folder: TemporaryFolder,
        _ body: (_ command: RunningCommand, _ address: String) async throws -> Result
    ) async throws -> Result {
        let command = try RunningCommand(
            try ZigguratBinary.url().path, ["serve", "--port", "0"] + arguments, in: folder.url)
        defer { command.stop() }
        let line = try await command.answer { output in
            output.hasPrefix("http") && output.hasSuffix("\n") ? output : nil
        }
        let address = try #require(line, "\(command.errorsSoFar())")
        return try await body(command, address.trimmingCharacters(in: .newlines))
    }
}
