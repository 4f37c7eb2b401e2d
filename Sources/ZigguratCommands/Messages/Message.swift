internal import CommandLineParsing
internal import ZigguratKit

/// The text of an error, a note or a fault: `problem`, and on the next line `hint: …`.
///
/// The problem is the description of a reason, which the library states. The hint is in this
/// folder: the reasons of each module conform to ``Hinted`` in one file.
struct Message: Hashable, Sendable {
    /// The problem and its reason, without the file and without a full stop; at most 100
    /// characters.
    let problem: String
    /// The advice for the user; empty without advice.
    let hint: String

    init(_ problem: String, hint: String = "") {
        self.problem = problem
        self.hint = hint
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

/// A reason, a note or a fault of the library that the command line explains with a hint.
protocol Hinted: CustomStringConvertible {
    /// The advice for the user, which may name options and commands; empty without advice.
    var hint: String { get }
}

extension Hinted {
    var message: Message { Message(description, hint: hint) }
}

extension Publication.Note {
    var message: Message { Message(description) }
}

extension ZigguratError {
    /// The message for the error's reason, with its cause in parentheses.
    var message: Message { message(allowsDamaged: false) }

    /// - Parameter allowsDamaged: whether damaged files are allowed, so that advice to allow them
    ///   is useless.
    func message(allowsDamaged: Bool) -> Message {
        let filling = allowsDamaged ? nil : adviceToFill
        return Message(
            about("").description,
            hint: adviceForUnknownCause ?? filling ?? (reason as? any Hinted)?.hint ?? "")
    }

    /// The advice for a damaged file whose decoder can deliver the other pixels; `nil` for all
    /// other errors.
    private var adviceToFill: String? {
        guard let damage = reason as? SourceError, let advice = damage.hintWithFilling,
            Decoders.fillDamage(damage, of: subject)
        else { return nil }
        return advice
    }

    /// The advice for a file that may be intact although a library rejects it for an unknown
    /// reason; `nil` for all other errors.
    private var adviceForUnknownCause: String? {
        guard case .library(let message) = cause, LibraryReport(message) == nil,
            reason as? SourceError == .invalidHeader
        else { return nil }
        return "if another program shows the image, convert it to TIFF or PNG with that program"
    }
}

extension CommandLineError {
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
