internal import CommandLineParsing
internal import ZigguratKit

/// The words for an error, a note or a fault: `problem`, and on the next line `hint: …`.
///
/// Each enumeration of reasons has one file in this folder that conforms it to ``Worded``.
struct Message: Hashable, Sendable {
    /// What failed and why, without the file and without a full stop; at most 100 characters.
    let problem: String
    /// What the user can do; empty if there is no advice.
    let hint: String
    /// Whether the problem already tells what the error's cause says.
    let statesCause: Bool

    init(_ problem: String, hint: String = "", statesCause: Bool = false) {
        self.problem = problem
        self.hint = hint
        self.statesCause = statesCause
    }

    /// Both lines, with the file or whatever else the message concerns in front.
    func text(about subject: String) -> String {
        let lines = [subject.isEmpty ? problem : "\(subject): \(problem)"]
        return (lines + (hint.isEmpty ? [] : ["hint: \(hint)"]))
            .map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
            .joined(separator: "\n")
    }

    /// One line, for the notes of JSON documents.
    var line: String { hint.isEmpty ? problem : "\(problem); \(hint)" }
}

/// A value of the library that the command line prints as a message.
protocol Worded {
    var message: Message { get }
}

extension Message {
    /// The words for a reason. A reason of a library user's own type has its description instead.
    init(_ reason: any FailureReason) {
        self = (reason as? any Worded)?.message ?? Message("\(reason)")
    }
}

extension ZigguratError {
    /// The words for the error's reason, with its cause in parentheses.
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
    /// A cancelled run that has not ended yet.
    static let waiting = Message(
        "cancelled, but still waits for a file, the disk, or another process",
        hint: "press Ctrl-C again to stop at once")
}

extension Message {
    static func watching(_ folders: [String]) -> Message {
        Message("watching \(folders.joined(separator: ", ")); press Ctrl-C to end")
    }
}
