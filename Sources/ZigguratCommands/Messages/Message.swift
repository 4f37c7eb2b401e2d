internal import CommandLineParsing
internal import ZigguratKit

/// The text of an error, a note or a fault: `problem`, and on the next line `hint: …`.
///
/// Each enumeration of reasons conforms to ``Worded`` in a separate file of this folder.
struct Message: Hashable, Sendable {
    /// The problem and its reason, without the file and without a full stop; at most 100
    /// characters.
    let problem: String
    /// The advice for the user; empty without advice.
    let hint: String
    /// Whether the problem already contains the error's cause.
    let statesCause: Bool

    init(_ problem: String, hint: String = "", statesCause: Bool = false) {
        self.problem = problem
        self.hint = hint
        self.statesCause = statesCause
    }

    /// Returns both lines. The subject, such as a file, comes first.
    func text(about subject: String) -> String {
        let lines = [subject.isEmpty ? problem : "\(subject): \(problem)"]
        return (lines + (hint.isEmpty ? [] : ["hint: \(hint)"]))
            .map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
            .joined(separator: "\n")
    }

    /// The message as one line, for notes in JSON documents.
    var line: String { hint.isEmpty ? problem : "\(problem); \(hint)" }
}

/// A value of the library that the command line prints as a message.
protocol Worded {
    var message: Message { get }
}

extension Message {
    /// Creates the message for a reason. The message for a type from outside this project is its
    /// description.
    init(_ reason: any FailureReason) {
        self = (reason as? any Worded)?.message ?? Message("\(reason)")
    }
}

extension ZigguratError {
    /// The message for the error's reason, with its cause in parentheses.
    var message: Message {
        let words = Message(reason)
        let hint = adviceForUnknownCause ?? words.hint
        guard let causeText, !words.statesCause else { return Message(words.problem, hint: hint) }
        return Message("\(words.problem) (\(causeText))", hint: hint)
    }
}

extension CommandLineError: Worded {
    var message: Message { Message(problem, hint: hint) }
}

extension Message {
    /// The message for a cancelled run that has not ended yet.
    static let waiting = Message(
        "cancelled, but still waits for a file, the disk, or another process",
        hint: "press Ctrl-C again to stop at once")
}

extension Message {
    static func watching(_ folders: [String]) -> Message {
        Message("watching \(folders.joined(separator: ", ")); press Ctrl-C to end")
    }
}
