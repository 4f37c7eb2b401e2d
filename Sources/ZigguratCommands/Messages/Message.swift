internal import ZigguratKit

/// What a person reads about a failure or a note: `problem`, then `hint: …`.
///
/// Each enumeration of reasons has one file in this folder that conforms it to ``Worded``.
struct Message: Hashable, Sendable {
    /// What failed and why, without the file and without a full stop; at most 100 characters.
    let problem: String
    /// What to do about it; empty if there is nothing to advise.
    let hint: String
    /// Whether the problem already tells what the error's cause says.
    let statesCause: Bool

    init(_ problem: String, hint: String = "", statesCause: Bool = false) {
        self.problem = problem
        self.hint = hint
        self.statesCause = statesCause
    }
}

/// A value of the library that the command line shows as a sentence.
protocol Worded {
    var message: Message { get }
}

extension Message {
    /// The words for a reason; the reason's own description if it comes from a library user's type.
    init(_ reason: any FailureReason) {
        self = (reason as? any Worded)?.message ?? Message("\(reason)")
    }
}

extension ZigguratError {
    /// The words for the error's reason, with its cause in parentheses.
    var message: Message {
        let words = Message(reason)
        guard let cause, !words.statesCause else { return words }
        return Message("\(words.problem) (\(cause))", hint: words.hint)
    }
}

extension WordedFailure: Worded {
    var message: Message { Message(problem, hint: remedy) }
}
