/// What the three completion scripts need to know of a parameter.
struct CompletionEntry {
    /// What stands for a value, and what may be offered.
    enum Offer: Equatable {
        case nothing
        case files
        case folders
        case words([String])
        /// Words with commas between them.
        case list([String])
    }

    let parameter: Parameter

    var offer: Offer {
        guard let value = parameter.description.value else { return .nothing }
        if !value.choices.isEmpty {
            return value.isCommaSeparated ? .list(value.choices) : .words(value.choices)
        }
        return switch value.completion {
        case .none: .nothing
        case .files: .files
        case .folders: .folders
        }
    }

    /// Whether the next word belongs to the option.
    var takesNextWord: Bool { parameter.needsValue }

    /// Every name that is offered; aliases are not.
    var shownSpellings: [String] {
        [parameter.title] + (parameter.short.map { ["-\($0)"] } ?? [])
    }

    /// The first sentence of the help, without its full stop.
    var summary: String {
        Self.firstSentence(parameter.help)
    }

    /// What is said of the inverse of a flag.
    var inverseSummary: String {
        "The opposite of \(parameter.title)"
    }

    static func firstSentence(_ text: String) -> String {
        var sentence = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            sentence += (sentence.isEmpty ? "" : " ") + word
            if word.last == "." { return String(sentence.dropLast()) }
        }
        return sentence
    }
}

extension CommandNode {
    var completionEntries: [CompletionEntry] {
        declarations?.parameters.map { CompletionEntry(parameter: $0) } ?? []
    }

    /// The words that lead to the command, each with a space before it: “ export”.
    var completionKey: String {
        path.dropFirst().map { " \($0)" }.joined()
    }
}
