public import Foundation

/// The exit status and the output of a command.
public struct CommandResult: Sendable {
    /// The command line, for messages.
    public let command: [String]
    /// The exit status; `nil` if a signal ended the command.
    public let status: Int?
    /// The signal that ended the command.
    public let signal: Int?
    /// Whether the guardian killed the command after the timeout.
    public let timedOut: Bool
    /// The largest resident memory, in bytes, of the command or of a child that it waited for. The
    /// value is exact above about 2 MB; see `Guardian.c`.
    public let peakMemory: Int
    public let standardOutput: Data
    public let standardError: Data

    /// The standard output as text; bytes that are not UTF-8 are replaced.
    public var output: String { String(decoding: standardOutput, as: UTF8.self) }
    /// The standard error as text; bytes that are not UTF-8 are replaced.
    public var errors: String { String(decoding: standardError, as: UTF8.self) }

    /// Throws if the exit status is not 0.
    @discardableResult
    public func orThrow() throws -> CommandResult {
        guard status == 0 else { throw CommandError(result: self) }
        return self
    }

    /// The end of the command in words.
    public var ending: String {
        if timedOut { return "timeout" }
        if let signal { return "ended by signal \(signal)" }
        return status.map { "status \($0)" } ?? "cannot start"
    }
}

/// A command that a test relies on failed.
public struct CommandError: Error, CustomStringConvertible {
    public let result: CommandResult

    public var description: String {
        """
        \(result.command.joined(separator: " ")): \(result.ending)
        \(result.errors.suffix(2000))\(result.output.suffix(2000))
        """
    }
}
