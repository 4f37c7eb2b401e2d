public import Foundation

/// How a command ended and what it printed.
public struct CommandResult: Sendable {
    /// The command and its arguments, for messages.
    public let command: [String]
    /// The exit status; nil where a signal ended the command.
    public let status: Int?
    /// The signal that ended the command.
    public let signal: Int?
    /// Whether the command was killed because its time was up.
    public let timedOut: Bool
    /// The largest resident memory of the command or of one of the processes it waited for, in
    /// bytes. Right above some 2 MB; see `Guardian.c` for why.
    public let peakMemory: Int
    public let standardOutput: Data
    public let standardError: Data

    /// What the command printed, as text; bytes that are not UTF-8 are replaced.
    public var output: String { String(decoding: standardOutput, as: UTF8.self) }
    /// What the command complained about, as text; bytes that are not UTF-8 are replaced.
    public var errors: String { String(decoding: standardError, as: UTF8.self) }

    /// Throws where the command did not end with status 0.
    @discardableResult
    public func orThrow() throws -> CommandResult {
        guard status == 0 else { throw CommandFailure(result: self) }
        return self
    }

    /// How the command ended, in words.
    public var ending: String {
        if timedOut { return "its time was up" }
        if let signal { return "ended by signal \(signal)" }
        return status.map { "status \($0)" } ?? "could not be started"
    }
}

/// A command that a test relies on failed.
public struct CommandFailure: Error, CustomStringConvertible {
    public let result: CommandResult

    public var description: String {
        """
        \(result.command.joined(separator: " ")): \(result.ending)
        \(result.errors.suffix(2000))\(result.output.suffix(2000))
        """
    }
}
